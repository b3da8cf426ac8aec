import type { Field } from '@/contract/field'
import { same } from '@/contract/merge-edits'
import type { Line } from './lines-apart'

/** An entry that two versions of a list have otherwise, or that one of them has alone. */
export interface Apart {
  readonly key: string
  readonly mine: Line | undefined
  readonly theirs: Line | undefined
}
const keyOf = (field: Field, entry: Line): string =>
  field.kind === 'list' && field.entryKey ? String(entry[field.entryKey] ?? '') : ''
function byKey(field: Field, list: unknown): Map<string, Line> | null {
  if (!Array.isArray(list)) return null
  const entries = new Map((list as Line[]).map((entry) => [keyOf(field, entry), entry]))
  return entries.size === list.length && !entries.has('') ? entries : null
}

/** The entries of a list that are chosen one by one; null where they are not told apart, and the list is one choice. */
export function entriesApart(field: Field | undefined, mine: unknown, theirs: unknown): Apart[] | null {
  const [my, their] = [field && byKey(field, mine), field && byKey(field, theirs)]
  if (!my || !their) return null
  const apart = [...new Set([...their.keys(), ...my.keys()])]
    .map((key) => ({ key, mine: my.get(key), theirs: their.get(key) }))
    .filter((one) => !same(one.mine, one.theirs))
  return apart.length > 0 ? apart : null
}
/** The list as it was chosen, entry by entry, in their order. */
export function joined(field: Field, mine: unknown, theirs: unknown, isMine: (key: string) => boolean): Line[] {
  const [my, their] = [byKey(field, mine)!, byKey(field, theirs)!]
  return [...new Set([...their.keys(), ...my.keys()])].flatMap((key) => {
    const [m, t] = [my.get(key), their.get(key)]
    const chosen = same(m, t) || !isMine(key) ? t : m
    return chosen ? [chosen] : []
  })
}
