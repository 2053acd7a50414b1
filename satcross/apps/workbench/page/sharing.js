// A page to solve that others in the network can open, and its address.

import { request } from "./connection.js";
import { html, useState } from "./vendor/preact-htm.js";

/**
 * The buttons that share a puzzle, where the server was started for that.
 *
 * @param {{can: boolean, disabled: boolean, share: function(): Promise, attempt: function(Promise): Promise}} props
 *   `share` asks for an address; `attempt` waits for an answer, and shows what went wrong
 */
export function Share({ can, disabled, share, attempt }) {
  const [url, setUrl] = useState("");
  if (!can) return html`<p class="soft hint">Sharing in the network is off. The page to solve is one file, which you can send or put on a web site.</p>`;
  const begin = async () => {
    const found = await attempt(share());
    if (found) setUrl(found.url);
  };
  const end = async () => {
    if (await attempt(request("/api/unshare", { method: "POST", json: {} }))) setUrl("");
  };
  return html`<p class="row"><button type="button" disabled=${disabled} onClick=${begin}>Share in the network</button>
      ${url ? html`<button type="button" onClick=${end}>Stop sharing</button>` : null}</p>
    ${url ? html`<p class="said" role="status">Solve it at <a href=${url} target="_blank" rel="noreferrer">${url}</a>, in the same network, until the server ends.</p>` : null}`;
}
