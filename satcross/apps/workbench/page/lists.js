// Word lists: which are in use and how, those of the folder, and what was changed in them.

import { request } from "./connection.js";
import { counted } from "./dom.js";
import { InTrash, Typed, useAsked } from "./ui.js";
import { html, useEffect, useState } from "./vendor/preact-htm.js";

export const LIST_FILES = ".txt,.dict";

/** A name in a document without its scale, as in `mine.txt@0-50`. */
export const bareOf = (names, name) => names.filter((each) => name.startsWith(each)).sort((a, b) => b.length - a.length)[0] ?? name;

export const shownList = (name) => (name === "builtin" ? "built-in" : name);

/** The lists of a document and its minimum score, for people. */
export const listsOf = ({ lists, min_score }) => `${lists.map(shownList).join(", ")}${min_score === null ? "" : `, ${min_score} or more`}`;

/** The lists of the server, asked for again after each change of one. */
export const useLists = (app, revision) => useAsked(app, "/api/lists", "lists", revision);

/** Puts a list into the folder, and uses it first; whether that was done. */
export async function addList(app, file, replaces = false) {
  const query = new URLSearchParams({ name: file.name, ...(replaces && { replace: "1" }) });
  const added = await app.attempt(request(`/api/lists?${query}`, { method: "POST", body: file }));
  if (!added) return false;
  app.notify(`${added.name}: ${counted(added.n, "word")}.`);
  const { doc } = app.state;
  if (doc && !doc.lists.some((each) => each.startsWith(added.name))) app.edit({ edit: "lists", lists: [added.name, ...doc.lists] });
  return true;
}

/** Gives a word of a list in the folder another score; null removes it. */
export const rescoreIn = (app, list, word, score, why = "") =>
  app.attempt(request(`/api/lists/${encodeURIComponent(list)}/score`, { method: "POST", json: { word, score, why } }));

export function ListChoice({ app, state }) {
  const { doc, answers, live } = state;
  const [lists = [], renew] = useLists(app, live.revision);
  const [wanted, setWanted] = useState(null); // a file whose name another one has
  const [gone, setGone] = useState(null); // the list that was removed last
  useEffect(() => {
    if (!answers.lists_read) app.ask("lists", {});
  }, [live.revision, Boolean(answers.lists_read)]);
  const all = lists.length ? lists.map((each) => each.name) : live.lists.map((each) => each.name);
  const bare = (name) => bareOf(all, name);
  const used = doc.lists.map(bare);
  const set = (names) => app.edit({ edit: "lists", lists: names });
  const toggle = (name) => set(used.includes(name) ? doc.lists.filter((each) => bare(each) !== name) : [...doc.lists, name]);
  const rescale = (name, text) => set(doc.lists.map((each) => (each === name ? `${bare(name)}${text.trim()}` : each)));
  const move = (index, step) => {
    const names = [...doc.lists];
    names.splice(index + step, 0, ...names.splice(index, 1));
    set(names);
  };
  const take = async (file, replaces) => {
    if (!file) return;
    const isThere = lists.some((each) => each.name === file.name && each.is_own);
    setWanted(isThere && !replaces ? file : null);
    if (!isThere || replaces) await addList(app, file, replaces) && renew();
  };
  const remove = async (name) => {
    setGone(await app.attempt(request(`/api/lists/${encodeURIComponent(name)}/delete`, { method: "POST", json: {} })) ?? null);
    renew();
  };
  const isOwn = (name) => lists.some((each) => each.name === name && each.is_own);
  const facts = (name) => {
    const found = answers.lists_read?.lists.find((each) => each.name === name);
    if (!found) return "…";
    if (found.problem) return found.problem;
    return `${counted(found.n, "word")}${found.n ? `, scores ${found.low} to ${found.high}` : ""}`;
  };
  const row = (name, index) => {
    const base = bare(name);
    const isUsed = index >= 0;
    return html`<li key=${base}><label class="check"><input type="checkbox" checked=${isUsed} disabled=${isUsed && doc.lists.length === 1} onChange=${() => toggle(base)} /> <b>${shownList(base)}</b></label>
      ${isUsed ? html`<span class="row">${base === "builtin" ? null : html`<${Typed} class="scale" aria-label="Scale of ${base}" title="@0-50 for scores from 0 to 50; =64 for one score; +10 or -10" placeholder="scale" value=${name.slice(base.length)} set=${(text) => rescale(name, text)} />`}
        <button type="button" disabled=${index === 0} onClick=${() => move(index, -1)} aria-label="${shownList(base)} before">↑</button>
        <button type="button" disabled=${index === doc.lists.length - 1} onClick=${() => move(index, 1)} aria-label="${shownList(base)} after">↓</button></span><small>${facts(name)}</small>` : isOwn(base) ? html`<button type="button" class="small" aria-label="Remove ${base}" title="Put it into the trash of the folder" onClick=${() => remove(base)}>×</button>` : null}</li>`;
  };
  return html`<${InTrash} app=${app} gone=${gone} forget=${() => setGone(null)} renew=${renew} /><ul class="lists">${doc.lists.map(row)}${all.filter((name) => !used.includes(name)).map((name) => row(name, -1))}</ul>
    <p class="soft">The first list that has a word gives its score. Changed words outrank all lists.</p>
    <p class="row"><label class="button">Add a list…<input type="file" accept=${LIST_FILES} class="unseen" onChange=${(event) => {
      take(event.target.files[0]);
      event.target.value = "";
    }} /></label> <small class="soft">or drop a .txt or .dict file on the page</small></p>
    ${wanted ? html`<p class="row warning" role="alert">${wanted.name} is there already. <button type="button" onClick=${() => take(wanted, true)}>Replace it</button> <button type="button" onClick=${() => setWanted(null)}>Keep it</button></p>` : null}`;
}

/** The latest changes in lists of the folder, each of which can be taken back. */
export function Journal({ app, lists, renew }) {
  const notes = lists.flatMap((list) => (list.notes ?? []).map((note) => ({ ...note, list: list.name })));
  const problems = lists.filter((list) => list.problem);
  const undo = async (note) => {
    const score = note.before === "" ? null : Number(note.before);
    if (await rescoreIn(app, note.list, note.entry, score, "taken back")) renew();
  };
  const canUndo = (note) => ["rescored", "added", "removed"].includes(note.event) && /^\d*$/.test(note.before) && note.before !== note.after;
  if (!notes.length && !problems.length) return null;
  return html`<h2>Journal <small>of lists in the folder</small></h2>
    ${problems.map((list) => html`<p key=${list.name} class="warning">${list.problem}</p>`)}
    <ul class="own">${notes.map((note, index) => html`<li key=${index}><span class="word">${note.entry}</span>
      <small>${note.event === "used" ? "used" : `${note.before || "none"} → ${note.after || "none"}`} · ${note.list}${note.why ? ` · ${note.why}` : ""}</small>
      ${canUndo(note) ? html`<button type="button" title="Take it back" aria-label="Take back the change of ${note.entry}" onClick=${() => undo(note)}>↺</button>` : null}</li>`)}</ul>`;
}
