import type { Fields } from '@/contract/field'

/** Places where the demonstration stays Chinese in every language: names, which have an English name beside them, and a few other texts. */
type Plain = Record<string, unknown>
const chinese = /[\u3400-\u9fff]/
/** Columns with people's own names; a unit is translated for the reader. */
const chineseColumns = /^(accountName|userName|draftedName|issuedName|rowTitle|unit)$/
/** Chinese words with a translation in a dictionary, and number plates of lorries. */
const words = new Set(['coaTranslation.term', 'materialInspection.extra.truck'])

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
export const partnerOf = (name: string): string =>
  name === 'zh' ? 'en' : name.endsWith('Zh') ? `${name.slice(0, -2)}En` : `${name}En`
/** True if the column holds a personal name, or has its English name among the other `columns`. */
export const mayBeChinese = (column: string, columns: readonly string[]): boolean => {
  const name = camel(column)
  return chineseColumns.test(name) || columns.some((other) => camel(other) === partnerOf(name))
}
/** Places and texts of a row, including its lists and objects, that only a Chinese reader understands. */
export function findChineseOnlyTexts(of: string, row: unknown): string[] {
  if (words.has(of)) return []
  if (typeof row === 'string') return chinese.test(row) ? [`${of}: ${row}`] : []
  if (Array.isArray(row)) return row.flatMap((one) => findChineseOnlyTexts(of, one))
  if (row === null || typeof row !== 'object') return []
  const names = Object.keys(row)
  return Object.entries(row).flatMap(([name, value]) =>
    mayBeChinese(name, names) ? [] : findChineseOnlyTexts(`${of}.${camel(name)}`, value),
  )
}
/** Places of a row, including its lists, with a Chinese text but an empty English field. */
export const findMissingEnglish = (of: string, fields: Fields, row: Plain): string[] =>
  Object.entries(fields).flatMap(([name, field]): string[] => {
    const value = row[name]
    if (field.kind === 'list')
      return ((value ?? []) as Plain[]).flatMap((one) => findMissingEnglish(`${of}.${name}`, field.of, one))
    const partner = partnerOf(name)
    return partner in fields && typeof value === 'string' && chinese.test(value) && !row[partner]
      ? [`${of}.${partner}: ${value}`]
      : []
  })
/** True if two rows differ only in texts: where one text is Chinese, the other may be anything. */
export function differOnlyInTexts(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one === 'string' && typeof other === 'string') return chinese.test(one) && other !== ''
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const [names, others] = [Object.keys(one), Object.keys(other)]
  return (
    names.length === others.length &&
    names.every((name) => differOnlyInTexts((one as Plain)[name], (other as Plain)[name]))
  )
}
