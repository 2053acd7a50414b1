// Statistics: every number is a press away from its cells.

import { html, useEffect } from "../vendor/preact-htm.js";

export function Statistics({ app, state }) {
  const { statistics } = state.answers;
  useEffect(() => {
    if (!statistics) app.ask("statistics");
  }, [state.live.revision, Boolean(statistics)]);
  if (!statistics) return html`<p class="soft">Counting…</p>`;
  const { marked } = state.view;
  return html`${statistics.groups.map((group) => html`<section key=${group.title} class="figures"><h2>${group.title}</h2><dl>
    ${group.items.map((item) => html`<div key=${item.name}><dt>${item.name}</dt><dd>${item.cells?.length ? html`
      <button type="button" aria-pressed=${marked === item.cells} title="Show its cells" onClick=${() => app.dispatch("marked", marked === item.cells ? [] : item.cells)}>${item.value}</button>` : item.value}</dd></div>`)}
  </dl></section>`)}`;
}
