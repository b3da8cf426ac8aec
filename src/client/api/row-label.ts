import type { Language } from '@/contract/language'

/** Fields that by their name say what a row is, best first. */
const names = ['name', 'accountName', 'title', 'planName', 'userName', 'label']
const namesEn = ['nameEn', 'titleEn', 'planNameEn', 'labelEn']
const codes = ['code', 'number', 'no', 'serial', 'rollNumber', 'orderNumber', 'lot']
const first = (row: Record<string, unknown>, keys: readonly string[]) =>
  keys.map((key) => row[key]).find((value): value is string => typeof value === 'string' && value !== '')

/** A row's display name where its resource is not at hand (a scanned row, a pick-list without a network): code and name, the English one for an English reader. */
export function labelOfRow(row: Record<string, unknown>, language: Language): string {
  const found = [
    first(row, codes),
    first(row, language === 'en' ? [...namesEn, ...names] : [...names, ...namesEn]),
  ].filter((part) => part !== undefined)
  return found.length > 0 ? [...new Set(found)].join(' · ') : String(row['id'] ?? '')
}
