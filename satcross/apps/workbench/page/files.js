// The crosswords of the folder: the first page, and the list from which others are opened.

import { LAST } from "./app.js";
import { request } from "./connection.js";
import { DECLARED } from "./declared.js";
import { Dialog } from "./dialog.js";
import { recall } from "./dom.js";
import { InTrash, RowsThumb, ago, useAsked } from "./ui.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.js";

const useFiles = (app, name) => useAsked(app, "/api/files", "files", name);
const post = (app, name, what, json = {}) => app.attempt(request(`/api/files/${encodeURIComponent(name)}/${what}`, { method: "POST", json }));

/** The files, each with its picture, to be opened, renamed and deleted. */
function FileList({ app, state, files, renew }) {
  const [renamed, setRenamed] = useState(null); // the name of the one that is being renamed
  // Files of other formats are listed with their endings, which stay.
  const endings = Object.values(app.info?.formats ?? {}).flat();
  const stemOf = (name) => name.slice(0, name.length - (endings.find((each) => name.endsWith(each))?.length ?? 0));
  const rename = async (name, wanted) => {
    if (wanted === stemOf(name) || await post(app, name, "rename", { name: wanted })) setRenamed(null);
    renew();
  };
  const remove = async (name) => {
    const gone = await post(app, name, "delete");
    if (gone) app.dispatch("trashed", gone);
    renew();
  };
  const keys = (event, name) => {
    if (event.target.matches("input") || !["F2", "Delete"].includes(event.key)) return;
    event.preventDefault();
    if (event.key === "F2") setRenamed(name);
    else remove(name);
  };
  const facts = (file) => file.problem || [file.title && file.name, file.cols && `${file.cols} × ${file.rows}`, ago(file.changed_at), file.is_open && "open"].filter(Boolean).join(" · ");
  return html`<${InTrash} app=${app} gone=${state.view.trashed} forget=${() => app.dispatch("trashed", null)} renew=${renew} />
    <ul class="files">${files?.map((file) => html`<li key=${file.name} onKeyDown=${(event) => keys(event, file.name)}>${renamed === file.name ? html`<${Renamed} name=${stemOf(file.name)} done=${(wanted) => (wanted === null ? setRenamed(null) : rename(file.name, wanted))} />` : html`
      <button type="button" disabled=${Boolean(file.problem)} onClick=${() => app.open(file.name)}>
      <${RowsThumb} rows=${file.grid} /><b>${file.title || file.name}</b><small>${facts(file)}</small></button>
      <button type="button" class="small" aria-label="Rename ${file.name}" title="Rename (F2)" onClick=${() => setRenamed(file.name)}>✎</button>
      <button type="button" class="small" aria-label="Delete ${file.name}" title="Delete (Delete)" onClick=${() => remove(file.name)}>×</button>`}</li>`)}</ul>`;
}

const Import = ({ app, children, ...rest }) => html`<label ...${rest}>${children}<input type="file" class="unseen" onChange=${(event) => event.target.files[0] && app.takeIn(event.target.files[0])} /></label>`;

export function Files({ app, state, close }) {
  const [files, renew] = useFiles(app, state.doc?.name);
  const { trashed } = state.view;
  useLayoutEffect(() => (document.querySelector("dialog .trashed button") ?? document.querySelector("dialog .files button:enabled"))?.focus(), [Boolean(files), trashed]);
  const copy = async () => {
    const made = await post(app, state.doc.name, "copy");
    if (made) app.open(made.name);
  };
  return html`<${Dialog} title="Open" close=${close}><p class="soft">In the folder “${app.info?.folder}”</p>
    <${FileList} app=${app} state=${state} files=${files} renew=${renew} />
    <p class="row"><button type="button" autofocus class="main" onClick=${() => app.dispatch("dialog", { name: "new" })}>New…</button>
      <${Import} app=${app} class="button">Import a file<//><button type="button" onClick=${copy}>Copy of this one</button>
      <button type="button" onClick=${() => app.goHome()}>First page</button></p><//>`;
}

const THEME = { rows: [".....", "THEME", "..#..", "ENTRY", "....."], cells: [5, 6, 7, 8, 9, 15, 16, 17, 18, 19] };
const EMPTY = ["...#...", "...#...", ".......", "##...##", ".......", "...#...", "...#..."];
const SAVED = ["CATS#", "OREOS", "TEN#A", "#STAY", "#T#PS"];

/** The first page: what can be made, and what is in the folder. */
export function Home({ app, state }) {
  const [files, renew] = useFiles(app, "");
  const name = recall(LAST);
  const last = files?.find((file) => file.name === name && !file.problem) ?? files?.find((file) => !file.problem);
  const others = files?.filter((file) => file !== last) ?? [];
  const first = useRef(null);
  const { trashed } = state.view;
  useEffect(() => (document.querySelector("#home .trashed button") ?? first.current)?.focus(), [Boolean(last), trashed]);
  const around = DECLARED.find(({ question }) => question === "theme_patterns");
  const makeTheme = async () => {
    const made = await app.attempt(request("/api/files", { method: "POST", json: { name: "untitled", rows: 15, cols: 15 } }));
    if (made) app.open(made.name, around.question);
  };
  const face = (text, note, rows, theme) => html`<${RowsThumb} rows=${rows} theme=${theme} /><b>${text}</b><small>${note}</small>`;
  return html`<h2>Make</h2>
    <ul class="cards">
      ${around ? html`<li><button type="button" ref=${last ? null : first} onClick=${makeTheme}>${face("A crossword around a theme", "Type the theme entries: patterns around them that can be filled, or a finished grid.", THEME.rows, THEME.cells)}</button></li>` : null}
      <li><button type="button" onClick=${() => app.dispatch("dialog", { name: "new" })}>${face("A grid of your own", "Of any size, with blocks or bars that you set, or a pattern.", EMPTY)}</button></li>
      ${(app.info?.links ?? []).map(({ text, note, url, rows }) => html`<li key=${url}><a href=${url}>${face(text, note, rows)}</a></li>`)}
      <li><${Import} app=${app}>${face("From a file", "Of another program: .puz, .ipuz, .jpz and others. Or drop it on this page.", SAVED)}<//></li></ul>
    ${last ? html`<h2>Go on <small>in the folder “${app.info?.folder}”</small></h2>
      <p class="last"><button type="button" ref=${first} onClick=${() => app.open(last.name)}><${RowsThumb} rows=${last.grid} /><b>${last.title || last.name}</b>
        <small>${[`${last.cols} × ${last.rows}`, ago(last.changed_at)].join(" · ")}</small></button></p>` : null}
    ${last || trashed ? html`<${FileList} app=${app} state=${state} files=${others} renew=${renew} />` : null}`;
}

/** A field for another name: Enter takes it, Escape leaves it. */
function Renamed({ name, done }) {
  const field = useRef(null);
  useLayoutEffect(() => field.current.select(), []);
  return html`<span class="row"><input ref=${field} aria-label="New name of ${name}" maxlength="80" defaultValue=${name} onKeyDown=${(event) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    done(event.key === "Enter" ? event.target.value.trim() : null);
  }} /><button type="button" onClick=${() => done(field.current.value.trim())}>Rename</button></span>`;
}
