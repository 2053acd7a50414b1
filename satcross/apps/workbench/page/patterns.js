// Patterns: those that were found, those that are ready-made, and the rules for them.

import { request } from "./connection.js";
import { Options } from "./dialog.js";
import { counted } from "./dom.js";
import { RowsThumb, shownNumber } from "./ui.js";
import { html, useEffect, useRef, useState } from "./vendor/preact-htm.js";

/** Patterns that are ready-made, and those of other crosswords in the folder, of one size. */
export function Library({ app, state, size, close }) {
  const [all, setAll] = useState([]);
  const outcomes = state.answers.outcomes ?? {};
  useEffect(() => {
    app.attempt(Promise.all([request("/page/patterns.json"), request("/api/files")])).then((found) => {
      if (!found) return;
      const [made, { files }] = found;
      const own = files.filter((file) => file.pattern?.length && file.name !== app.state.doc.name);
      setAll([...own.map((file) => ({ kind: file.title || file.name, rows: file.pattern })), ...made]);
    });
  }, []);
  const cells = (rows) => rows.map((row) => row.replace(/[ |-]/g, ""));
  const sizeOf = ({ rows }) => `${cells(rows)[0].length}x${rows.length}`;
  const some = all.filter((each) => sizeOf(each) === size);
  useVerdicts(app, app.isAsking("pattern") ? [] : some, outcomes);
  const use = (rows) => {
    app.edit({ edit: "pattern", rows });
    close();
  };
  const facts = ({ kind, rows }) => {
    const blocks = cells(rows).join("").replace(/[^#]/g, "").length;
    return [kind, blocks && counted(blocks, "block"), OUTCOMES[outcomes[keyOf(rows)]]].filter(Boolean).join(" · ");
  };
  if (!all.length) return null;
  return html`<h3>Ready-made</h3>${some.length ? html`<div class="thumbs many">${some.map((each, index) => html`<${RowsButton} key=${index} rows=${each.rows} theme=${[]} text=${facts(each)} use=${use} />`)}</div>`
    : html`<p class="soft">None of ${size}; there are ${[...new Set(all.map(sizeOf))].join(", ")}.</p>`}`;
}

export function usualPreset(app) {
  const names = Object.keys(app.info?.presets ?? {});
  return names.includes("nyt") ? "nyt" : names[0] ?? "";
}

/** Sets of rules by name; what the chosen one says is below, as it is too long for a list. */
export function Presets({ app, label = "Rules", none, value, set }) {
  const presets = app.info?.presets ?? {};
  const names = Object.fromEntries([...(none ? [["", none]] : []), ...Object.entries(presets).map(([name, { title }]) => [name, title])]);
  return html`<${Options} label=${label} value=${value} options=${names} set=${(preset) => set({ preset })} />
    ${presets[value] ? html`<p class="soft rules">${presets[value].text}</p>` : null}`;
}

export function Found({ app, state, close }) {
  const { patterns, made } = state.answers;
  const isAsking = app.isAsking("pattern", "theme_patterns", "make");
  const isThere = [made?.rows, made?.others, patterns?.patterns, patterns?.others].some((each) => each?.length);
  const news = isThere ? ".shown" : isAsking ? "[role=status]" : "";
  const seen = useRef(news);
  useEffect(() => {
    if (news && news !== seen.current) document.querySelector(`dialog ${news}`)?.scrollIntoView({ block: "nearest" }); // below a long form
    seen.current = news;
  }, [news]);
  // The pattern and its theme cells are one step of undo.
  const use = (rows, theme) => {
    const changes = [{ edit: "pattern", rows }, ...(theme.length ? [{ edit: "theme", cells: theme, on: true }] : [])];
    app.edit({ edit: "correction", changes, label: theme.length ? "pattern around theme entries" : "pattern" });
    close();
  };
  const factsOf = (each) => [
    each.text, each.blocks && counted(each.blocks, "block"), counted(each.words, "word"),
    each.n_cheaters && counted(each.n_cheaters, "cheater"), each.filled && `${OUTCOMES.fillable}: lowest ${shownNumber(each.lowest_score)}, mean ${shownNumber(each.mean_score)}`,
  ].filter(Boolean).join(" · ");
  const shown = (found) => html`<div class="thumbs many">${found.map((each, index) => html`<${RowsButton} key=${index} rows=${each.rows} theme=${Object.values(each.slots).flat()} text=${factsOf(each)} use=${use} />`)}</div>`;
  const now = isAsking && (app.isAsking("make") ? made : patterns);
  const none = (answer, what) => html`${answer.outcome ? html`<p class="soft">${answer.outcome === "stopped" ? `No ${what} was found: ${answer.text}` : answer.text}.</p>` : null}
    ${answer.others?.length ? html`<h3>With one change, each filled so</h3>${shown(answer.others)}` : null}
    ${answer.without?.length ? html`<p class="soft">Tried, and nothing found: ${answer.without.join("; ")}.</p>` : null}
    ${answer.stopped ? html`<p class="soft">Stopped${answer.stopped}.</p>` : null}`;
  return html`${isAsking ? html`<p class="soft" role="status">${now?.step ? stepText(now.step) : "Searching…"} <button type="button" onClick=${() => app.cancel()}>Stop</button></p><p class="soft">${now?.progress}</p>` : null}
    ${made ? html`${made.rows?.length ? html`<h3>A finished grid</h3><p class="soft">A press puts it into the crossword.</p><div class="thumbs"><${RowsButton} rows=${made.rows} text=${[`mean score ${shownNumber(made.mean_score, 1)}`, made.n_cheaters && counted(made.n_cheaters, "cheater")].filter(Boolean).join(" · ")} theme=${made.theme} use=${use} /></div>` : none(made, "grid")}` : null}
    ${patterns?.patterns.length ? shown(patterns.patterns) : null}
    ${now?.trying ? html`<h3>Being filled</h3><div class="thumbs many trying"><${RowsThumb} rows=${now.trying.rows} theme=${Object.values(now.trying.slots).flat()} /></div>` : null}
    ${patterns && !patterns.patterns.length ? none(patterns, "pattern") : null}`;
}

const stepText = ({ rule, at, of }) => `No grid by these rules so far. Trying one change, ${at} of ${of}: ${rule}…`;

/** Has it found out which patterns can be filled, one after the other. */
function useVerdicts(app, patterns, outcomes) {
  const next = patterns.find(({ rows }) => !(keyOf(rows) in outcomes));
  useEffect(() => {
    if (next) app.ask("what_if", { changes: [{ edit: "pattern", rows: next.rows }] }, keyOf(next.rows));
  }, [next && keyOf(next.rows)]);
}

const keyOf = (rows) => rows.join();
const OUTCOMES = { fillable: "✓ has a fill", impossible: "✗ has no fill", stopped: "… not known" };

export function RowsButton({ rows, theme, text, use }) {
  return html`<button type="button" class="shown" onClick=${() => use(rows, theme)}><${RowsThumb} rows=${rows} theme=${theme} /><span>${text}</span></button>`;
}
