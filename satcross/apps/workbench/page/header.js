// The top of the workbench: what it is, files, the grid as a whole, lists, fill, undo.

import { COMMAND } from "./commands.js";
import { DECLARED } from "./declared.js";
import { boardOf } from "./state.js";
import { Do, Menu } from "./ui.js";
import { html } from "./vendor/preact-htm.js";

const declaredIn = (menu) => DECLARED.filter((each) => each.menu === menu).map(({ question }) => question);

export function Header({ app, state }) {
  const { doc, live } = state;
  if (!doc) return html`<h1>satcross</h1>`;
  const board = boardOf(doc);
  const facts = [doc.author && `by ${doc.author}`, `${doc.cols} × ${doc.rows}`, app.info.symmetries[doc.symmetry], `${board.entries.length} words`];
  const lists = `${doc.lists.map((name) => (name === "builtin" ? "built-in" : name)).join(", ")}${doc.min_score === null ? "" : ` ≥ ${doc.min_score}`}`;
  return html`
    <div class="title"><h1><button type="button" class="plain" title="Title and author (${COMMAND.about.keys})" onClick=${() => COMMAND.about.run(app)}>${doc.title || doc.name}</button></h1>
      <p class="by">${facts.filter(Boolean).join(" · ")}</p></div>
    <nav aria-label="Crossword">
      <${Menu} app=${app} title="File" actions=${["files", "new", "about", "export", "print", "version", "history", ...declaredIn("File"), "look up", "link", "light or dark", "keys", "end server"]} />
      <${Menu} app=${app} title="Grid" actions=${["size", ...declaredIn("Grid"), "draw path", "paths", "delete", "clear entry", "clear letters", "select all", "tightest", "turn"]} />
      <${Menu} app=${app} title="Fill" actions=${["fill", "fill region", "fill around pins", "next fill", "fills", "more fills", "accept", "accept entry", "pin entry", "accept forced", "ghosts", "why", "unlock", "check", "rules", "cancel"]} />
      <${Do} app=${app} action="lists">Lists: ${lists}<//>
      <span class="sep"></span>
      <${Do} app=${app} action="undo" disabled=${!live.undo}><span aria-label="Undo ${live.undo ?? ""}" class="sign">↶</span><//>
      <${Do} app=${app} action="redo" disabled=${!live.redo}><span aria-label="Redo ${live.redo ?? ""}" class="sign">↷</span><//>
      <span class="sep"></span>
      <${Do} app=${app} action="fill" className="main" showKey=${true}>Fill the rest<//>
      <span class="sep"></span>
      <${Do} app=${app} action="export" />
      <${Do} app=${app} action="keys"><span aria-label="Keys">?</span><//>
    </nav>`;
}
