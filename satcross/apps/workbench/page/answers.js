// What is known about the crossword, and what of it still holds after an edit.
// Every answer here is of the revision that is shown: what might be wrong is left out.

import { isKnown } from "./edits.js";
import { isFull, readIn } from "./twotexts.js";

export const NOTHING = Object.freeze({ verdict: null, lists: [] });

/** The pattern of an entry as the server writes it: a letter, or a dot, for each cell. */
export function patternOf(doc, entry) {
  return entry.cells.map((at) => readIn(doc.cells[at].letter ?? "", entry.dir) || "·").join("");
}

/** The word of an entry once it is full, else "": of a treated one, that which is read from it. */
export function wordOf(doc, entry, treated) {
  const letters = entry.cells.map((at) => readIn(doc.cells[at].letter ?? "", entry.dir));
  if (!letters.every(Boolean)) return "";
  return treated ? treated.word : letters.join("");
}

/** The second of two readings of a full entry, where there is one; else "". */
export function secondOf(doc, entry) {
  const texts = entry.cells.map((at) => doc.cells[at].letter ?? "");
  return texts.every(isFull) && texts.some((text) => text.includes("/")) ? texts.map((text) => text.split("/")[1] ?? readIn(text, entry.dir)).join("") : "";
}

/** The letters that are proved to be the only ones, by cell. Without a fill there are none. */
export function forcedOf({ verdict, consistency, forced }) {
  return verdict?.verdict === "impossible" ? {} : { ...consistency?.forced, ...forced };
}

/** Why an entry is not one of the words, for people. */
export const UNLISTED = { unknown: "in no list", banned: "banned", score: "below the minimum score", form: "no form of a word", "": "not in the lists" };

/** By name, the full entries that are not among the words, but for the setter's own theme entries. */
export function unlistedOf(doc, { consistency }) {
  return Object.fromEntries(Object.entries(consistency?.unlisted ?? {}).filter(([, { cells }]) => !cells.every((at) => doc.cells[at].theme)));
}

/** Whether nothing has been set in a grid yet: no letter, no block, no bar. */
export const isBare = (doc) => !doc.bars_right.length && !doc.bars_below.length && doc.cells.every((cell) => !cell.letter && !cell.kind);

/** Whether a grid without a fill, which alarms nobody, is not a pattern yet: bare, or with more entries of some length than there are words. */
export const isUnset = (doc, { verdict, consistency }) => Boolean(consistency?.lacking?.length) || (isBare(doc) && (verdict?.verdict === "impossible" || Boolean(consistency?.dead?.length)));

/** What a grid that is not a pattern yet needs, for people. */
export function unsetText({ consistency }) {
  const found = (consistency?.lacking ?? []).map(({ length, words, entries }) =>
    words ? `only ${words.toLocaleString("en")} of the ${entries} words of ${length} letters that it needs` : `no words of ${length} letters`);
  return found.length ? `the list has ${found.join(", ")}: place blocks` : "place blocks, or bars";
}

/** Whether an edit only put letters into empty cells: then no more words fit than before. */
function isNarrowing(doc, edit) {
  return edit.edit === "letters" && Object.entries(edit.cells).every(([at, letter]) => letter && !doc.cells[at].letter);
}

/**
 * The answers that hold after an edit of the page, until the server has sent others.
 *
 * @param doc the document before the edit
 * @param {function} entryNamed the entry with a name, or undefined
 */
export function carried(answers, doc, edit, entryNamed) {
  if (NEUTRAL.has(edit.edit) || !isKnown(edit)) return answers;
  if (!isNarrowing(doc, edit)) return NOTHING;
  const typed = Object.entries(edit.cells);
  const { verdict, consistency } = answers;
  const agrees = verdict?.witness && typed.every(([at, letter]) => verdict.witness[at] === letter);
  const isImpossible = verdict?.verdict === "impossible";
  return {
    ...NOTHING,
    verdict: agrees || isImpossible ? verdict : null,
    why: isImpossible && !answers.why?.typed ? answers.why : undefined,
    consistency,
    forced: answers.forced,
    lists: answers.lists.map((list) => narrowed(list, entryNamed(list.entry), edit.cells, agrees && verdict.witness)),
  };
}

// Edits after which everything that is known still holds.
const NEUTRAL = new Set(["circle", "given", "shade", "about", "clue", "symmetry"]);

/** A list of candidates without those that a letter excludes. Dead words stay dead. */
function narrowed(list, entry, letters, witness) {
  if (!entry) return list;
  const fits = entry.cells.map((at) => letters[at] ?? "");
  const isPlain = fits.every((letter) => letter.length <= 1);
  const touched = fits.some(Boolean);
  const words = !touched || !isPlain ? list.words : list.words.filter(([word]) => fits.every((letter, i) => !letter || word[i] === letter));
  const good = witness ? entry.cells.map((at) => witness[at]).join("") : "";
  return { ...list, n_open: undefined, n_left: touched ? undefined : list.n_left, n: touched ? null : list.n, promises: {}, words: words.map(([word, score, mark, written]) => [word, score, word === good ? "good" : mark === "good" ? "open" : mark, written]) };
}

const HAVE_PROBLEMS = { consistency: true, candidates: true, why: true, check: true }; // beside what they say

/** The answers with one more from the server. */
export function withAnswer(answers, message) {
  const { question } = message;
  if (message.problem && !(question in HAVE_PROBLEMS)) return answers; // there is none for this grid
  switch (question) {
    case "candidates":
      return { ...answers, lists: message.lists.map((list) => withMarks(list, answers.marks?.[list.entry])) };
    case "marks": {
      const marks = { ...answers.marks };
      for (const [entry, some] of Object.entries(message.marks)) marks[entry] = { ...marks[entry], ...some };
      return { ...answers, marks, lists: answers.lists.map((list) => withMarks(list, message.marks[list.entry])) };
    }
    case "letters":
      return {
        ...answers,
        letters: { ...answers.letters, ...message.cells },
        n_unknown: message.n_unknown,
        forced: { ...answers.forced, ...message.forced },
      };
    case "verdict":
      return { ...answers, verdict: message, why: message.verdict === "impossible" ? answers.why : undefined };
    case "lists": // "lists" are those of candidates
      return { ...answers, lists_read: message };
    case "best":
      return { ...answers, best: { ...answers.best, [message.goal]: message } };
    default:
      return { ...answers, [question]: message };
  }
}

function withMarks(list, marks) {
  if (!marks) return list;
  return { ...list, words: list.words.map(([word, score, mark, written]) => [word, score, marks[word] ?? mark, written]) };
}
