// The formatting of clues: `<i>Macbeth</i>`, as it is typed, kept and shown.

import { h } from "./vendor/preact-htm.js";

const TAG = /<(\/?)(b|i|u|s|sub|sup)>/g;
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escaped = (text) => text.replace(/[&<>]/g, (char) => ESCAPES[char]);
const unescaped = (text) => text.replace(/&(lt|gt|amp);/g, (_, name) => ({ lt: "<", gt: ">", amp: "&" })[name]);

/** The pieces of a text: strings, and [tag, pieces]; null where tags are not in pairs. */
function parsed(source) {
  const open = [["", []]];
  let at = 0;
  const add = (text) => text && open.at(-1)[1].push(text);
  for (const found of source.matchAll(TAG)) {
    add(source.slice(at, found.index));
    at = found.index + found[0].length;
    if (!found[1]) open.push([found[2], []]);
    else if (open.at(-1)[0] !== found[2]) return null;
    else open.at(-2)[1].push(open.pop());
  }
  add(source.slice(at));
  return open.length === 1 ? open[0][1] : null;
}

const textOf = (pieces) => pieces.map((piece) => (typeof piece === "string" ? piece : textOf(piece[1]))).join("");

/** What is kept of a clue that is typed: tags that are not in pairs are text. */
export function formatted(source) {
  const pieces = parsed(source);
  if (!pieces || pieces.every((piece) => typeof piece === "string")) return { text: source, markup: "" };
  const markup = (some) => some.map((piece) => (typeof piece === "string" ? escaped(piece) : `<${piece[0]}>${markup(piece[1])}</${piece[0]}>`)).join("");
  return { text: textOf(pieces), markup: markup(pieces) };
}

/** What is typed for a clue. */
export const sourceOf = (clue) => (clue?.markup ? unescaped(clue.markup) : clue?.text ?? "");

/** A clue as elements. */
export function shownClue(clue) {
  const pieces = clue?.markup ? parsed(clue.markup) : null;
  const show = (some) => some.map((piece) => (typeof piece === "string" ? unescaped(piece) : h(piece[0], null, show(piece[1]))));
  return pieces ? show(pieces) : clue?.text ?? "";
}

/** Puts tags around what is selected in a field, or takes them away; the new text. */
export function wrapped(field, tag) {
  const { value, selectionStart: from, selectionEnd: to } = field;
  const [begin, end] = [`<${tag}>`, `</${tag}>`];
  const isInside = value.slice(0, from).endsWith(begin) && value.slice(to).startsWith(end);
  if (isInside) field.setRangeText(value.slice(from, to), from - begin.length, to + end.length, "select");
  else field.setRangeText(begin + value.slice(from, to) + end, from, to, "end");
  if (!isInside) field.setSelectionRange(from + begin.length, to + begin.length);
  return field.value;
}
