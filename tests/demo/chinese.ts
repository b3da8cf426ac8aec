import type { Fields } from '@/contract/field'

/** Where the demonstration is Chinese in whatever language it is loaded: names, which have an English one beside them, and a few words more. */
type Plain = Record<string, unknown>
const chinese = /[\u3400-\u9fff]/
/** People go by their own names; a unit is said by the reader's language. */
const own = /^(accountName|userName|draftedName|issuedName|rowTitle|unit)$/
/** Words of a dictionary from Chinese, and the plates of lorries. */
const words = new Set(['coaTranslation.term', 'materialInspection.extra.truck'])

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
export const partnerOf = (name: string): string =>
  name === 'zh' ? 'en' : name.endsWith('Zh') ? `${name.slice(0, -2)}En` : `${name}En`
/** A name: of somebody's own, or with its English among the other `columns`. */
export const mayBeChinese = (column: string, columns: readonly string[]): boolean => {
  const name = camel(column)
  return own.test(name) || columns.some((other) => camel(other) === partnerOf(name))
}
/** Places and texts of a row, its lists and objects included, that only a Chinese reader understands. */
export function onlyChinese(of: string, row: unknown): string[] {
  if (words.has(of)) return []
  if (typeof row === 'string') return chinese.test(row) ? [`${of}: ${row}`] : []
  if (Array.isArray(row)) return row.flatMap((one) => onlyChinese(of, one))
  if (row === null || typeof row !== 'object') return []
  const names = Object.keys(row)
  return Object.entries(row).flatMap(([name, value]) =>
    mayBeChinese(name, names) ? [] : onlyChinese(`${of}.${camel(name)}`, value),
  )
}
/** Places of a row, its lists included, whose Chinese has no English although the resource has a place for it. */
export const withoutEnglish = (of: string, fields: Fields, row: Plain): string[] =>
  Object.entries(fields).flatMap(([name, field]): string[] => {
    const value = row[name]
    if (field.kind === 'list')
      return ((value ?? []) as Plain[]).flatMap((one) => withoutEnglish(`${of}.${name}`, field.of, one))
    const partner = partnerOf(name)
    return partner in fields && typeof value === 'string' && chinese.test(value) && !row[partner]
      ? [`${of}.${partner}: ${value}`]
      : []
  })
/** Two rows are one but for texts: where one of them is Chinese, the other may be anything. */
export function onlyTextsDiffer(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one === 'string' && typeof other === 'string') return chinese.test(one) && other !== ''
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const [names, others] = [Object.keys(one), Object.keys(other)]
  return (
    names.length === others.length &&
    names.every((name) => onlyTextsDiffer((one as Plain)[name], (other as Plain)[name]))
  )
}
