// Look-ups on the web: links that people set up. A press opens one; nothing is sent before.

import { recall } from "./dom.js";
import { html } from "./vendor/preact-htm.js";

export const LINKS = "satcross.web"; // under which they are kept
const LINK = /^(.*\S)\s+(https?:\/\/\S*\{word\}\S*)$/;

/** A line as `[name, address]`; null where it is no link with {word}. */
export const linkOf = (line) => LINK.exec(line)?.slice(1) ?? null;

/** The links for a word. */
export function Web({ word }) {
  const links = (recall(LINKS) ?? []).map(linkOf).filter(Boolean);
  if (!word || !links.length) return null;
  return html`<p class="row" aria-label="Look ${word} up on the web">${links.map(([name, address]) => html`<a key=${name} target="_blank" rel="noopener noreferrer" href=${address.replaceAll("{word}", encodeURIComponent(word.toLowerCase()))}>${name}</a>`)}</p>`;
}
