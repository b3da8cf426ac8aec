import { toSearchText } from '@/contract/language'
import { joinSql, sql, Sql } from './sql'
import { getPresets } from '@/contract/field'
import { translatePresets } from '@/contract/preset'
import type { Resource } from '@/contract/resource'
import type { Query } from './context'
import { getStatements } from './crud/statements'
import { buildTrigramsSql } from './db/columns'

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
 * A search uses the trigram index if it finds at most this many rows. If there are more matches, reading the list in its
 * order fills a page sooner. Such a search leaves out the trigram condition, because checking it without the index takes
 * ten times as long as reading the text.
 */
const MAX_INDEXED_ROWS = 20_000
/**
 * Returns the trigrams by which the search index finds the rows that can contain `keyword`; empty if there is no index, the
 * keyword is shorter than three characters, or too many rows have its trigrams.
 */
export async function findIndexedTrigrams(
  { query, site }: { readonly query: Query; readonly site: number },
  resource: Resource,
  keyword: string | null | undefined,
  maxRows = MAX_INDEXED_ROWS,
): Promise<readonly string[]> {
  const trigrams = resource.hasSearchIndex ? getTrigrams(keyword ?? '') : []
  if (trigrams.length === 0) return trigrams
  const { table } = getStatements(resource)
  const [row] = await query<{ n: number }>(
    `select count(*)::int as n from (select from ${table} where site_id = $1 and ${buildTrigramsSql(resource.search)} @> $2::text[] limit ${maxRows + 1}) found`,
    [site, trigrams],
  )
  return row!.n <= maxRows ? trigrams : []
}
/**
 * Builds the condition for the rows that the search index finds; null without trigrams. The query also needs the search
 * condition, because a text may contain all trigrams of the keyword but not the keyword.
 * @param trigrams see `findIndexedTrigrams`
 * @param addParameter adds a parameter and returns its placeholder
 */
export const buildSearchIndexCondition = (
  resource: Resource,
  trigrams: readonly string[],
  addParameter: (value: unknown) => string,
): string | null =>
  trigrams.length > 0 ? `${buildTrigramsSql(resource.search)} @> ${addParameter(trigrams)}::text[]` : null
/**
 * Returns the trigrams of a keyword that `search_trigrams` of the database finds in texts that contain it. Letters beyond ASCII
 * are left out: the database keeps their case, because lower case depends on the locale.
 */
export function getTrigrams(keyword: string): string[] {
  const characters = [...toSearchText(keyword)]
  const trigrams = characters.slice(2).map((_, i) => characters.slice(i, i + 3))
  return [...new Set(trigrams.filter((trigram) => trigram.every(isAsciiOrCaseless)).map((trigram) => trigram.join('')))]
}
/** True if the database and JavaScript convert the character to the same lower case. */
const isAsciiOrCaseless = (character: string): boolean =>
  character < '\x80' || character.toLowerCase() === character.toUpperCase()

/**
 * Builds the condition that a searched field of a row contains `keyword`. Preset texts, which are stored as a key after
 * `§`, match by their words in the reader's language, not by their keys.
 * @param addParameter adds a parameter and returns its placeholder
 * @param translate `t` of the reader's language
 * @param trigrams see `findIndexedTrigrams`
 */
export function buildKeywordCondition(
  resource: Resource,
  keyword: string,
  addParameter: (value: unknown) => string,
  translate: (key: string) => string,
  trigrams: readonly string[],
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
  const searchCondition = `(${resource.search.map(buildFieldCondition).join(' or ')})`
  const indexCondition = buildSearchIndexCondition(resource, trigrams, addParameter)
  return indexCondition === null ? searchCondition : `(${indexCondition} and ${searchCondition})`
}
