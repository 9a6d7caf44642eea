// CSV files, made from the data in the page.

// A cell. Spreadsheets take words that begin like a formula for one; a quote makes them words again.
const csvCell = (value) => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const words = /^[=+\-@\t\r]/.test(value) && Number.isNaN(Number(value)) ? `'${value}` : value;
  return /[",\r\n]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words;
};

const csv = ({ columns }) => {
  const rows = Math.max(0, ...columns.map((column) => column.values.length));
  const lines = [columns.map((column) => csvCell(column.title)).join(',')];
  for (let row = 0; row < rows; row += 1) {
    lines.push(columns.map((column) => csvCell(column.values[row])).join(','));
  }
  return `${lines.join('\r\n')}\r\n`;
};

const save = (name, text) => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser may still be reading.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

const dataOf = (id) => JSON.parse(document.getElementById(id).textContent);

for (const button of document.querySelectorAll('[data-csv]')) {
  button.addEventListener('click', () => save(button.dataset.file, csv(dataOf(button.dataset.csv))));
}
