// Copying what is to be typed.

const copied = (box) => {
  const commands = [...box.querySelectorAll('.command')].map((command) => command.textContent);
  return commands.length ? `${commands.join('\n')}\n` : box.querySelector('code').textContent;
};

// Where a page may not write to the clipboard itself, the browser copies a selection.
const copySelected = (text) => {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'announced';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
};

const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
};

for (const button of document.querySelectorAll('.copy')) {
  button.addEventListener('click', async () => {
    const done = await copy(copied(button.closest('.code')));
    button.textContent = done ? 'Copied' : 'Select and copy it by hand';
    button.focus();
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
}
