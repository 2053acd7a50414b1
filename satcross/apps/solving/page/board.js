// The geometry of a grid: its cells, bars, numbers and entries. A board is never changed.

import { translated } from "./texts.js";

export const ACROSS = "across";
export const DOWN = "down";
export const OPEN = ".";
export const BLOCK = "#";
export const VOID = "~";

/** @param {string} dir a direction */
export const otherDirection = (dir) => (dir === ACROSS ? DOWN : ACROSS);

/**
 * A grid without its letters.
 *
 * shape: `rows`, `cols`; `kinds`, one character a cell (OPEN, BLOCK or VOID), row by row;
 * `barsRight` and `barsBelow`, the positions of cells with a bar on that side.
 * `entries` have `dir`, `number`, `cells` and their own `index`: across by number, then down.
 * `paths` are further entries: `shape` has their `name` and `cells`; each has a `dir` of its own.
 *
 * `inRows`: only what is to be written in rows is an entry, one of a single letter too; `given` has
 * the positions of the cells whose letters are printed.
 *
 * Where cells are no squares of a rectangle, `shape.shape` has their outlines, the cells beside each,
 * and the entries; their directions may be others, and more: see satcross/apps/solving/shaped_page.py.
 */
export class Board {
  constructor(shape) {
    this.rows = shape.rows;
    this.cols = shape.cols;
    this.kinds = shape.kinds;
    this.barsRight = new Set(shape.barsRight);
    this.barsBelow = new Set(shape.barsBelow);
    this.size = this.rows * this.cols;
    this.numbers = new Array(this.size).fill(0);
    this.shape = shape.shape ?? null;
    this._placeNames = [];
    this.entries = this.shape ? this.shape.entries : this._findEntries(shape.inRows ? new Set(shape.given) : null);
    this.paths = (shape.paths ?? []).map(({ name, cells }) => ({ dir: `path ${name}`, name, cells }));
    this.all = [...this.entries, ...this.paths];
    this.dirs = [...new Set([...(this.shape ? [] : [ACROSS, DOWN]), ...this.all.map((entry) => entry.dir)])];
    this._entryOf = Object.fromEntries(this.dirs.map((dir) => [dir, []]));
    this.all.forEach((entry, index) => {
      entry.index = index;
      for (const cell of entry.cells) this._entryOf[entry.dir][cell] = entry;
    });
  }

  /** The other directions, in the order in which the cursor turns to them. */
  othersThan(dir) {
    const place = this.dirs.indexOf(dir);
    return [...this.dirs.slice(place + 1), ...this.dirs.slice(0, Math.max(place, 0))];
  }

  isOpen(cell) {
    return this.kinds[cell] === OPEN;
  }

  /** Whether an entry continues from a cell to the next one in this direction. */
  isJoined(cell, dir) {
    const next = dir === ACROSS ? cell + 1 : cell + this.cols;
    const inside = dir === ACROSS ? next % this.cols !== 0 : next < this.size;
    const bars = dir === ACROSS ? this.barsRight : this.barsBelow;
    return inside && this.isOpen(cell) && this.isOpen(next) && !bars.has(cell);
  }

  /** The entry of a cell in a direction, or null. */
  entryAt(cell, dir) {
    return this._entryOf[dir]?.[cell] ?? null;
  }

  /** The name of a cell for people, as in "row 2, column 5". */
  placeName(cell) {
    this._placeNames[cell] ??= translated("row {row}, column {col}", { row: Math.floor(cell / this.cols) + 1, col: (cell % this.cols) + 1 });
    return this._placeNames[cell];
  }

  /** The cell beside a cell, or -1 at the edge. */
  beside(cell, dr, dc) {
    if (this.shape) return this.shape.beside[cell][dr ? dr + 1 : 2 - dc];
    const row = Math.floor(cell / this.cols) + dr;
    const col = (cell % this.cols) + dc;
    const inside = row >= 0 && row < this.rows && col >= 0 && col < this.cols;
    return inside ? row * this.cols + col : -1;
  }

  /** Args: given: of a text in rows, the cells whose letters are printed; else null. */
  _findEntries(given) {
    const found = { [ACROSS]: [], [DOWN]: [] };
    let number = 0;
    for (let cell = 0; cell < this.size; cell++) {
      for (const dir of [ACROSS, DOWN]) {
        const before = dir === ACROSS ? cell - 1 : cell - this.cols;
        if (before >= 0 && this.isJoined(before, dir)) continue;
        const step = dir === ACROSS ? 1 : this.cols;
        const cells = [cell];
        while (this.isJoined(cells[cells.length - 1], dir)) cells.push(cells[cells.length - 1] + step);
        const isEntry = given ? dir === ACROSS && cells.some((at) => this.isOpen(at) && !given.has(at)) : cells.length > 1;
        if (!isEntry) continue;
        if (!this.numbers[cell]) this.numbers[cell] = ++number;
        found[dir].push({ dir, number: this.numbers[cell], cells });
      }
    }
    return [...found[ACROSS], ...found[DOWN]];
  }
}

// A cursor is {at, dir}: a cell, and the direction in which typing goes on.

/** A cursor on a cell: its direction is kept if the cell has an entry there. */
export function cursorOn(board, at, dir) {
  if (board.entryAt(at, dir)) return { at, dir };
  return { at, dir: board.othersThan(dir).find((other) => board.entryAt(at, other)) ?? dir };
}

/** The next other direction in which the cell has an entry. */
export function turned(board, cursor) {
  const others = board.othersThan(cursor.dir);
  const dir = board.isOpen(cursor.at) ? others.find((other) => board.entryAt(cursor.at, other)) : others[0];
  return dir ? { ...cursor, dir } : cursor;
}

/** The directions of up to two entries at the cursor, its own first. */
export function directionsAt(board, { at, dir }) {
  return [...new Set([dir, ACROSS, DOWN])].filter((each) => board.entryAt(at, each)).slice(0, 2);
}

/** The next open cell that way, or -1 if there is none. */
export function openBeside(board, cell, dr, dc) {
  let at = board.beside(cell, dr, dc);
  for (let n = 0; at >= 0 && !board.isOpen(at); n++) at = n < board.size ? board.beside(at, dr, dc) : -1;
  return at;
}

/**
 * An arrow key: the first one across the direction only turns the cursor; then it moves.
 * On boards of other shapes than a rectangle it moves at once, along an entry if it can.
 * `skipsBlocks`: whether it moves to the next open cell, as in solving, or to any cell.
 */
export function arrowed(board, cursor, dr, dc, skipsBlocks) {
  if (board.shape) {
    const at = openBeside(board, cursor.at, dr, dc);
    const isAlong = (dir) => board.entryAt(at, dir) && board.entryAt(at, dir) === board.entryAt(cursor.at, dir);
    return at < 0 ? cursor : cursorOn(board, at, [cursor.dir, ...board.dirs].find(isAlong) ?? cursor.dir);
  }
  const dir = dr === 0 ? ACROSS : DOWN;
  if (dir !== cursor.dir && board.entryAt(cursor.at, dir)) return { at: cursor.at, dir };
  const at = skipsBlocks ? openBeside(board, cursor.at, dr, dc) : board.beside(cursor.at, dr, dc);
  if (at < 0) return { ...cursor, dir };
  return skipsBlocks ? cursorOn(board, at, dir) : { at, dir };
}

/** The first cell of the next (step 1) or previous entry (-1); an empty one if it has any. */
export function entryAfter(board, cursor, step, isEmpty, entries = board.all) {
  const n = entries.length;
  if (!n) return cursor;
  const current = board.entryAt(cursor.at, cursor.dir);
  const from = current ? current.index : step > 0 ? -1 : 0;
  return entryStart(entries[(from + step + n) % n], isEmpty);
}

/** The next entry with an empty cell, or just the next one when all are full. */
export function openEntryAfter(board, cursor, isEmpty) {
  let next = cursor;
  for (let tried = 0; tried < board.entries.length; tried++) {
    next = entryAfter(board, next, 1, isEmpty);
    if (isEmpty(next.at)) return next;
  }
  return entryAfter(board, cursor, 1, isEmpty);
}

/** A cursor at the first empty cell of an entry, or at its first cell. */
export function entryStart(entry, isEmpty) {
  return { at: entry.cells.find(isEmpty) ?? entry.cells[0], dir: entry.dir };
}

/** One cell forward (1) or back (-1) within the entry; the same cell at its end. */
export function stepped(board, cursor, step) {
  const entry = board.entryAt(cursor.at, cursor.dir);
  if (!entry) return cursor;
  const at = entry.cells[entry.cells.indexOf(cursor.at) + step];
  return at === undefined ? cursor : { ...cursor, at };
}

/** The first (0) or last (-1) cell of the entry. */
export function entryEnd(board, cursor, which) {
  const entry = board.entryAt(cursor.at, cursor.dir);
  return entry ? { ...cursor, at: entry.cells.at(which) } : cursor;
}

/**
 * Where the cursor goes after a letter: to the next empty cell of the entry, from its end to the
 * first empty one; when it replaced a letter, or the entry is full, to the next cell.
 */
export function advanced(board, cursor, wasEmpty, isEmpty) {
  const entry = board.entryAt(cursor.at, cursor.dir);
  if (!entry) return cursor;
  const place = entry.cells.indexOf(cursor.at);
  if (wasEmpty) {
    const round = [...entry.cells.slice(place + 1), ...entry.cells.slice(0, place)];
    const at = round.find(isEmpty);
    if (at !== undefined) return { ...cursor, at };
  }
  return stepped(board, cursor, 1);
}

/** Whether a letter above its column, before a row, is written in it, with those like it further up. */
export function isUsed(board, letters, openCells, row, at) {
  if (at >= row * board.cols) return false;
  const same = openCells.filter((other) => (other - at) % board.cols === 0 && letters[other] === letters[at]);
  return same.filter((other) => other <= at).length <= same.filter((other) => other > row * board.cols).length;
}
