import type { Field } from '@/contract/field'
import { isSameValue } from '@/contract/merge-edits'
import type { ListEntry } from './match-entries'

/** An entry that differs between two versions of a list, or exists in one only. */
export interface EntryDifference {
  readonly key: string
  readonly mine: ListEntry | undefined
  readonly theirs: ListEntry | undefined
}
const getEntryKey = (field: Field, entry: ListEntry): string =>
  field.kind === 'list' && field.entryKey ? String(entry[field.entryKey] ?? '') : ''
function indexByKey(field: Field, list: unknown): Map<string, ListEntry> | null {
  if (!Array.isArray(list)) return null
  const entries = new Map((list as ListEntry[]).map((entry) => [getEntryKey(field, entry), entry]))
  return entries.size === list.length && !entries.has('') ? entries : null
}

/**
 * Returns the differing entries of a list, which people choose one by one. Null if the list is chosen as a whole: its
 * entries have no unique keys, or only their order differs.
 */
export function compareEntries(field: Field | undefined, mine: unknown, theirs: unknown): EntryDifference[] | null {
  const myEntries = field && indexByKey(field, mine)
  const theirEntries = field && indexByKey(field, theirs)
  if (!myEntries || !theirEntries) return null
  const differences = [...new Set([...theirEntries.keys(), ...myEntries.keys()])]
    .map((key) => ({ key, mine: myEntries.get(key), theirs: theirEntries.get(key) }))
    .filter((difference) => !isSameValue(difference.mine, difference.theirs))
  return differences.length > 0 ? differences : null
}
/**
 * Merges two versions of a list. `isMine` decides which version of a differing entry is used. Entries are in the order
 * of `theirs`, followed by the new entries of `mine`.
 */
export function mergeEntries(
  field: Field,
  mine: unknown,
  theirs: unknown,
  isMine: (key: string) => boolean,
): ListEntry[] {
  const myEntries = indexByKey(field, mine)!
  const theirEntries = indexByKey(field, theirs)!
  return [...new Set([...theirEntries.keys(), ...myEntries.keys()])].flatMap((key) => {
    const myEntry = myEntries.get(key)
    const theirEntry = theirEntries.get(key)
    const chosenEntry = isSameValue(myEntry, theirEntry) || !isMine(key) ? theirEntry : myEntry
    return chosenEntry ? [chosenEntry] : []
  })
}
