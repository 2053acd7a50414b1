// Check: what a house would object to, where it is, and refills that avoid it.

import { counted, keep, recall } from "../dom.js";
import { entryNamed } from "../state.js";
import { useAsked } from "../ui.js";
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";

const CALM_MS = 500; // after the last edit
const KEPT = "satcross.house";
const AGAINST = "satcross.against";
const SEVERITIES = { error: ["✗", "Error"], warning: ["▲", "Warning"], note: ["·", "Note"] };

export function Check({ app, state }) {
  const { answers, live } = state;
  const [houses = []] = useAsked(app, "/api/houses", "houses");
  const [wanted, setWanted] = useState(recall(KEPT) ?? "nyt");
  const house = houses.some(({ name }) => name === wanted) || !houses.length ? wanted : houses[0].name;
  const [against, setAgainst] = useState(recall(AGAINST) === true);
  const shown = useRef(null); // while it is checked again
  const { check } = answers;
  const isRestarted = live.engine.state === "restarted"; // what was asked is lost then
  const about = `${house} ${against}`;
  const isNew = check?.revision === live.revision && check.about === about;
  useEffect(() => {
    if (isNew) return undefined;
    const timer = setTimeout(() => app.ask("check", { house, against }, about), CALM_MS);
    return () => clearTimeout(timer);
  }, [live.revision, about, isNew, isRestarted]);
  if (isNew) shown.current = check;
  const choose = (name) => {
    keep(KEPT, name);
    shown.current = null;
    setWanted(name);
  };
  const compare = (isOn) => {
    keep(AGAINST, isOn);
    setAgainst(isOn);
  };
  const found = shown.current;
  return html`<p class="row"><label>House <select id="house" value=${house} onChange=${(event) => choose(event.target.value)}>
      ${houses.map(({ name, title }) => html`<option key=${name} value=${name} selected=${name === house}>${title}${name.endsWith(".toml") ? ` (${name})` : ""}</option>`)}</select></label>
      <label><input type="checkbox" id="against" checked=${against} onChange=${(event) => compare(event.target.checked)} /> Compare with the other crosswords of this folder</label></p>
    ${found?.problem ? html`<p class="warning" role="status">${found.problem}</p>` : found ? html`<h2 role="status">${summary(found.findings)} ${isNew ? null : html`<small>checking again…</small>`}</h2>
      <ul class="findings ${isNew ? "" : "stale"}" onPointerLeave=${() => app.point("")}>${found.findings.map((one) => html`<${Finding} key=${`${one.check} ${one.text}`} app=${app} state=${state} one=${one} isNew=${isNew} />`)}</ul>
      ${found.findings.length ? null : html`<p class="soft">${found.house} would object to nothing.</p>`}` : html`<p class="soft" role="status">Checking…</p>`}`;
}

function summary(findings) {
  const numbers = Object.keys(SEVERITIES).map((severity) => [findings.filter((one) => one.severity === severity).length, severity]);
  return numbers.filter(([n]) => n).map(([n, severity]) => counted(n, severity)).join(", ") || "Nothing found";
}

function Finding({ app, state, one, isNew }) {
  const { marked } = state.view;
  const isOn = one.cells.length > 0 && String(marked) === String(one.cells);
  const select = () => {
    const entry = one.entries.map((name) => entryNamed(app.board, name)).find(Boolean);
    const at = entry ? entry.cells[0] : one.cells[0];
    app.dispatch("cursor", { at, dir: entry?.dir ?? state.view.cursor.dir });
    app.dispatch("marked", isOn ? [] : one.cells);
  };
  const [sign, severity] = SEVERITIES[one.severity];
  const text = html`<b><i aria-hidden="true">${sign}</i> ${severity}</b> ${one.text}`;
  return html`<li class=${one.severity === "error" ? "error" : ""}>${one.cells.length ? html`<button type="button" class="plain" aria-pressed=${isOn} disabled=${!isNew} title="Show its cells (${one.check})" onClick=${select}>${text}</button>` : html`<p title=${one.check}>${text}</p>`}
    ${one.refill ? html`<${Refill} app=${app} refill=${one.refill} name=${`refill ${one.check} ${one.text}`} isNew=${isNew} />` : null}</li>`;
}

/** The smallest refill that avoids a finding, and a button that makes it. */
function Refill({ app, refill, name, isNew }) {
  if (refill.outcome !== "found") return html`<p class="refill soft">Refill: ${refill.outcome === "searching" ? "searching…" : refill.text}</p>`;
  const edit = { edit: "letters", cells: refill.cells, label: "refill" };
  const point = () => isNew && app.point(name, {}, refill.cells);
  return html`<p class="refill" onPointerEnter=${point}><span>Refill: ${refill.text}</span>
    <button type="button" disabled=${!isNew} onFocus=${point} onBlur=${() => app.point("")} onClick=${() => {
      app.point("");
      app.edit(edit);
      app.focus("#house");
    }}>Apply</button></p>`;
}
