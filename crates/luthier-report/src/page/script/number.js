// Numbers as they are shown: what `Digits` does in Rust.

const numberOf = (value) => (value === null || value === undefined ? NaN : Number(value));

// Narrow spaces between the thousands of numbers from 10 000 on.
const thousands = (text) => {
  const [whole, ...rest] = text.split('.');
  const digits = whole.replace('-', '');
  if (digits.length < 5) return text;
  return [whole.replace(/\B(?=(\d{3})+$)/g, '\u202f'), ...rest].join('.');
};

const significant = (x, digits) => {
  const scientific = x.toExponential(digits - 1).replace('e+', 'e');
  const exponent = Number(scientific.split('e')[1]);
  if (exponent < -4 || exponent > 5) return scientific;
  return thousands(x.toFixed(Math.max(0, digits - 1 - exponent)));
};

const format = (x, kind) => {
  if (Number.isNaN(x)) return '\u2013';
  if (!Number.isFinite(x)) return x > 0 ? '\u221e' : '\u2212\u221e';
  const [name, count] = kind.split(' ');
  const digits = Number(count);
  const text = name === 'significant' ? significant(x, digits) : thousands(x.toFixed(digits));
  return text.replace(/^-(?=[0.]+$)/, '').replaceAll('-', '\u2212');
};
