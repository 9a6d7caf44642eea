// Big tables: sorting by titles, filtering by words, a page of rows at a time. The first page is in the file, so nothing
// is read before somebody asks for something else.

const PAGE = 100;
const NEXT_ORDER = { none: 'ascending', ascending: 'descending', descending: 'none' };

class Explorer {
  constructor(box) {
    this.box = box;
    this.titles = [...box.querySelectorAll('th')];
    this.position = box.querySelector('.position');
    this.previous = box.querySelector('.previous');
    this.next = box.querySelector('.next');
    this.filter = box.querySelector('.filter input');
    this.page = 0;
    this.titles.forEach((title, column) =>
      title.querySelector('.sort').addEventListener('click', () => this.sort(column)),
    );
    this.previous.addEventListener('click', () => this.turn(-1));
    this.next.addEventListener('click', () => this.turn(1));
    this.filter.addEventListener('input', () => this.select());
  }

  get data() {
    this.known ??= new Data(dataOf(this.box.dataset.table));
    return this.known;
  }

  sort(column) {
    this.setOrder(column, NEXT_ORDER[this.titles[column].getAttribute('aria-sort')]);
    this.select();
  }

  setOrder(column, order) {
    this.titles.forEach((title, i) => title.setAttribute('aria-sort', i === column ? order : 'none'));
    this.order = order === 'none' ? null : { column, order };
  }

  select() {
    const rows = this.data.filtered(this.filter.value);
    const direction = this.order?.order === 'descending' ? -1 : 1;
    this.rows = this.order ? this.data.sorted(rows, this.order.column, direction) : rows;
    this.page = 0;
    this.show();
  }

  turn(pages) {
    this.rows ??= this.data.rows;
    this.page += pages;
    this.show();
    this.box.querySelector('.table-box').scrollTop = 0;
  }

  show() {
    const start = this.page * PAGE;
    const rows = this.rows.slice(start, start + PAGE);
    this.box.querySelector('tbody').replaceChildren(...rows.map((row) => this.data.lineOf(row)));
    this.previous.disabled = this.page === 0;
    this.next.disabled = start + PAGE >= this.rows.length;
    this.position.textContent = this.told(start, rows.length);
  }

  // What is chosen, and how it is chosen again.
  get choice() {
    return { words: this.filter.value, order: this.order };
  }

  restore({ words, order }) {
    if (!words && !order) return;
    this.filter.value = words;
    if (order && this.titles[order.column]) this.setOrder(order.column, order.order);
    this.select();
  }

  told(start, shown) {
    const [selected, all] = [this.rows.length, this.data.count].map((n) => format(n, 'fixed 0'));
    const of = this.rows.length === this.data.count ? all : `${selected} (of ${all} in all)`;
    return shown ? `Rows ${start + 1}\u2013${start + shown} of ${of}` : `No rows (of ${all} in all)`;
  }
}

const explorers = [...document.querySelectorAll('.explorer')].map((box) => new Explorer(box));
