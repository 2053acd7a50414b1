// How a page to solve is printed: all on one sheet where that is legible.

import { byId } from "./dom.js";

// Sizes of type in points, and sides of the grid in mm, the largest first.
const STEPS = [[8.1, 100], [7.8, 94], [7.5, 88], [7.2, 82], [7, 76]];
const COLUMNS = 4;
const ROOM_MM = 234; // below the title, on Letter, which is lower than A4
const LINE_MM = 33; // of a clue beside its number
const MM = 25.4 / 72; // in a point
const CHARACTER = 0.44; // of the size of type, on average
const PADDING = 1.8; // points between clues
const HEADING_MM = 9;
const NOTES = { character: 1 / 130, line: 4.5, around: 2 }; // lines in a character, and mm
const FOOT_MM = 7; // with the space above it

/** The height of lists of clues in mm. Args: lengths: of clues, in characters. */
function heightOf(lengths, type) {
  const perLine = LINE_MM / (CHARACTER * type * MM);
  const lines = lengths.reduce((n, length) => n + Math.ceil((length + 1) / perLine), 0);
  return (lines * 1.22 * type * MM + lengths.length * PADDING * MM + 2 * HEADING_MM) / COLUMNS + 5;
}

/** Chooses the sizes for print: the largest with which one sheet is enough; the usual ones if none is. */
export function fitPaper() {
  const lengths = [...byId("lists").querySelectorAll(".clue span, .bank li")].map((each) => each.textContent.length);
  const length = document.querySelector(".notes")?.textContent.length ?? 0;
  const notes = length ? NOTES.around + NOTES.line * Math.ceil(length * NOTES.character) : 0;
  const foot = [...document.querySelectorAll("footer > :not(.saved)")].some((part) => part.textContent.trim()) ? FOOT_MM : 0;
  const fits = STEPS.find(([type, grid]) => grid + 4 + notes + foot + heightOf(lengths, type) <= ROOM_MM) ?? STEPS[0];
  document.documentElement.style.setProperty("--print-type", `${fits[0]}pt`);
  document.documentElement.style.setProperty("--print-grid", `${fits[1]}mm`);
}
