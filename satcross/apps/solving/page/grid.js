// The grid on the screen: an ARIA grid of which one cell has the focus. It shows what it is given.

import { BLOCK, VOID } from "./board.js";
import { element } from "./dom.js";

const SMALLEST_CELL = 14; // px
const LARGEST_ZOOM = 4;

/**
 * Shows a board. Its owner says how every cell looks, and hears of presses; keys are the owner's.
 *
 * @param {HTMLElement} root becomes the grid. Its parent's size limits the cells, and what is
 *   beside the parent gets the width of the grid as `--grid-width`
 * @param {{label: string, largest: number, layer: HTMLElement, onpress: function(number, PointerEvent)}} options
 *   `largest`: side of a cell in px at most; `layer`: what lies over the cells, if anything
 */
export class GridView {
  constructor(root, options) {
    this.root = root;
    this._options = options;
    this._cells = [];
    this._looks = [];
    this._board = null;
    this._cursor = -1;
    this._zoom = 1;
    root.classList.add("grid");
    root.setAttribute("role", "grid");
    root.setAttribute("aria-label", options.label);
    root.addEventListener("pointerdown", (event) => {
      const cell = this.cellOf(event.target);
      if (cell < 0 || event.button !== 0) return;
      event.preventDefault(); // the focus goes where the owner puts the cursor
      options.onpress(cell, event);
    });
    new ResizeObserver(() => this.fit()).observe(root.parentElement);
  }

  /** The position of the cell that an element is in, or -1. */
  cellOf(target) {
    const cell = target?.closest?.("[role=gridcell]");
    return cell && this.root.contains(cell) ? Number(cell.dataset.at) : -1;
  }

  /** Builds the cells of a board. Returns whether it is another one. */
  show(board) {
    if (board === this._board) return false;
    const before = this._board;
    this._board = board;
    this.root.classList.toggle("whole", !board.kinds.includes(VOID));
    if (before && !board.shape && before.rows === board.rows && before.cols === board.cols) return true;
    const hadFocus = this.root.contains(document.activeElement);
    this._cells = [];
    this._looks = [];
    const rows = [];
    for (let row = 0; row < board.rows; row++) {
      const isEmpty = !board.shape && board.kinds.slice(row * board.cols, (row + 1) * board.cols) === VOID.repeat(board.cols);
      const line = element("div", { role: isEmpty ? "presentation" : "row" });
      for (let col = 0; col < board.cols; col++) {
        const at = row * board.cols + col;
        const cell = element("div", { role: "gridcell", tabindex: -1, "data-at": at }, element("span", { class: "n" }), element("span", { class: "t" }));
        this._cells.push(cell);
        line.append(cell);
      }
      rows.push(line);
    }
    this.root.replaceChildren(...rows, ...(this._options.layer ? [this._options.layer] : []));
    this.root.style.setProperty("--rows", board.shape?.height ?? board.rows);
    this.root.style.setProperty("--cols", board.shape?.width ?? board.cols);
    if (board.shape) this._place(board);
    this._cursor = -1;
    this.fit();
    if (hadFocus) this._cells[0].focus();
    return true;
  }

  /** Gives cells of a board that is no rectangle their outlines, and draws its lines over them. */
  _place({ shape, kinds }) {
    this.root.classList.add("shaped");
    this._cells.forEach((cell, at) => {
      if (kinds[at] === VOID) return;
      const corners = shape.cells[at];
      const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
      const [x, y] = [Math.min(...xs), Math.min(...ys)];
      const [width, height] = [Math.max(...xs) - x, Math.max(...ys) - y];
      const percent = ([cx, cy]) => `${((cx - x) / width) * 100}% ${((cy - y) / height) * 100}%`;
      const places = { x, y, w: width, h: height, tx: shape.middles[at][0] - x, ty: shape.middles[at][1] - y };
      const number = shape.numbers[at];
      if (number) Object.assign(places, { nx: number[0] - x, ny: number[1] - y });
      for (const [name, value] of Object.entries(places)) cell.style.setProperty(`--${name}`, value);
      cell.style.setProperty("clip-path", `polygon(${corners.map(percent).join()})`);
      cell.firstChild.classList.toggle("at", Boolean(number));
    });
    const drawn = (tag, attributes, text) => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
      for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
      made.textContent = text ?? "";
      return made;
    };
    const outline = drawn("svg", { class: "outline", viewBox: `0 0 ${shape.width} ${shape.height}`, "aria-hidden": true });
    const widths = new Map();
    for (const [x1, y1, x2, y2, width] of shape.lines) widths.set(width, `${widths.get(width) ?? ""}M${x1} ${y1}L${x2} ${y2}`);
    for (const [width, d] of widths) outline.append(drawn("path", { d, "stroke-width": width }));
    for (const head of shape.heads) outline.append(drawn("polygon", { points: head.join(" ") }));
    for (const [[x, y], text] of shape.signs) outline.append(drawn("text", { x, y }, text));
    this.root.append(outline);
  }

  /** Makes the cells as large as the parent allows, in whole pixels. */
  fit() {
    if (!this._board) return;
    const frame = this.root.parentElement;
    const room = (n, pixels) => Math.floor((pixels - 4 - (n - 1)) / n);
    const style = getComputedStyle(frame);
    const wide = frame.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const below = [...frame.children].filter((part) => part !== this.root && !["absolute", "fixed"].includes(getComputedStyle(part).position));
    const free = frame.clientHeight - below.reduce((sum, part) => sum + part.offsetHeight, 0);
    const high = style.getPropertyValue("--fit") === "width" ? Infinity : free;
    const { cols, rows, shape } = this._board;
    const side = Math.min(room(shape?.width ?? cols, wide), room(shape?.height ?? rows, high), this._options.largest);
    this.root.style.setProperty("--cell", `${Math.round(Math.max(side, SMALLEST_CELL) * this._zoom)}px`);
    frame.parentElement.style.setProperty("--grid-width", `${this.root.offsetWidth}px`);
  }

  /** Lets two fingers make the cells larger than they need be; the parent scrolls. */
  tendPinch() {
    const frame = this.root.parentElement;
    let from = null; // the distance of the fingers, and the zoom, at the beginning
    const gap = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    frame.addEventListener("touchstart", (event) => {
      from = event.touches.length === 2 ? { gap: gap(event.touches), zoom: this._zoom } : null;
      if (from) event.preventDefault();
    }, { passive: false });
    frame.addEventListener("touchmove", (event) => {
      if (!from || event.touches.length !== 2) return;
      event.preventDefault();
      const [one, other] = event.touches;
      const [x, y] = [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2];
      const before = this.root.getBoundingClientRect();
      this._zoom = Math.min(LARGEST_ZOOM, Math.max(1, (from.zoom * gap(event.touches)) / from.gap));
      this.fit();
      // What is between the fingers stays there.
      const after = this.root.getBoundingClientRect();
      frame.scrollLeft += after.left - x + ((x - before.left) / before.width) * after.width;
      frame.scrollTop += after.top - y + ((y - before.top) / before.height) * after.height;
    }, { passive: false });
  }

  /**
   * Shows what cells look like.
   *
   * @param {object[]} looks for each cell, or each that may have changed: `text`, `number`,
   *   `className`, `name` (for screen readers), `shade` (a colour or "")
   * @param {number} cursor the cell that has the focus
   */
  paint(looks, cursor) {
    looks.forEach((look, at) => {
      const old = this._looks[at];
      if (old && old.text === look.text && old.number === look.number && old.className === look.className && old.name === look.name && old.shade === look.shade) return;
      const cell = this._cells[at];
      const [number, text] = cell.children;
      if (old?.number !== look.number) number.textContent = look.number;
      if (old?.text !== look.text) {
        text.textContent = look.text;
        const n = [...look.text].length;
        if (n > 1) text.dataset.n = Math.min(n, 6);
        else delete text.dataset.n;
      }
      if (old?.className !== look.className) cell.className = look.className;
      if (old?.name !== look.name) cell.setAttribute("aria-label", look.name);
      this._looks[at] = look;
      if ((old?.shade ?? "") === look.shade) return;
      if (look.shade) cell.style.setProperty("--shade", look.shade);
      else cell.style.removeProperty("--shade");
    });
    if (cursor === this._cursor) return;
    const [before, cell] = [this._cells[this._cursor], this._cells[cursor]];
    this._cursor = cursor;
    cell?.setAttribute("tabindex", 0);
    if (cell && this.hasFocus) cell.focus({ preventScroll: false });
    // Last: at a cell that has the focus it makes the browser work out styles and places at once.
    before?.setAttribute("tabindex", -1);
  }

  /** Gives the focus to the cell with the cursor. */
  focus() {
    const cell = this._cells[this._cursor];
    if (cell !== document.activeElement) cell?.focus({ preventScroll: true });
  }

  /** Scrolls to the cell with the cursor. */
  reveal() {
    this._cells[this._cursor]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  get hasFocus() {
    return this.root.contains(document.activeElement);
  }
}

/** The classes of a cell that come from its board alone. */
export function boardClasses(board, at) {
  const kind = board.kinds[at];
  if (kind === VOID) return ["void"];
  const classes = [kind === BLOCK ? "block" : "open"];
  if (board.barsRight.has(at)) classes.push("bar-right");
  if (board.barsBelow.has(at)) classes.push("bar-below");
  return classes;
}
