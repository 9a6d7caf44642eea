// The tip: what an element has to say in its `data-tip`, beside it and inside of the window.

const tip = document.createElement('div');
tip.className = 'tip';
tip.setAttribute('role', 'tooltip');
tip.hidden = true;
// A ring around the mark that speaks. It lies above the chart: neighbours of the mark may be drawn over it.
const ring = document.createElement('div');
ring.className = 'ring';
ring.hidden = true;
// What is reached with the keyboard is also told to those who do not see it.
const announced = document.createElement('div');
announced.className = 'announced';
announced.setAttribute('role', 'status');
document.body.append(ring, tip, announced);

const MARGIN = 8;
const RING = 4;
let tipped = null;

const place = (element, left, top) => {
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
};

const placeRing = (target) => {
  place(ring, target.left - RING, target.top - RING);
  ring.style.width = `${target.width + 2 * RING}px`;
  ring.style.height = `${target.height + 2 * RING}px`;
};

const placeTip = () => {
  if (!tipped) return;
  const target = tipped.getBoundingClientRect();
  const [width, height] = [document.documentElement.clientWidth, window.innerHeight];
  const away = target.bottom < 0 || target.top > height;
  tip.hidden = away;
  ring.hidden = away || !tipped.classList.contains('mark');
  placeRing(target);
  const size = tip.getBoundingClientRect();
  const left = target.left + target.width / 2 - size.width / 2;
  const above = target.top - size.height - MARGIN;
  const top = above >= MARGIN ? above : target.bottom + MARGIN;
  const within = (from, room) => Math.max(MARGIN, Math.min(from, room - MARGIN));
  place(tip, within(left, width - size.width), within(top, height - size.height));
};

const hideTip = () => {
  tipped = null;
  tip.hidden = true;
  ring.hidden = true;
};

const showTip = (target) => {
  if (tipped === target) return;
  tipped = target;
  tip.textContent = target.dataset.tip;
  placeTip();
};

document.addEventListener('scroll', placeTip, { capture: true, passive: true });
window.addEventListener('resize', placeTip);
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') hideTip();
});
document.addEventListener('focusin', (event) => {
  if (event.target.dataset?.tip && event.target.matches(':focus-visible')) showTip(event.target);
});
document.addEventListener('focusout', hideTip);
