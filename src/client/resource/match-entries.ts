import { isSameValue } from '@/contract/merge-edits'

export type ListEntry = Readonly<Record<string, unknown>>
/** Comparison of an entry in two versions of a list: equal, changed with the differing cells, or in one version only. */
export type EntryMatch =
  | { readonly kind: 'same'; readonly entry: ListEntry }
  | {
      readonly kind: 'changed'
      readonly mine: ListEntry
      readonly theirs: ListEntry
      readonly cells: ReadonlySet<string>
    }
  | { readonly kind: 'mine' | 'theirs'; readonly entry: ListEntry }

/** Compares two versions of a list, in the order of mine; `names` are the displayed cells. */
export function matchEntries(
  mine: readonly ListEntry[],
  theirs: readonly ListEntry[],
  names: readonly string[],
): EntryMatch[] {
  const areEqual = (a: ListEntry, b: ListEntry) => names.every((name) => isSameValue(a[name], b[name]))
  const unmatchedEntries = [...theirs]
  const takeUnmatched = (entry: ListEntry | undefined) =>
    entry ? unmatchedEntries.splice(unmatchedEntries.indexOf(entry), 1)[0] : undefined
  // Equal entries are matched first: otherwise a changed entry could take the counterpart of an equal entry.
  const equalEntries = mine.map((entry) =>
    takeUnmatched(unmatchedEntries.find((counterpart) => areEqual(entry, counterpart))),
  )
  const counterparts = mine.map(
    (entry, index) => equalEntries[index] ?? takeUnmatched(findNearestEntry(entry, unmatchedEntries, names)),
  )
  return [
    ...mine.map((entry, index): EntryMatch => {
      const counterpart = counterparts[index]
      if (!counterpart) return { kind: 'mine', entry }
      const cells = new Set(names.filter((name) => !isSameValue(entry[name], counterpart[name])))
      return cells.size === 0 ? { kind: 'same', entry } : { kind: 'changed', mine: entry, theirs: counterpart, cells }
    }),
    ...unmatchedEntries.map((entry): EntryMatch => ({ kind: 'theirs', entry })),
  ]
}
/** Finds the entry with the most cells in common; undefined if none has any. */
function findNearestEntry(
  entry: ListEntry,
  candidates: readonly ListEntry[],
  names: readonly string[],
): ListEntry | undefined {
  const filledNames = names.filter((name) => entry[name] !== null && entry[name] !== undefined && entry[name] !== '')
  const countCommonCells = (other: ListEntry) =>
    filledNames.filter((name) => isSameValue(entry[name], other[name])).length
  const highestCount = Math.max(0, ...candidates.map(countCommonCells))
  return highestCount > 0 ? candidates.find((other) => countCommonCells(other) === highestCount) : undefined
}
