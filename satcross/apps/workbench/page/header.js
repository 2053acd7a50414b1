// The top of the workbench: what it is, files, the grid as a whole, undo.

import { COMMAND } from "./commands.js";
import { counted } from "./dom.js";
import { DECLARED } from "./declared.js";
import { boardOf } from "./state.js";
import { Do, Menu } from "./ui.js";
import { html } from "./vendor/preact-htm.js";

export function Header({ app, state }) {
  const { doc, live } = state;
  if (!doc) return html`<h1>satcross</h1>`;
  const board = boardOf(doc);
  const facts = [doc.author && `by ${doc.author}`, `${doc.cols} × ${doc.rows}`, app.info.symmetries[doc.symmetry], counted(board.entries.length, "word")];
  return html`
    <div class="title"><h1><button type="button" class="plain" title="Title and author (${COMMAND.about.keys})" onClick=${() => COMMAND.about.run(app)}>${doc.title || doc.name}</button></h1>
      <p class="by">${facts.filter(Boolean).join(" · ")}</p></div>
    <nav aria-label="Crossword">
      <${Menu} app=${app} title="File" actions=${["files", "new", "about", "print", "version", "history", "link", "light or dark", "keys", "end server"]} />
      <${Menu} app=${app} title="Grid" actions=${["size", ...DECLARED.filter(({ menu }) => menu === "Grid").map(({ question }) => question), "paths", "delete", "clear entry", "clear letters", "select all", "tightest", "turn"]} />
      <${Do} app=${app} action="undo" disabled=${!live.undo}><span aria-label="Undo ${live.undo ?? ""}" class="sign">↶</span><//>
      <${Do} app=${app} action="redo" disabled=${!live.redo}><span aria-label="Redo ${live.redo ?? ""}" class="sign">↷</span><//>
      <${Do} app=${app} action="palette" showKey=${true}>Find…<//>
      <${Do} app=${app} action="export" className="main" />
    </nav>`;
}
