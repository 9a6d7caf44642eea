// What a page that reads itself again remembers from one time to the next. Browsers may refuse to store anything for a page
// from a file; then nothing is remembered, and nothing else is different.

const live = document.querySelector('.live');
const PLACE = `luthier ${location.pathname}`;

const stored = () => {
  try {
    return (live && JSON.parse(sessionStorage.getItem(PLACE))) || {};
  } catch {
    return {};
  }
};

const state = stored();

const remember = (name, value) => {
  state[name] = value;
  if (!live) return;
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(state));
  } catch {
    // As above.
  }
};
