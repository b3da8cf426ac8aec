import type { Language } from '@/contract/language'

/** Fields that name a row, best first. */
const NAME_FIELDS = ['name', 'accountName', 'title', 'planName', 'userName', 'label']
const ENGLISH_NAME_FIELDS = ['nameEn', 'titleEn', 'planNameEn', 'labelEn']
const CODE_FIELDS = ['code', 'number', 'no', 'serial', 'rollNumber', 'orderNumber', 'lot']
const getFirstText = (row: Record<string, unknown>, keys: readonly string[]) =>
  keys.map((key) => row[key]).find((value): value is string => typeof value === 'string' && value !== '')

/**
 * Builds a row's display name without its resource definition (a scanned row, a picker without a network): code and
 * name, the English name for an English reader.
 */
export function buildRowLabel(row: Record<string, unknown>, language: Language): string {
  const parts = [
    getFirstText(row, CODE_FIELDS),
    getFirstText(
      row,
      language === 'en' ? [...ENGLISH_NAME_FIELDS, ...NAME_FIELDS] : [...NAME_FIELDS, ...ENGLISH_NAME_FIELDS],
    ),
  ].filter((part) => part !== undefined)
  return parts.length > 0 ? [...new Set(parts)].join(' · ') : String(row['id'] ?? '')
}
