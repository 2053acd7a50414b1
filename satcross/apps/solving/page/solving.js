// What the pages to solve a crossword or a word search share.

import { byId, tendTheme } from "./dom.js";

/** Shows a message below the grid; `isWell` for good news. */
export function say(text, isWell = false) {
  const status = byId("status");
  status.textContent = text;
  status.classList.toggle("well", isWell);
}

/** How a timer starts: as this browser has kept it, or else with `seconds`, running or not. */
export const timerStart = (kept, seconds, runs) => ({
  seconds: kept?.seconds ?? seconds,
  runs: (kept?.runs ?? runs) && !kept?.solved,
  solved: kept?.solved ?? false,
});

/** By name, the actions that both pages have. */
export const commonActions = ({ store, timer, grid }) => ({
  undo: () => store.undo(),
  redo: () => store.redo(),
  keys: () => byId("keys").showModal(),
  pause: () => {
    timer.toggle();
    if (timer.runs) grid.focus();
  },
  print: () => window.print(),
  clear: () => byId("clear").showModal(),
  theme: tendTheme(),
});

/** Runs the action of a button that is pressed: that of its `data-do`. */
export function tendButtons(run, { timer, grid }) {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-do]");
    if (!button) return;
    run[button.dataset.do]();
    // A menu closes, and the browser takes the focus from its button only at the next frame: keys
    // that come before are meant for the grid.
    if (button.closest("details.menu") && !document.querySelector("dialog[open]") && timer.runs) grid.focus();
  });
}

/** Starts again when the dialog about that is confirmed. */
export function tendClear(store, timer, save) {
  byId("clear").addEventListener("close", () => {
    if (byId("clear").returnValue !== "clear") return;
    store.dispatch("clear");
    timer.restart();
    say("");
    save();
  });
}
