// The list of files: open, rename, delete, import.

import { request } from "./connection.js";
import { Dialog } from "./dialog.js";
import { RowsThumb, ago } from "./ui.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.js";

export function Files({ app, state, close }) {
  const [files, setFiles] = useState(null);
  const [renamed, setRenamed] = useState(null); // the name of the one that is being renamed
  // Files of other formats are listed with their endings, which stay.
  const endings = Object.values(app.info?.formats ?? {}).flat();
  const stemOf = (name) => name.slice(0, name.length - (endings.find((each) => name.endsWith(each))?.length ?? 0));
  const renew = () => app.attempt(request("/api/files")).then((data) => setFiles(data?.files ?? []));
  useEffect(() => {
    renew();
  }, [state.doc?.name]);
  const isFirst = files !== null;
  const { trashed } = state.view;
  useLayoutEffect(() => (document.querySelector("dialog .trashed button") ?? document.querySelector("dialog .files button:enabled"))?.focus(), [isFirst, trashed]);
  const post = (name, what, json = {}) => app.attempt(request(`/api/files/${name === "" ? "" : `${encodeURIComponent(name)}/`}${what}`, { method: "POST", json }));
  const copy = async () => {
    const made = await post(state.doc.name, "copy");
    if (made) app.open(made.name);
  };
  const rename = async (name, wanted) => {
    if (wanted === stemOf(name) || await post(name, "rename", { name: wanted })) setRenamed(null);
    renew();
  };
  const remove = async (name) => {
    const gone = await post(name, "delete");
    if (gone) app.dispatch("trashed", gone);
    renew();
  };
  const restore = async () => {
    if (await post("", "restore", { trash: trashed.trash })) app.dispatch("trashed", null);
    renew();
  };
  const keys = (event, name) => {
    if (event.target.matches("input") || !["F2", "Delete"].includes(event.key)) return;
    event.preventDefault();
    if (event.key === "F2") setRenamed(name);
    else remove(name);
  };
  return html`<${Dialog} title="Crosswords in ${app.info?.folder ?? "this folder"}" close=${close} canClose=${Boolean(state.doc)}>
    ${trashed ? html`<p class="row trashed" role="status">${trashed.name} is in the trash. <button type="button" onClick=${restore}>Put it back</button></p>` : null}
    <p class="row">${Object.entries(app.info?.links ?? {}).map(([text, url]) => html`<a class="button" href=${url}>${text}</a>`)}</p>
    <ul class="files">${files?.map((file) => html`<li key=${file.name} onKeyDown=${(event) => keys(event, file.name)}>${renamed === file.name ? html`<${Renamed} name=${stemOf(file.name)} done=${(wanted) => (wanted === null ? setRenamed(null) : rename(file.name, wanted))} />` : html`
      <button type="button" disabled=${Boolean(file.problem)} onClick=${() => app.open(file.name)}>
      ${file.pattern?.length ? html`<${RowsThumb} rows=${file.pattern} />` : html`<span class="thumb" />`}<b>${file.title || file.name}</b><small>${file.problem || [file.title && file.name, file.cols && `${file.cols} × ${file.rows}`, ago(file.changed_at), file.is_open && "open"].filter(Boolean).join(" · ")}</small></button>
      <button type="button" class="small" aria-label="Rename ${file.name}" title="Rename (F2)" onClick=${() => setRenamed(file.name)}>✎</button>
      <button type="button" class="small" aria-label="Delete ${file.name}" title="Delete (Delete)" onClick=${() => remove(file.name)}>×</button>`}</li>`)}
      ${files && !files.length ? html`<li class="soft">There are none yet.</li>` : null}</ul>
    <p class="row"><button type="button" autofocus class="main" onClick=${() => app.dispatch("dialog", { name: "new" })}>New…</button>
      <label class="button">Import a file<input type="file" class="unseen" onChange=${(event) => event.target.files[0] && app.takeIn(event.target.files[0])} /></label>
      ${state.doc ? html`<button type="button" onClick=${copy}>Copy of this one</button>` : null}</p><//>`;
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
