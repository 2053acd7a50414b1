// Clues belong to words: whether a clue is for the word that its entry has, and how many are written.

import { wordOf } from "./answers.js";
import { boardOf, clueKey } from "./state.js";

/** What the entries of a clue's answer spell together; "" unless all of them are full. */
function wholeWord(doc, entry, clue) {
  const { entries } = boardOf(doc);
  const parts = [entry, ...(clue.continued ?? []).map((key) => entries.find((each) => clueKey(each) === key))].map((each) => each && wordOf(doc, each));
  return parts.every(Boolean) ? parts.join("") : "";
}

/** The word that the clue of an entry was written for, where the entry has another one, or none yet; else "". */
export function otherWord(doc, entry) {
  const clue = doc.clues[clueKey(entry)];
  return clue?.text && clue.word && clue.word !== wholeWord(doc, entry, clue) ? clue.word : "";
}

/** The entries that need a clue: not those in which the answer of another one goes on. */
export function cluedEntries(doc) {
  const later = new Set(Object.values(doc.clues).flatMap((clue) => (clue.text ? clue.continued ?? [] : [])));
  return boardOf(doc).entries.filter((each) => !each.name && !later.has(clueKey(each)));
}

/** The entries without a clue, and those whose clue is for another word; of `n` that need one. */
export function clueGaps(doc) {
  const entries = cluedEntries(doc);
  const missing = entries.filter((each) => !doc.clues[clueKey(each)]?.text.trim());
  const others = entries.filter((each) => !missing.includes(each) && otherWord(doc, each));
  return { n: entries.length, written: entries.length - missing.length - others.length, missing, others };
}

/** The next entry after one that needs a clue, or whose clue is for another word; undefined where all have theirs. */
export function nextGap(doc, entry) {
  const { missing, others } = clueGaps(doc);
  const { entries } = boardOf(doc);
  const at = entries.indexOf(entry) + 1;
  return [...entries.slice(at), ...entries.slice(0, at)].find((each) => missing.includes(each) || others.includes(each));
}

/** "76 of 78 written, 2 for other words". */
export function clueCount(doc) {
  const { n, written, others } = clueGaps(doc);
  return `${written} of ${n} written${others.length ? `, ${others.length} for other words` : ""}`;
}
