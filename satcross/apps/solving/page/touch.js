// Keys on the screen, for fingers: a phone's own keyboard would cover the grid and correct words.

import { element } from "./dom.js";
import { translated } from "./texts.js";

const ROWS = ["QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"];

const PRESSED = { Rebus: "Insert", Block: "." }; // which key of a keyboard does the same

/**
 * Fills an element with keys. The page hears them as those of a keyboard.
 *
 * @param {string[]} letters those that the puzzle has; others than A to Z get a row of their own
 * @param {boolean} hasBlock whether there is a key for blocks
 */
export function touchKeys(root, letters, hasBlock = false) {
  const others = letters.filter((letter) => !/^[A-Z]$/.test(letter)).sort();
  const isLatin = others.length < letters.length || !letters.length;
  const rows = isLatin ? ROWS.map((row) => [...row]) : [];
  for (let i = 0; i < others.length; i += 11) rows.push(others.slice(i, i + 11));
  const key = (value, label = value, wide = false) =>
    element("button", { type: "button", "data-key": value, class: wide && "wide", tabindex: -1, "aria-label": label }, wide || value);
  const lines = rows.map((row) => row.map((letter) => key(letter)));
  if (hasBlock) lines.at(-2).push(key("Block", "Block", "■"));
  lines.at(-1).unshift(key("Rebus", translated("Several letters in one cell"), translated("Rebus")));
  lines.at(-1).push(key("Backspace", translated("Clear"), "⌫"));
  root.replaceChildren(...lines.map((line) => element("div", {}, ...line)));
  root.addEventListener("click", (event) => {
    const name = event.target.closest("button")?.dataset.key;
    if (name) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: PRESSED[name] ?? name, bubbles: true, cancelable: true }));
  });
}
