import { toSearchText } from '@/contract/search-text'
import { getPresets } from '@/contract/field'
import { translatePresets } from '@/contract/preset'
import type { Resource } from '@/contract/resource'
import { containsSql, toSearchPattern } from '../search'
import { getStatements } from './statements'

/**
 * Builds the condition that a searched field of a row contains `keyword`. Preset texts match by their words in the
 * reader's language, not by their keys.
 * @param addParameter adds a parameter and returns its placeholder
 * @param translate `t` of the reader's language
 */
export function buildKeywordCondition(
  r: Resource,
  keyword: string,
  addParameter: (value: unknown) => string,
  translate: (key: string) => string,
): string {
  // PostgreSQL cannot infer the type of an unused parameter, so add none if there is nothing to search.
  if (r.search.length === 0) return 'false'
  const { column } = getStatements(r)
  const pattern = addParameter(toSearchPattern(keyword))
  const searchText = toSearchText(keyword)
  const buildFieldCondition = (name: string): string => {
    const like = containsSql(column[name]!, pattern)
    const presets = getPresets(r.fields[name])
    if (presets.length === 0) return like
    const matchingPresets = presets.filter((one) => toSearchText(translatePresets(one, translate)).includes(searchText))
    return `(${like} and ${column[name]!} not like '§%') or ${column[name]!} = any(${addParameter(matchingPresets)}::text[])`
  }
  return `(${r.search.map(buildFieldCondition).join(' or ')})`
}
