/** Maximum digits of a measured value; more are a typing error. */
const LONGEST = 12

/** Returns the text after one more key: a digit, the decimal point, or `±` to change the sign. */
export function typed(text: string, key: string): string {
  if (key === '±') return text.startsWith('-') ? text.slice(1) : `-${text}`
  if (key === '.' && text.includes('.')) return text
  if (text.replace(/[-.]/g, '').length >= LONGEST && key !== '.') return text
  const bare = text.replace('-', '')
  const next = key === '.' && bare === '' ? '0.' : bare === '0' && key !== '.' ? key : bare + key
  return text.startsWith('-') ? `-${next}` : next
}
