// The bottom of the workbench: what is proved, what is being worked on, what is saved, the history.

import { UNLISTED, forcedOf, isUnset, unlistedOf, unsetText } from "./answers.js";
import { isFull } from "./twotexts.js";
import { Do } from "./ui.js";
import { html } from "./vendor/preact-htm.js";

const VERDICTS = {
  fillable: ["yes", "Fillable"],
  impossible: ["nope", "Impossible, proved"],
  searching: ["open", "Searching"],
};

const TROUBLES = {
  lost: "No connection to the server; what you do is kept here, and sent when it is back.",
  strange: "No connection: the server was restarted. Open the address that it printed, and this page continues.",
};

export function Footer({ app, state }) {
  const { doc, live, answers } = state;
  if (!doc) return null;
  const isLost = live.connection in TROUBLES;
  const [className, text] = verdictOf(doc, answers, live);
  const openCells = doc.cells.filter((cell) => (cell.kind ?? "open") === "open");
  const empty = openCells.filter((cell) => !isFull(cell.letter ?? "")).length;
  const forced = Object.keys(forcedOf(answers)).filter((at) => !doc.cells[at].letter).length;
  const dead = answers.consistency?.dead ?? [];
  const isEarly = isUnset(doc, answers);
  const facts = [
    empty ? `${empty} of ${openCells.length} cells empty` : "full",
    answers.consistency?.problem,
    ...unlistedFacts(doc, answers),
    isEarly ? unsetText(answers) : dead.length && `no word for ${first(dead, 4)}`,
    forced && `${forced} forced`,
  ];
  return html`
    <button type="button" class="plain verdict ${className}" title=${answers.verdict?.why ?? ""} onClick=${() => app.dispatch("panel", "stuck")}>${text}</button>
    <span class="facts">${facts.filter(Boolean).join(" · ")}</span>
    ${isLost ? html`<span class="trouble">${TROUBLES[live.connection]}</span>` : null}
    <span class="doing">${isLost || (isEarly && !Object.keys(live.asked).length) ? "" : doing(live)}</span>
    ${live.readOnly ? html`<span class="saved trouble">Read-only: ${live.readOnly}</span>` : html`<span class="saved ${live.trouble ? "trouble" : ""}">${live.trouble || (live.pending.length ? isLost ? "Not saved yet" : "Saving…" : live.saved >= live.revision ? "All changes saved" : "Saving…")}${live.tabs > 1 ? ` · ${live.tabs} tabs` : ""}</span>`}
    <span class="hist"><${Do} app=${app} action="history" className="plain" /></span>`;
}

/** The class and the text of the verdict. "Fillable" alone is about words of the lists only. */
export function verdictOf(doc, answers, live) {
  if (live.connection in TROUBLES && !answers.verdict) return ["open", "Not searched"];
  if (isUnset(doc, answers)) return ["open", "Not yet a pattern"];
  if (answers.consistency?.problem) return ["warn", "Not searched"];
  const verdict = answers.verdict?.verdict;
  if (verdict !== "fillable" || !Object.keys(unlistedOf(doc, answers)).length) return VERDICTS[verdict] ?? VERDICTS.searching;
  const isWhole = doc.cells.every((cell) => (cell.kind ?? "open") !== "open" || isFull(cell.letter ?? ""));
  return ["warn", isWhole ? "Full, not all words listed" : "Fillable, not all words listed"];
}

/** "4D, 5D and 7 more". */
const first = (names, n) => names.slice(0, n).join(", ") + (names.length > n ? ` and ${names.length - n} more` : "");

/** "2 entries in no list: 69A XQZW, 3D FOO", for each reason. */
function unlistedFacts(doc, answers) {
  const entries = Object.entries(unlistedOf(doc, answers));
  return Object.keys(UNLISTED).map((why) => {
    const some = entries.filter(([, each]) => each.why === why).map(([name, { word }]) => `${name} ${word}`);
    return some.length && `${some.length} ${some.length === 1 ? "entry" : "entries"} ${UNLISTED[why]}: ${first(some, 3)}`;
  });
}

function doing({ engine }) {
  if (engine.state === "working" || engine.state === "starting") return (engine.doing && `${engine.doing}…`) || (engine.state === "starting" ? "Starting the engine…" : "");
  if (engine.state === "restarted") return "The engine was started again";
  if (engine.state === "failed") return `The engine failed: ${engine.doing}`;
  return "";
}
