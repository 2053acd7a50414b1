// What every dialog has: a title, a form, and the keys that end it.

import { html, useLayoutEffect, useRef } from "./vendor/preact-htm.js";

let held = []; // keys that are pressed while a dialog is loaded: its first field gets them

/** Keeps a key for the dialog that is about to be shown. */
export function hold(app, event) {
  if (document.querySelector("dialog[open]") || event.ctrlKey || event.altKey || event.metaKey || /^F\d/.test(event.key)) return;
  held = event.key === "Escape" ? [] : [...held, event.key];
  if (event.key === "Escape") app.dispatch("dialog", null);
  event.preventDefault();
}

/** Presses the keys that were kept. */
async function press(pressed) {
  for (const key of pressed) {
    const field = document.activeElement;
    if (key.length === 1) document.execCommand("insertText", false, key);
    else if (key === "Backspace") document.execCommand("delete");
    else if (field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })) && key === "Enter") field.form?.requestSubmit();
    await new Promise(requestAnimationFrame); // what it changes is shown before the next
  }
}

/** A modal dialog with a title. Enter in a field does what its main button does; in a text of lines, Ctrl+Enter. */
export function Dialog({ title, close, main, onMain, canClose = true, wide, children }) {
  const root = useRef(null);
  // In the same moment as the key that opens it, so that the next key goes to its first field.
  useLayoutEffect(() => {
    const dialog = root.current;
    const opener = document.activeElement;
    dialog.showModal();
    focusFirst(dialog);
    press(held.splice(0));
    return () => {
      dialog.close();
      if (opener.isConnected) opener.focus();
    };
  }, []);
  return html`<dialog ref=${root} tabindex="-1" class=${wide === true ? "wide" : wide ?? ""} aria-labelledby="dialog-title" onCancel=${(event) => {
    event.preventDefault();
    document.activeElement.blur(); // what is being typed counts
    if (canClose) close();
  }} onClose=${() => {
    // Browsers close a dialog at the second Escape whatever it says.
    if (!root.current?.isConnected) return;
    if (canClose) close();
    else root.current.showModal();
  }}><h2 id="dialog-title">${title}</h2>
    <form onSubmit=${(event) => {
      event.preventDefault();
      onMain?.();
    }} onKeyDown=${(event) => event.key === "Enter" && event.target.matches("textarea") && (event.ctrlKey || event.metaKey) && event.currentTarget.requestSubmit()}>${children}
      <div class="dialog-foot">${canClose ? html`<button type="button" onClick=${close}>${main ? "Cancel" : "Close"}</button>` : null}
        ${main ? html`<button class="main">${main}</button>` : null}</div></form></dialog>`;
}

/** Gives the focus to the first field of a dialog, or else to its first link or button. */
function focusFirst(dialog) {
  const first = dialog.querySelector("[autofocus]") ?? dialog.querySelector("input, select, textarea, a, ul button") ?? dialog.querySelector("button");
  first.focus();
  if (first.matches("input")) first.select(); // what is in a longer text is not typed over
}

/** A field with a choice. Args: options: texts by value. */
export function Options({ value, options, set, label }) {
  return html`<${Field} label=${label}><select value=${value} onChange=${(event) => set(event.target.value)}>
    ${Object.entries(options).map(([name, text]) => html`<option key=${name} value=${name} selected=${name === value}>${text}</option>`)}</select><//>`;
}

export function Field({ label, children }) {
  return html`<label class="field"><span>${label}</span>${children}</label>`;
}
