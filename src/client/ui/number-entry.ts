/** Digits a measured value may have; more is a slip of the finger. */
const LONGEST = 12

/** What a number reads after one more key: a digit, the point, or the change of sign. */
export function typed(text: string, key: string): string {
  if (key === '±') return text.startsWith('-') ? text.slice(1) : `-${text}`
  if (key === '.' && text.includes('.')) return text
  if (text.replace(/[-.]/g, '').length >= LONGEST && key !== '.') return text
  const bare = text.replace('-', '')
  const next = key === '.' && bare === '' ? '0.' : bare === '0' && key !== '.' ? key : bare + key
  return text.startsWith('-') ? `-${next}` : next
}
