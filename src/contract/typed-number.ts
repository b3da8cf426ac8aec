/**
 * Parses a typed number. A comma is a decimal comma (`35,2`, `0,902`, `1.234,5`), or a thousands separator if a point
 * or another comma follows (`1,234.5`). Null for other text and for the ambiguous `1,234`.
 */
export function parseTypedNumber(text: string): number | null {
  const normalized = text.normalize('NFKC').replace('−', '-').trim()
  if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(normalized)) return Number(normalized)
  if (/^[+-]?\d{1,3}(,\d{3})+\.\d+$/.test(normalized) || /^[+-]?\d{1,3}(,\d{3}){2,}$/.test(normalized))
    return Number(normalized.replaceAll(',', ''))
  if (/^[+-]?\d{1,3}(\.\d{3})+,\d+$/.test(normalized)) return Number(normalized.replaceAll('.', '').replace(',', '.'))
  if (!/^[+-]?\d+,\d+$/.test(normalized) || /^[+-]?[1-9]\d{0,2},\d{3}$/.test(normalized)) return null
  return Number(normalized.replace(',', '.'))
}
