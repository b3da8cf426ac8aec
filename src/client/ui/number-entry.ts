/** Maximum digits of a measured value; more are a typing error. */
const MAX_DIGITS = 12

/** Returns the text after one more key: a digit, the decimal point, or `±` to change the sign. */
export function appendKey(text: string, key: string): string {
  if (key === '±') return text.startsWith('-') ? text.slice(1) : `-${text}`
  if (key === '.' && text.includes('.')) return text
  if (text.replace(/[-.]/g, '').length >= MAX_DIGITS && key !== '.') return text
  const unsigned = text.replace('-', '')
  const next = key === '.' && unsigned === '' ? '0.' : unsigned === '0' && key !== '.' ? key : unsigned + key
  return text.startsWith('-') ? `-${next}` : next
}
