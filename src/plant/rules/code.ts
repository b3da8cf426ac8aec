/** Codes of things that carry a label: machines, lines, hoppers, points, parts, tools. */

/** The longest code that still prints as a QR code readable from a 30 mm label. */
export const CODE_LENGTH = 40

/**
 * One spelling for what people type and scanners send: full-width to half-width (`ＳＢ－０１` → `SB-01`), every kind of
 * dash to `-`, upper case, no spaces or invisible characters.
 */
export function normaliseCode(text: string): string {
  return text
    .replace(/[\uFF01-\uFF5E]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\s\u200B-\u200D\u2060]/g, '')
    .toUpperCase()
}

/** Why a normalised code cannot be used: letters A–Z and digits, joined by `-`, `_`, `.` or `/`. Null when it can. */
export function codeProblem(code: string): 'empty' | 'tooLong' | 'characters' | null {
  if (code === '') return 'empty'
  if (code.length > CODE_LENGTH) return 'tooLong'
  return /^[A-Z0-9]+(?:[-_./][A-Z0-9]+)*$/.test(code) ? null : 'characters'
}
