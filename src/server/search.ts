import { toSearchText } from '@/contract/search-text'
import { Sql } from './sql'

/** The pattern of `ilike` for texts with a keyword in them, full width as half width; null without a keyword. */
export const searchPattern = (keyword: string | null | undefined): string | null => {
  const word = toSearchText(keyword ?? '')
  return word ? `%${word.replace(/[\\%_]/g, '\\$&')}%` : null
}
/**
 * SQL: a text has a keyword in it, whichever width its letters have. Texts of ASCII alone are the same in both, so the dear
 * `normalize` is left out for them.
 * @param column SQL of the text
 * @param pattern SQL of a pattern of `searchPattern`, such as `$2`
 */
export const containsSql = (column: string, pattern: string): string =>
  `(${column} ilike ${pattern} or (octet_length(${column}) > char_length(${column}) and normalize(${column}, nfkc) ilike ${pattern}))`
/** The same for the `sql` of a template: the pattern is a parameter. */
export const contains = (column: string, pattern: string | null): Sql =>
  new Sql(containsSql(column, '\0').split('\0'), [pattern, pattern])
