import { toSearchText } from '@/contract/search-text'
import { presetsOf } from '@/contract/field'
import { inWords } from '@/contract/preset'
import type { Resource } from '@/contract/resource'
import { containsSql, toSearchPattern } from '../search'
import { statementsOf } from './sql'

/**
 * Builds the condition that a searched field of a row contains `keyword`. Preset texts match by their words in the
 * reader's language, not by their keys.
 * @param p adds a parameter and returns its placeholder
 * @param word `t` of the reader's language
 */
export function saysKeyword(
  r: Resource,
  keyword: string,
  p: (value: unknown) => string,
  word: (key: string) => string,
): string {
  // PostgreSQL cannot infer the type of an unused parameter, so add none if there is nothing to search.
  if (r.search.length === 0) return 'false'
  const { column } = statementsOf(r)
  const pattern = p(toSearchPattern(keyword))
  const meant = toSearchText(keyword)
  const says = (name: string): string => {
    const like = containsSql(column[name]!, pattern)
    const usual = presetsOf(r.fields[name])
    if (usual.length === 0) return like
    const saying = usual.filter((one) => toSearchText(inWords(one, word)).includes(meant))
    return `(${like} and ${column[name]!} not like '§%') or ${column[name]!} = any(${p(saying)}::text[])`
  }
  return `(${r.search.map(says).join(' or ')})`
}
