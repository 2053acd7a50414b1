// What a page says in its language. The English phrase is the key; the workbench has only English.

const own = { phrases: {}, rules: new Intl.PluralRules("en") };

/** From now on phrases are in the document's language. Args: phrases: by the English ones. */
export function usePhrases(phrases) {
  own.phrases = phrases;
  own.rules = new Intl.PluralRules(document.documentElement.lang);
}

/**
 * A phrase in the page's language.
 *
 * @param {string} phrase in English
 * @param {object} values for its {names}; `n` decides between forms, which `|` separates
 */
export function translated(phrase, values = {}) {
  const forms = (own.phrases[phrase] ?? phrase).split("|");
  const form = { one: 0, few: 1 }[own.rules.select(values.n ?? 1)] ?? forms.length - 1;
  return forms[Math.min(form, forms.length - 1)].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}
