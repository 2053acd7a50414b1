// Small helpers for documents. Text is always text: nothing here reads HTML.

/** An element with attributes and children; children that are strings become text. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export const byId = (id) => document.getElementById(id);

/** Seconds as 4:05 or 1:02:05. */
export function clock(seconds) {
  const two = (n) => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** "1 letter", "2 letters". */
export const counted = (n, noun) => `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;

/** Where texts are kept by name. A page in a package of a learning platform keeps them there. */
export const keeper = {
  get: (name) => localStorage.getItem(name),
  set: (name, text) => localStorage.setItem(name, text),
};

const lastKept = new Map(); // by name, where nothing may be kept

/** What this browser keeps under a name, or null; for the page alone where that is not allowed. */
export function recall(name) {
  try {
    return JSON.parse(keeper.get(name)) ?? lastKept.get(name) ?? null;
  } catch {
    return lastKept.get(name) ?? null;
  }
}

/** The address of a picture that is here as text. */
export const pictureUrl = (svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

export function keep(name, value) {
  lastKept.set(name, value);
  try {
    keeper.set(name, JSON.stringify(value));
  } catch {
    // Private windows and full disks: the page works without.
  }
}

/** Says what of a puzzle is right without help, and whether it is solved. */
export function report(done, isSolved) {
  const detail = { right: done.filter(Boolean).length, all: done.length, isSolved };
  document.dispatchEvent(new CustomEvent("progress", { detail }));
}

/** Closes menus (<details class="menu">) after a choice, a press elsewhere, or Escape. */
export function tendMenus() {
  const close = (except) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (menu !== except) menu.open = false;
    }
  };
  document.addEventListener("click", (event) => {
    const menu = event.target.closest("details.menu");
    close(menu && !event.target.closest("button") ? menu : null);
  });
  document.addEventListener("keydown", (event) => {
    const menu = event.target.closest?.("details.menu[open]");
    if (event.key === "Escape" && menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
      event.stopPropagation();
    }
  }, true);
}

/** Light or dark as the system is, or as chosen before. */
export function tendTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    const chosen = recall("satcross.theme");
    document.documentElement.dataset.theme = chosen ?? (dark.matches ? "dark" : "light");
  };
  dark.addEventListener("change", show);
  show();
  return () => {
    keep("satcross.theme", document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    show();
  };
}
