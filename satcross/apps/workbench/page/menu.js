// The menu of a cell: of the right button of the mouse, a long press, or the menu key.

import { SHADES } from "./cells.js";
import { COMMAND, shadeIn } from "./commands.js";
import { shownKey } from "./keyboard.js";
import { html, useLayoutEffect, useRef } from "./vendor/preact-htm.js";

const PARTS = [
  ["block", "void", "bar right", "bar below"],
  ["circle", "shade", "pin", "theme", "given", "rebus"],
  ["clue", "clear entry", "fill region", "accept entry", "favourite", "ban", "ban here", "unlock"],
];
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Args: place: `x` and `y` on the page. */
export function CellMenu({ app, place }) {
  const root = useRef(null);
  useLayoutEffect(() => {
    const menu = root.current;
    menu.showPopover();
    const { width, height } = menu.getBoundingClientRect();
    menu.style.left = `${Math.max(4, Math.min(place.x, innerWidth - width - 4))}px`;
    menu.style.top = `${Math.max(4, Math.min(place.y, innerHeight - height - 4))}px`;
    menu.querySelector("button").focus();
  }, [place]);
  const close = () => {
    app.dispatch("menu", null);
    app.closeDrawer(); // the focus goes to the grid
  };
  const run = (act) => {
    close();
    act();
  };
  const press = (event) => {
    const items = [...root.current.querySelectorAll("button")];
    const at = items.indexOf(document.activeElement);
    const to = { Home: 0, End: items.length - 1 }[event.key] ?? (event.key in STEPS ? (at + STEPS[event.key] + items.length) % items.length : -1);
    if (to >= 0) items[to].focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else if (event.key !== "Enter" && event.key !== " ") return;
    event.stopPropagation();
    if (event.key !== "Enter" && event.key !== " ") event.preventDefault();
  };
  const item = (action) => {
    const command = COMMAND[action];
    return html`<button type="button" role="menuitem" tabindex="-1" key=${action} data-action=${action} title=${command.text} onClick=${(event) => run(() => command.run(app, event))}>
      ${command.short ?? command.text}${command.keys ? html`<kbd>${shownKey(command.keys.split(" ")[0])}</kbd>` : null}</button>`;
  };
  const colour = ([shade, name]) => html`<button type="button" role="menuitem" tabindex="-1" key=${name} aria-label="Shade: ${name}" title="Shade: ${name}" style=${`--swatch: ${shade || "none"}`} onClick=${() => run(() => shadeIn(app, shade))}>${shade ? "" : "×"}</button>`;
  const colours = html`<div class="swatches" role="group" aria-label="Shade colours">${[...Object.entries(SHADES), ["", "none"]].map(colour)}</div>`;
  const parts = PARTS.map((actions, n) => html`${n ? html`<hr role="separator" />` : null}${actions.map(item)}${actions.includes("shade") ? colours : null}`);
  return html`<div ref=${root} class="cell-menu" role="menu" aria-label="Cell" popover="manual" onKeyDown=${press}>${parts}</div>`;
}
