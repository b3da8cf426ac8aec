/** Codes of labelled things: machines, lines, hoppers, points, parts, tools. */

/** Longest code whose QR code is still readable on a 30 mm label. */
export const MAX_CODE_LENGTH = 40

/**
 * Normalizes typed and scanned codes: full-width to half-width (`ＳＢ－０１` → `SB-01`), every kind of dash to `-`, upper
 * case, without spaces and invisible characters.
 */
export function normalizeCode(text: string): string {
  return text
    .replace(/[\uFF01-\uFF5E]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\s\u200B-\u200D\u2060]/g, '')
    .toUpperCase()
}

/** Returns why a normalized code is invalid, or null. Allowed are A–Z and digits, joined by `-`, `_`, `.` or `/`. */
export function validateCode(code: string): 'empty' | 'tooLong' | 'characters' | null {
  if (code === '') return 'empty'
  if (code.length > MAX_CODE_LENGTH) return 'tooLong'
  return /^[A-Z0-9]+(?:[-_./][A-Z0-9]+)*$/.test(code) ? null : 'characters'
}
