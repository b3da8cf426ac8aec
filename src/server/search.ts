import { toSearchText } from '@/contract/language'
import { joinSql, sql, Sql } from './sql'
import { getPresets } from '@/contract/field'
import { translatePresets } from '@/contract/preset'
import type { Resource } from '@/contract/resource'
import { getStatements } from './crud/statements'

/** Builds the `ilike` pattern for texts that contain a keyword, in full or half width; null without a keyword. */
export const toSearchPattern = (keyword: string | null | undefined): string | null => {
  const searchText = toSearchText(keyword ?? '')
  return searchText ? `%${searchText.replace(/[\\%_]/g, '\\$&')}%` : null
}
/**
 * Builds SQL that matches texts containing a keyword in any letter width. ASCII-only texts skip the expensive
 * `normalize`, which would not change them.
 * @param column SQL of the text
 * @param pattern SQL of a pattern of `toSearchPattern`, such as `$2`
 */
export const buildContainsSql = (column: string, pattern: string): string =>
  `(${column} ilike ${pattern} or (octet_length(${column}) > char_length(${column}) and normalize(${column}, nfkc) ilike ${pattern}))`
/** Builds the condition of `buildContainsSql` for an `sql` template, with the pattern as a parameter. */
export const buildContainsCondition = (column: string, pattern: string | null): Sql =>
  // NUL marks the two places at which the SQL contains the pattern.
  new Sql(buildContainsSql(column, '\0').split('\0'), [pattern, pattern])
/** Builds the condition that one of several columns contains the keyword; true if `pattern` is null. */
export const buildSearchCondition = (columns: readonly string[], pattern: string | null): Sql =>
  sql`(${pattern}::text is null or ${joinSql(
    columns.map((column) => buildContainsCondition(column, pattern)),
    ' or ',
  )})`

/**
 * Builds the condition that a searched field of a row contains `keyword`. Preset texts, which are stored as a key after
 * `§`, match by their words in the reader's language, not by their keys.
 * @param addParameter adds a parameter and returns its placeholder
 * @param translate `t` of the reader's language
 */
export function buildKeywordCondition(
  resource: Resource,
  keyword: string,
  addParameter: (value: unknown) => string,
  translate: (key: string) => string,
): string {
  // PostgreSQL cannot infer the type of an unused parameter, so add none if there is nothing to search.
  if (resource.search.length === 0) return 'false'
  const { columnByField } = getStatements(resource)
  const pattern = addParameter(toSearchPattern(keyword))
  const searchText = toSearchText(keyword)
  const buildFieldCondition = (name: string): string => {
    const containsCondition = buildContainsSql(columnByField[name]!, pattern)
    const presets = getPresets(resource.fields[name])
    if (presets.length === 0) return containsCondition
    const matchingPresets = presets.filter((preset) =>
      toSearchText(translatePresets(preset, translate)).includes(searchText),
    )
    return `(${containsCondition} and ${columnByField[name]!} not like '§%') or ${columnByField[name]!} = any(${addParameter(matchingPresets)}::text[])`
  }
  return `(${resource.search.map(buildFieldCondition).join(' or ')})`
}
