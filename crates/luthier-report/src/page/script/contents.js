// The table of contents shows where one is.

const entries = new Map(
  [...document.querySelectorAll('.contents a')].map((link) => [link.getAttribute('href').slice(1), link]),
);
const seen = new Set();

const mark = () => {
  const first = [...entries.keys()].find((id) => seen.has(id));
  for (const [id, link] of entries) {
    if (id === first) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
};

// What is read is in the upper part of the window.
const watcher = new IntersectionObserver(
  (changes) => {
    for (const { target, isIntersecting } of changes) {
      if (isIntersecting) seen.add(target.id);
      else seen.delete(target.id);
    }
    mark();
  },
  { rootMargin: '-10% 0px -60% 0px' },
);
document.querySelectorAll('main > section').forEach((section) => watcher.observe(section));
