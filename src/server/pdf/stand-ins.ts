/** Characters that Unicode does not decompose, with the substitute that is usual in print. */
const SUBSTITUTES: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  '⌀': 'Ø',
  '⩽': '≤',
  '⩾': '≥',
}
const COMBINING_MARKS = /\p{M}/gu

/** Returns a drawable form of one character: itself, a substitute (cmH₂O becomes cmH2O), or null if there is none. */
function findStandIn(char: string, isDrawable: (char: string) => boolean): string | null {
  if (isDrawable(char)) return char
  const isWhollyDrawable = (text: string) => text.length > 0 && [...text].every(isDrawable)
  const bare = char.normalize('NFKD').replace(COMBINING_MARKS, '')
  return [SUBSTITUTES[char] ?? '', char.normalize('NFKC'), bare].find(isWhollyDrawable) ?? null
}

/**
 * Replaces characters that the font cannot draw. One without a substitute becomes its code point, `[U+0628]`, not an
 * empty box.
 */
export function withStandIns(text: string, isDrawable: (char: string) => boolean): string {
  return Array.from(text, (char) => findStandIn(char, isDrawable) ?? `[${formatCodePoint(char)}]`).join('')
}

/** Returns the distinct characters of a text that have neither a glyph nor a substitute, in order of appearance. */
export function findCharsWithoutStandIn(text: string, isDrawable: (char: string) => boolean): string[] {
  return [...new Set(text)].filter((char) => findStandIn(char, isDrawable) === null)
}

/** Formats a character's code point: `U+0628`. */
export function formatCodePoint(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
