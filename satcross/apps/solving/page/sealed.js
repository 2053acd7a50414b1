// The solution is in the page, but not where a glance at its source finds it.

/** The letters by cell of what `sealed` made; null for none. */
export function opened(text) {
  if (!text) return null;
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  let state = 2463534242;
  for (let i = 0; i < bytes.length; i++) {
    // Xorshift, 32 bits (Marsaglia 2003).
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[i] ^= state & 255;
  }
  return JSON.parse(new TextDecoder().decode(bytes));
}
