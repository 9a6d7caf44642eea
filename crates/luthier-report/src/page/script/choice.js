// Choices: all controls and all variants of a group go together.

const grouped = (selector, group) =>
  [...document.querySelectorAll(selector)].filter((element) => element.dataset.group === group);

// Words of the option of a control.
const optionOf = (control, chosen) => {
  const slider = control.querySelector('input[type=range]');
  if (slider) return JSON.parse(slider.dataset.options)[chosen];
  const list = control.querySelector('select');
  if (list) return list.options[chosen].textContent;
  return control.querySelectorAll('.buttons span')[chosen].textContent;
};

const setControl = (control, chosen) => {
  const words = optionOf(control, chosen);
  for (const input of control.querySelectorAll('input, select')) {
    if (input.type === 'radio') input.checked = input.value === String(chosen);
    else input.value = chosen;
    if (input.type === 'range') input.setAttribute('aria-valuetext', words);
  }
  for (const place of control.querySelectorAll('.option')) place.textContent = words;
};

const choose = (group, chosen) => {
  hideTip();
  grouped('.control', group).forEach((control) => setControl(control, chosen));
  for (const variants of grouped('.variants', group)) {
    [...variants.children].forEach((variant, i) => {
      variant.hidden = i !== chosen;
    });
  }
  remember('choices', { ...state.choices, [group]: chosen });
};

for (const control of document.querySelectorAll('.control')) {
  control.addEventListener('input', (event) => choose(control.dataset.group, Number(event.target.value)));
}
// A page that was written again may have fewer options.
for (const [group, chosen] of Object.entries(state.choices ?? {})) {
  if (grouped('.variants', group).every((variants) => variants.children[chosen])) choose(group, chosen);
}
