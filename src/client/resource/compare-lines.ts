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
  const areEqual = (a: ListLine, b: ListLine) => names.every((name) => isSameValue(a[name], b[name]))
  const unmatched = [...theirs]
  const takeUnmatched = (line: ListLine | undefined) =>
    line ? unmatched.splice(unmatched.indexOf(line), 1)[0] : undefined
  // Equal lines are matched first: otherwise a changed line could take the counterpart of an equal line.
  const equalLines = mine.map((line) => takeUnmatched(unmatched.find((counterpart) => areEqual(line, counterpart))))
  const counterparts = mine.map(
    (line, index) => equalLines[index] ?? takeUnmatched(findNearestLine(line, unmatched, names)),
  )
  return [
    ...mine.map((line, index): LineDifference => {
      const counterpart = counterparts[index]
      if (!counterpart) return { kind: 'mine', line }
      const cells = new Set(names.filter((name) => !isSameValue(line[name], counterpart[name])))
      return cells.size === 0 ? { kind: 'same', line } : { kind: 'changed', mine: line, theirs: counterpart, cells }
    }),
    ...unmatched.map((line): LineDifference => ({ kind: 'theirs', line })),
  ]
}
/** Finds the line with most cells in common; undefined if none has any. */
function findNearestLine(
  line: ListLine,
  candidates: readonly ListLine[],
  names: readonly string[],
): ListLine | undefined {
  const filledNames = names.filter((name) => line[name] !== null && line[name] !== undefined && line[name] !== '')
  const countCommonCells = (other: ListLine) =>
    filledNames.filter((name) => isSameValue(line[name], other[name])).length
  const highestCount = Math.max(0, ...candidates.map(countCommonCells))
  return highestCount > 0 ? candidates.find((other) => countCommonCells(other) === highestCount) : undefined
}
