/**
 * Parses a typed number. A comma is a decimal comma (`35,2`, `0,902`, `1.234,5`), or a thousands separator if a point
 * or another comma follows (`1,234.5`). Null for other text and for the ambiguous `1,234`.
 */
export function numberIn(text: string): number | null {
  const bare = text.normalize('NFKC').replace('−', '-').trim()
  if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(bare)) return Number(bare)
  if (/^[+-]?\d{1,3}(,\d{3})+\.\d+$/.test(bare) || /^[+-]?\d{1,3}(,\d{3}){2,}$/.test(bare))
    return Number(bare.replaceAll(',', ''))
  if (/^[+-]?\d{1,3}(\.\d{3})+,\d+$/.test(bare)) return Number(bare.replaceAll('.', '').replace(',', '.'))
  if (!/^[+-]?\d+,\d+$/.test(bare) || /^[+-]?[1-9]\d{0,2},\d{3}$/.test(bare)) return null
  return Number(bare.replace(',', '.'))
}
