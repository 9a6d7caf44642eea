// A page that is written again and again: it reads itself again, at the same place.

if (live) {
  const pause = live.querySelector('.pause');
  const label = live.querySelector('.state');
  const details = [...document.querySelectorAll('details')];

  const setPaused = (paused) => {
    remember('paused', paused);
    label.textContent = paused ? 'Paused' : 'Live';
    pause.textContent = paused ? 'Go on' : 'Pause';
    live.classList.toggle('paused', paused);
  };

  // Nobody is disturbed who types or chooses.
  const busy = () => document.activeElement?.matches('input, select') ?? false;

  pause.addEventListener('click', () => setPaused(!state.paused));
  setPaused(Boolean(state.paused));
  (state.open ?? []).forEach((i) => {
    if (details[i]) details[i].open = true;
  });
  explorers.forEach((explorer, i) => explorer.restore(state.tables?.[i] ?? {}));
  if (state.scroll) window.scrollTo({ top: state.scroll, behavior: 'instant' });
  setInterval(() => {
    if (state.paused || busy()) return;
    remember('open', [...details.keys()].filter((i) => details[i].open));
    remember('tables', explorers.map((explorer) => explorer.choice));
    remember('scroll', window.scrollY);
    location.reload();
  }, Number(live.dataset.refresh) * 1000);
}
