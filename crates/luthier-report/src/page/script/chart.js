// Charts: tips of their marks, by pointer and by keyboard.

// How far from a mark one may point, in pixels.
const REACH = 20;
const centers = new WeakMap();

// Middles of the marks of a chart, relative to it. They change with its width alone.
const middles = (chart) => {
  const frame = chart.getBoundingClientRect();
  const known = centers.get(chart);
  if (known && known.width === frame.width) return known;
  const marks = [...chart.querySelectorAll('.mark[data-tip]')];
  const points = marks.map((mark) => {
    const box = mark.getBoundingClientRect();
    return { mark, x: box.left + box.width / 2 - frame.left, y: box.top + box.height / 2 - frame.top };
  });
  const found = { width: frame.width, points };
  centers.set(chart, found);
  return found;
};

const least = (points, cost) => {
  let best = null;
  let lowest = Infinity;
  for (const point of points) {
    const value = cost(point);
    if (value < lowest) [best, lowest] = [point.mark, value];
  }
  return best;
};

// The mark that the pointer is close to.
const near = (chart, event) => {
  const frame = chart.getBoundingClientRect();
  const [x, y] = [event.clientX - frame.left, event.clientY - frame.top];
  return least(middles(chart).points, (point) => {
    const distance = Math.hypot(point.x - x, point.y - y);
    return distance <= REACH ? distance : Infinity;
  });
};

const point = (event) => {
  if (!(event.target instanceof Element)) return;
  const chart = event.target.closest('svg.chart');
  const target = event.target.closest('[data-tip]') ?? (chart && near(chart, event));
  if (target) showTip(target);
  else hideTip();
};

document.addEventListener('pointermove', (event) => {
  if (event.pointerType !== 'touch') point(event);
});
// A finger hides what it points at while it moves; a tap shows the tip until the next one.
document.addEventListener('pointerdown', (event) => {
  if (event.pointerType === 'touch') point(event);
});
document.documentElement.addEventListener('pointerleave', (event) => {
  if (event.pointerType !== 'touch') hideTip();
});

// The nearest mark above (-1) or below (1): rather straight above than close.
const vertical = (points, from, direction) =>
  least(points, (point) => {
    const down = (point.y - from.y) * direction;
    return down > 0.5 ? down + 3 * Math.abs(point.x - from.x) : Infinity;
  });

const step = (points, at, key) => {
  const last = points.length - 1;
  const steps = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last };
  if (key in steps) return points[Math.max(0, Math.min(steps[key], last))]?.mark;
  if (at < 0) return points[0]?.mark;
  if (key === 'ArrowUp') return vertical(points, points[at], -1) ?? points[at].mark;
  if (key === 'ArrowDown') return vertical(points, points[at], 1) ?? points[at].mark;
  return null;
};

document.addEventListener('keydown', (event) => {
  const chart = event.target;
  if (!chart.matches?.('svg.chart') || !/^(Arrow|Home$|End$)/.test(event.key)) return;
  const { points } = middles(chart);
  const mark = step(points, points.findIndex((point) => point.mark === tipped), event.key);
  if (!mark) return;
  event.preventDefault();
  showTip(mark);
  announced.textContent = mark.dataset.tip;
});
