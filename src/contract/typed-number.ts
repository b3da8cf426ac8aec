/**
 * A number as it is typed. A comma is a decimal comma (`35,2`, `0,902`), or one of thousands where a point or another comma
 * follows it (`1,234.5`), or stands before it as the point of thousands (`1.234,5`). Null where it is no number, and where
 * it may be either: `1,234`.
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
