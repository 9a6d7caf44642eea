// The data of a big table: order, filters and rows.

const LONGEST = 120;

const escapes = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const visible = (text) =>
  text.replace(
    /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (c) => escapes[c] ?? `\\u{${c.codePointAt(0).toString(16)}}`,
  );

class Column {
  constructor({ title, kind, values, tones }) {
    Object.assign(this, { title, kind, values, tones, isNumber: kind !== 'text' });
    // Both are made when they are first needed.
    this.known = null;
    this.searched = null;
  }

  // What rows are ordered by: numbers, or words in which numbers count as numbers.
  get keys() {
    const key = (value) => (value ?? '').toLowerCase().replace(/\d+/g, (digits) => digits.padStart(16, '0'));
    this.known ??= this.values.map(this.isNumber ? numberOf : key);
    return this.known;
  }

  // What is searched for words: what is shown, in small letters, and numbers as they are typed.
  get texts() {
    const typed = (text) => text.replace(/\u202f/g, '').replace(/\u2212/g, '-');
    const searched = (row) => (this.isNumber ? typed(this.text(row)) : this.text(row).toLowerCase());
    this.searched ??= this.values.map((_, row) => searched(row));
    return this.searched;
  }

  text(row) {
    const value = this.values[row];
    return this.isNumber ? format(numberOf(value), this.kind) : visible(value ?? '');
  }

  cell(row) {
    const cell = document.createElement('td');
    const text = this.text(row);
    const letters = text.length > LONGEST && !this.isNumber ? [...(this.values[row] ?? '')] : [];
    const cut = letters.length > LONGEST;
    const shown = cut ? `${visible(letters.slice(0, LONGEST).join(''))}\u2026` : text;
    if (cut) cell.title = text;
    if (this.isNumber) cell.className = 'number';
    const tone = this.tones?.[row];
    if (!tone) {
      cell.textContent = shown;
      return cell;
    }
    const status = document.createElement('span');
    status.className = `status ${tone}`;
    status.textContent = shown;
    cell.append(status);
    return cell;
  }
}

class Data {
  constructor({ columns, marked }) {
    this.columns = columns.map((column) => new Column(column));
    this.marked = new Set(marked);
    this.count = Math.max(0, ...columns.map((column) => column.values.length));
  }

  get rows() {
    return Array.from({ length: this.count }, (_, row) => row);
  }

  // Rows in the order of a column. What is missing comes last, whichever the direction.
  sorted(rows, column, direction) {
    const { keys, isNumber } = this.columns[column];
    const missing = (row) => keys[row] === undefined || (isNumber && Number.isNaN(keys[row]));
    const there = rows.filter((row) => !missing(row));
    const compare = isNumber
      ? (a, b) => (keys[a] - keys[b]) * direction || 0
      : (a, b) => (keys[a] < keys[b] ? -direction : Number(keys[a] > keys[b]) * direction);
    return there.sort(compare).concat(rows.filter(missing));
  }

  // Whether a row has a word. Numbers are looked at only for what may be a part of one.
  has(term) {
    const numeric = /^[\d.e\-\u2013\u221e]+$/.test(term);
    const columns = this.columns.filter((column) => numeric || !column.isNumber);
    return (row) => columns.some((column) => column.texts[row]?.includes(term));
  }

  // Whether a row has a word, or is what `iterations>100` asks for.
  test(term) {
    const [, name, sign, text] = term.match(/^([^<>=]+)(<=|>=|<|>|=)(.+)$/) ?? [];
    const limit = Number(text);
    const plain = (title) => title.replace(/\s/g, '').toLowerCase();
    const column = this.columns.find((c) => c.isNumber && plain(c.title).startsWith(name ?? '\n'));
    if (!column || Number.isNaN(limit)) return this.has(term);
    const { keys } = column;
    const signs = {
      '<': (row) => keys[row] < limit,
      '>': (row) => keys[row] > limit,
      '<=': (row) => keys[row] <= limit,
      '>=': (row) => keys[row] >= limit,
      '=': (row) => keys[row] === limit,
    };
    return signs[sign];
  }

  filtered(words) {
    const together = words.toLowerCase().replace(/\s*(<=|>=|<|>|=)\s*/g, '$1');
    const tests = together.split(/\s+/).filter(Boolean).map((term) => this.test(term));
    return this.rows.filter((row) => tests.every((test) => test(row)));
  }

  lineOf(row) {
    const line = document.createElement('tr');
    if (this.marked.has(row)) line.className = 'marked';
    line.append(...this.columns.map((column) => column.cell(row)));
    return line;
  }
}
