// Cells of two texts, as in grid text: C/B has a letter for each of two readings, ON|OFF is read across
// and down. A dot is an open side.

import { DOWN } from "./board.js";

const sidesOf = (text) => text.split(/[/|]/);
const markOf = (text) => /[/|]/.exec(text)?.[0] ?? "";
const sideIn = (text, dir) => (markOf(text) === "|" && dir === DOWN ? 1 : 0);

/** Whether a cell has all of its letters. */
export const isFull = (text) => Boolean(text) && !sidesOf(text).includes(".");

/** Whether a cell of two texts has none of its letters. */
export const isBlank = (text) => Boolean(markOf(text)) && sidesOf(text).every((side) => side === ".");

/** What is read in a direction, in the first of two readings; "" where that is open. */
export function readIn(text, dir) {
  const side = sidesOf(text)[sideIn(text, dir)];
  return side === "." ? "" : side;
}

/** The text of a cell with other letters on the side that is read in a direction. */
export function withRead(text, dir, letters) {
  const sides = sidesOf(text);
  sides[sideIn(text, dir)] = letters;
  return sides.join(markOf(text));
}

/** The text of a cell after a letter was typed: of two readings in the first open side, or anew. */
export function typedInto(text, dir, letter) {
  if (markOf(text) !== "/") return withRead(text, dir, letter);
  const [first, second] = sidesOf(text);
  return first !== "." && second === "." ? `${first}/${letter}` : `${letter}/${first === "." ? second : "."}`;
}

/** The text of a cell without its letters; a cell of two texts stays one. */
export const emptied = (text) => (markOf(text) ? `.${markOf(text)}.` : "");
