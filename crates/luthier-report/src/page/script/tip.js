// The tip: what an element has to say in its `data-tip`, beside it and inside of the window.

const tip = document.createElement('div');
tip.className = 'tip';
tip.setAttribute('role', 'tooltip');
tip.hidden = true;
// What is reached with the keyboard is also told to those who do not see it.
const announced = document.createElement('div');
announced.className = 'announced';
announced.setAttribute('role', 'status');
document.body.append(tip, announced);

const MARGIN = 8;
let tipped = null;

const placeTip = () => {
  if (!tipped) return;
  const target = tipped.getBoundingClientRect();
  const size = tip.getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  const left = target.left + target.width / 2 - size.width / 2;
  const above = target.top - size.height - MARGIN;
  const top = above >= MARGIN ? above : target.bottom + MARGIN;
  tip.style.left = `${Math.max(MARGIN, Math.min(left, width - size.width - MARGIN))}px`;
  tip.style.top = `${Math.max(MARGIN, Math.min(top, window.innerHeight - size.height - MARGIN))}px`;
};

const hideTip = () => {
  if (!tipped) return;
  tipped.classList.remove('current');
  tipped = null;
  tip.hidden = true;
};

const showTip = (target) => {
  if (tipped === target) return;
  hideTip();
  tipped = target;
  target.classList.add('current');
  tip.textContent = target.dataset.tip;
  tip.hidden = false;
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
