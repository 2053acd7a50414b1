// The bottom of the workbench: what is proved, what is being worked on, what is saved, the history.

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
  const [className, text] = VERDICTS[answers.verdict?.verdict] ?? VERDICTS.searching;
  const openCells = doc.cells.filter((cell) => (cell.kind ?? "open") === "open");
  const empty = openCells.filter((cell) => !cell.letter).length;
  const forced = Object.keys({ ...answers.consistency?.forced, ...answers.forced }).filter((at) => !doc.cells[at].letter).length;
  const dead = answers.consistency?.dead ?? [];
  const facts = [
    empty ? `${empty} of ${openCells.length} cells empty` : "full",
    forced && `${forced} forced`,
    dead.length && `no word for ${dead.slice(0, 4).join(", ")}${dead.length > 4 ? " …" : ""}`,
    answers.n_unknown && `${answers.n_unknown} letters open`,
  ];
  return html`
    <span class="verdict ${className}" title=${answers.verdict?.why ?? ""}>${text}</span>
    <span>${facts.filter(Boolean).join(" · ")}</span>
    ${live.connection in TROUBLES ? html`<span class="trouble">${TROUBLES[live.connection]}</span>` : null}
    <span class="doing">${doing(live)}</span>
    <span class="saved ${live.trouble ? "trouble" : ""}">${live.trouble || (live.pending.length ? "Saving…" : live.saved >= live.revision ? "All changes saved" : "Saving…")}${live.tabs > 1 ? ` · ${live.tabs} tabs` : ""}</span>
    <span class="hist"><${Do} app=${app} action="undo" className="plain" disabled=${!live.undo}>↶ ${live.undo ?? "nothing to undo"}<//>
      <${Do} app=${app} action="redo" className="plain" disabled=${!live.redo}>↷ ${live.redo ?? ""}<//>
      <${Do} app=${app} action="history" className="plain" /></span>`;
}

function doing({ engine }) {
  if (engine.state === "working" || engine.state === "starting") return (engine.doing && `${engine.doing}…`) || (engine.state === "starting" ? "Starting the engine…" : "");
  if (engine.state === "restarted") return "The engine was started again";
  if (engine.state === "failed") return `The engine failed: ${engine.doing}`;
  return "";
}
