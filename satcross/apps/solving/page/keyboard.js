// From key presses to the names of actions, by one table that also makes the sheet of keys.

import { byId, element } from "./dom.js";
import { translated } from "./texts.js";

/** A letter or digit that a cell can hold, in capitals; "" for any other key. */
export function letterOf(event) {
  const plain = !(event.ctrlKey || event.metaKey || event.altKey) || event.getModifierState("AltGraph");
  if (!plain || !/^[\p{L}\p{N}]$/u.test(event.key)) return "";
  const capital = event.key.toUpperCase();
  return [...capital].length === 1 ? capital : event.key;
}

/** The name of a key with its modifiers, as in "Shift+Tab", "Ctrl+Z" (on a Mac, ⌘) or "Alt+L". */
export function keyName(event) {
  let key = event.key === " " ? "Space" : event.key;
  // AltGr only types a character, though some systems report it as Ctrl and Alt.
  const types = event.getModifierState("AltGraph");
  const alt = event.altKey && !types;
  // With Alt some layouts type another character, or none yet: then the key's place counts.
  if (alt && !/^[a-z]$/i.test(key) && /^(Key|Digit)/.test(event.code)) key = event.code.replace(/^(Key|Digit)/, "");
  if (key.length === 1) key = key.toUpperCase();
  const parts = [];
  if ((event.ctrlKey || event.metaKey) && !types) parts.push("Ctrl");
  if (alt) parts.push("Alt");
  if (event.shiftKey && (key.length > 1 || /[\p{L}\p{N}]/u.test(key))) parts.push("Shift");
  return [...parts, key].join("+");
}

/**
 * Handles a key while several letters are typed into one cell.
 *
 * @param {string} rebus the letters so far
 * @param {function(?string)} set takes the new letters, or null to give them up
 * @param {function()} commit writes them into the cell
 * @param {string} marks what can be typed beside letters and digits
 * @returns {boolean} whether the key has no further effect
 */
export function rebusKey(event, rebus, set, commit, marks = "") {
  const letter = letterOf(event) || (marks.includes(event.key) ? event.key : "");
  if (letter) set(rebus + letter);
  else if (event.key === "Backspace") set([...rebus].slice(0, -1).join(""));
  else if (event.key === "Escape") set(null);
  else if (event.key === "Enter" || event.key === "Insert") commit();
  else {
    if (event.key === "Tab" || event.key in ARROWS) commit();
    return false;
  }
  return true;
}

/**
 * From the name of a key to a binding.
 *
 * @param {{keys: string, action: string}[]} table `keys`: names with blanks between them
 */
export function keyMap(table) {
  const map = new Map();
  for (const binding of table) {
    for (const key of binding.keys.split(" ")) map.set(key, binding);
  }
  return map;
}

const SHOWN = {
  ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Escape: "Esc", Backspace: "⌫",
  Delete: "Del", Enter: "⏎", Insert: "Ins", Space: "␣",
};

/** A key's name as printed on keyboards. */
export function shownKey(name) {
  const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);
  const parts = name === "+" ? ["+"] : name.split("+");
  return parts
    .map((part) => (part === "Ctrl" && isMac ? "⌘" : part === "Alt" && isMac ? "⌥" : SHOWN[part] ?? part))
    .join(isMac ? "" : "+");
}

/** Fills the sheet of keys: the keys and the text of each binding that has one. */
export function showKeys(table) {
  const row = (binding) => {
    const names = binding.keys.split(" ").flatMap((name) => [element("kbd", {}, shownKey(name)), " "]);
    return element("tr", {}, element("th", { scope: "row" }, ...names), element("td", {}, translated(binding.text)));
  };
  byId("keys-table").replaceChildren(...table.filter((binding) => binding.text).map(row));
}

// What solvers and constructors have in their fingers.
export const MOVES = [
  { keys: "ArrowLeft ArrowRight ArrowUp ArrowDown", action: "arrow", text: "Turn to that direction, then move" },
  { keys: "Space", action: "turn", text: "Turn: across or down", short: "Across or down" },
  { keys: "Tab Enter", action: "next", text: "Next entry" },
  { keys: "Shift+Tab Shift+Enter", action: "previous", text: "Previous entry" },
  { keys: "Home", action: "home", text: "First cell of the entry" },
  { keys: "End", action: "end", text: "Last cell of the entry" },
  { keys: "Backspace", action: "backspace", text: "Clear, and step back" },
  { keys: "Delete", action: "delete", text: "Clear", short: "Clear cell" },
  { keys: "Escape Insert", action: "rebus", text: "Several letters in one cell", short: "Rebus" },
  { keys: "Ctrl+Z", action: "undo", text: "Undo" },
  { keys: "Ctrl+Shift+Z Ctrl+Y", action: "redo", text: "Redo" },
  { keys: "F6", action: "leave", text: "Leave the grid: to the next part of the page" },
  { keys: "?", action: "keys", text: "This sheet", short: "Keys" },
];

export const ARROWS = {
  ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0],
};

/** The rows and columns that an arrow goes on by; in a grid from right to left, ← goes forward. */
export function arrowStep(event) {
  const [down, right] = ARROWS[event.key];
  return [down, document.dir === "rtl" || "rtl" in document.body.dataset ? -right : right];
}
