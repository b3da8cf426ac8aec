import { isSameValue } from '@/contract/merge-edits'

export type ListLine = Readonly<Record<string, unknown>>
/** Comparison of a line in two versions of a list: equal, changed with the differing cells, or in one version only. */
export type LineDifference =
  | { readonly kind: 'same'; readonly line: ListLine }
  | {
      readonly kind: 'changed'
      readonly mine: ListLine
      readonly theirs: ListLine
      readonly cells: ReadonlySet<string>
    }
  | { readonly kind: 'mine' | 'theirs'; readonly line: ListLine }

/** Compares two versions of a list, in the order of mine; `names` are the displayed cells. */
export function compareLines(
  mine: readonly ListLine[],
  theirs: readonly ListLine[],
  names: readonly string[],
): LineDifference[] {
  const equal = (a: ListLine, b: ListLine) => names.every((name) => isSameValue(a[name], b[name]))
  const unmatched = [...theirs]
  const take = (line: ListLine | undefined) => (line ? unmatched.splice(unmatched.indexOf(line), 1)[0] : undefined)
  // Match equal lines first, so that a changed line is not matched with another line's equal.
  const equalLines = mine.map((line) => take(unmatched.find((other) => equal(line, other))))
  const counterparts = mine.map((line, index) => equalLines[index] ?? take(findNearestLine(line, unmatched, names)))
  return [
    ...mine.map((line, index): LineDifference => {
      const other = counterparts[index]
      if (!other) return { kind: 'mine', line }
      const cells = new Set(names.filter((name) => !isSameValue(line[name], other[name])))
      return cells.size === 0 ? { kind: 'same', line } : { kind: 'changed', mine: line, theirs: other, cells }
    }),
    ...unmatched.map((line): LineDifference => ({ kind: 'theirs', line })),
  ]
}
/** Finds the line with most cells in common; undefined if none has any. */
function findNearestLine(line: ListLine, among: readonly ListLine[], names: readonly string[]): ListLine | undefined {
  const filled = names.filter((name) => line[name] !== null && line[name] !== undefined && line[name] !== '')
  const countCommonCells = (other: ListLine) => filled.filter((name) => isSameValue(line[name], other[name])).length
  const highestCount = Math.max(0, ...among.map(countCommonCells))
  return highestCount > 0 ? among.find((other) => countCommonCells(other) === highestCount) : undefined
}
