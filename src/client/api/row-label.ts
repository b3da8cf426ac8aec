import type { Language } from '@/contract/language'

/** Fields that name a row, best first. */
const names = ['name', 'accountName', 'title', 'planName', 'userName', 'label']
const namesEn = ['nameEn', 'titleEn', 'planNameEn', 'labelEn']
const codes = ['code', 'number', 'no', 'serial', 'rollNumber', 'orderNumber', 'lot']
const first = (row: Record<string, unknown>, keys: readonly string[]) =>
  keys.map((key) => row[key]).find((value): value is string => typeof value === 'string' && value !== '')

/**
 * Builds a row's display name without its resource definition (a scanned row, a picker without a network): code and
 * name, the English name for an English reader.
 */
export function labelOfRow(row: Record<string, unknown>, language: Language): string {
  const found = [
    first(row, codes),
    first(row, language === 'en' ? [...namesEn, ...names] : [...names, ...namesEn]),
  ].filter((part) => part !== undefined)
  return found.length > 0 ? [...new Set(found)].join(' · ') : String(row['id'] ?? '')
}
