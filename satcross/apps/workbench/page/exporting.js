// Export: what is not finished, and what there is, in groups.

import { UNLISTED, unlistedOf } from "./answers.js";
import { clueGaps } from "./cluewords.js";
import { request } from "./connection.js";
import { DECLARED } from "./declared.js";
import { Dialog } from "./dialog.js";
import { counted } from "./dom.js";
import { PrintChoices } from "./printing.js";
import { Share } from "./sharing.js";
import { entryName } from "./state.js";
import { isFull } from "./twotexts.js";
import { Do } from "./ui.js";
import { html, useState } from "./vendor/preact-htm.js";

/** What is not finished yet, for people; "" where all is. */
function lacking({ doc, answers }) {
  const n = doc.cells.filter((cell) => (cell.kind ?? "open") === "open" && !isFull(cell.letter ?? "")).length;
  const unlisted = Object.entries(unlistedOf(doc, answers));
  const { n: clues, missing, others } = clueGaps(doc);
  const remarks = Object.values(doc.clues).reduce((sum, each) => sum + (each.remarks?.length ?? 0), 0);
  const named = (names) => `(${names.slice(0, MOST_NAMED).join(", ")}${names.length > MOST_NAMED ? ", …" : ""})`;
  const unlistedFor = ([why, text]) => {
    const names = unlisted.filter(([, each]) => each.why === why).map(([name]) => name);
    return names.length && `${names.length === 1 ? "1 entry is" : `${names.length} entries are`} ${text} ${named(names)}`;
  };
  const parts = [
    n && `${counted(n, "cell")} ${n === 1 ? "is" : "are"} empty`,
    missing.length && (missing.length === clues ? "no clue is written" : `${missing.length} of ${counted(clues, "clue")} ${missing.length === 1 ? "is" : "are"} missing`),
    others.length && `${counted(others.length, "clue")} ${others.length === 1 ? "is" : "are"} for ${others.length === 1 ? "another word" : "other words"} ${named(others.map(entryName))}`,
    remarks && `${counted(remarks, "note")} of reviewers ${remarks === 1 ? "is" : "are"} open`,
    ...Object.entries(UNLISTED).map(unlistedFor),
    !doc.title.trim() && "there is no title",
  ];
  return parts.filter(Boolean).join("; ");
}

const MOST_NAMED = 8;

export function Export({ app, state, close }) {
  const lacks = lacking(state);
  const [n, setN] = useState(0); // how often a choice was changed, with which links change
  const link = (format, part, text, className) => html`<a class=${className} href=${app.exportUrl(format, part)} download onClick=${(event) => {
    event.preventDefault();
    app.download(event.target.href);
  }}>${text}</a>`;
  const one = ({ name, title, suffix, parts }) => html`<li key=${name}>
    ${link(name, "", `${title} (${suffix.match(/\.\w+$/)})`, "button")}
    ${Object.entries(parts).map(([part, text]) => link(name, part, text))}</li>`;
  const exports = app.info?.exports ?? [];
  const inGroup = (use) => html`<ul class="exports">${exports.filter((each) => (each.use in USES ? each.use : "") === use).map(one)}</ul>`;
  const others = DECLARED.filter(({ menu }) => menu === "File");
  return html`<${Dialog} title="Export" close=${close} wide=${true}>
    ${lacks ? html`<p class="warning" role="status">Not finished: ${lacks}.</p>` : null}
    <div class="uses">${Object.entries(USES).map(([use, title]) => html`<section key=${use}><h3>${title}</h3>${inGroup(use)}
      ${use === "print" ? html`<${PrintChoices} doc=${state.doc} changed=${() => setN(n + 1)} /><p class="row"><${Do} app=${app} action="print" /></p>` : null}
      ${use === "solve" ? html`<${Share} can=${app.info?.shares} share=${() => request(app.fileUrl("share"), { method: "POST" })} attempt=${(asked) => app.attempt(asked)} />` : null}</section>`)}</div>
    <details><summary>More</summary>${inGroup("")}
      <p class="row">${others.map(({ question }) => html`<${Do} key=${question} app=${app} action=${question} />`)}</p></details>
    <p class="soft">What a format cannot hold is left out, and reported. The crossword itself is saved all the time, as ${app.state.doc.name}.json.</p><//>`;
}

// What exports are for; the others are in "More".
const USES = { print: "Print", solve: "Solve online", programs: "Crossword programs", school: "School" };
