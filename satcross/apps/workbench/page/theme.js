// Before the first paint: light or dark, as chosen before or as the system is.
(() => {
  let chosen = null;
  try {
    chosen = JSON.parse(localStorage.getItem("satcross.theme"));
  } catch {
    // Storage is not allowed here.
  }
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = chosen ?? (dark ? "dark" : "light");
})();
