// Light, dark, or as the system is: whether the dark style sheet applies.

const darkSheet = document.getElementById('_dark');
const THEMES = { auto: darkSheet.media, light: 'not all', dark: 'screen' };
const themeButton = document.querySelector('.theme');

const setTheme = (theme) => {
  darkSheet.media = THEMES[theme];
  themeButton.textContent = `Theme: ${theme}`;
  remember('theme', theme);
};

themeButton.addEventListener('click', () => {
  const names = Object.keys(THEMES);
  setTheme(names[(names.indexOf(state.theme) + 1) % names.length]);
});

setTheme(state.theme in THEMES ? state.theme : 'auto');
document.documentElement.classList.add('with-script');
