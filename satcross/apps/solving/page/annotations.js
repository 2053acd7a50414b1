// What explains the answers: below the clues once the grid is solved or revealed.

import { element } from "./dom.js";
import { opened } from "./sealed.js";

/**
 * Shows the annotations of a puzzle when it is solved, and hides them when it is not.
 * @param texts Sealed, a text for each clue or "".
 */
export function tendAnnotations(store, isSolved, texts, clueButtons) {
  const notes = opened(texts) ?? [];
  const shown = clueButtons.flatMap((button, index) => {
    if (!notes[index]) return [];
    const note = element("small", { class: "annotation", hidden: true }, notes[index]);
    button.after(note);
    return [note];
  });
  const tend = (state) => shown.forEach((note) => (note.hidden = !isSolved(state)));
  store.subscribe(tend);
  tend(store.state);
}
