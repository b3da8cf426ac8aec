import { toSearchText } from '@/contract/search-text'
import { presetsOf } from '@/contract/field'
import { inWords } from '@/contract/preset'
import type { Resource } from '@/contract/resource'
import { containsSql, toSearchPattern } from '../search'
import { statementsOf } from './sql'

/**
 * The condition that some searched field of a row says `keyword`; of a usual text its words do, as the reader reads them, and not
 * its key. `p` writes a parameter, `word` is `t` of the reader's language.
 */
export function saysKeyword(
  r: Resource,
  keyword: string,
  p: (value: unknown) => string,
  word: (key: string) => string,
): string {
  // A parameter that nothing uses has no type: none is given where nothing is searched.
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
