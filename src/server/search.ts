import { toSearchText } from '@/contract/search-text'
import { Sql } from './sql'

/** Builds the `ilike` pattern for texts that contain a keyword, in full or half width; null without a keyword. */
export const toSearchPattern = (keyword: string | null | undefined): string | null => {
  const word = toSearchText(keyword ?? '')
  return word ? `%${word.replace(/[\\%_]/g, '\\$&')}%` : null
}
/**
 * Builds SQL that matches texts containing a keyword in any letter width. ASCII-only texts skip the expensive
 * `normalize`, which would not change them.
 * @param column SQL of the text
 * @param pattern SQL of a pattern of `toSearchPattern`, such as `$2`
 */
export const containsSql = (column: string, pattern: string): string =>
  `(${column} ilike ${pattern} or (octet_length(${column}) > char_length(${column}) and normalize(${column}, nfkc) ilike ${pattern}))`
/** Builds the same condition for an `sql` template, with the pattern as a parameter. */
export const contains = (column: string, pattern: string | null): Sql =>
  new Sql(containsSql(column, '\0').split('\0'), [pattern, pattern])
