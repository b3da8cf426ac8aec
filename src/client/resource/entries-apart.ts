import type { Field } from '@/contract/field'
import { same } from '@/contract/merge-edits'
import type { Line } from './lines-apart'

/** An entry that differs between two versions of a list, or exists in one only. */
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

/**
 * Returns the entries of a list that are chosen individually; null if entries have no key and the list is one choice.
 */
export function entriesApart(field: Field | undefined, mine: unknown, theirs: unknown): Apart[] | null {
  const [my, their] = [field && byKey(field, mine), field && byKey(field, theirs)]
  if (!my || !their) return null
  const apart = [...new Set([...their.keys(), ...my.keys()])]
    .map((key) => ({ key, mine: my.get(key), theirs: their.get(key) }))
    .filter((one) => !same(one.mine, one.theirs))
  return apart.length > 0 ? apart : null
}
/** Merges the list by the choice for each entry, in order. */
export function joined(field: Field, mine: unknown, theirs: unknown, isMine: (key: string) => boolean): Line[] {
  const [my, their] = [byKey(field, mine)!, byKey(field, theirs)!]
  return [...new Set([...their.keys(), ...my.keys()])].flatMap((key) => {
    const [m, t] = [my.get(key), their.get(key)]
    const chosen = same(m, t) || !isMine(key) ? t : m
    return chosen ? [chosen] : []
  })
}
