import { same } from '@/contract/merge-edits'

export type Line = Readonly<Record<string, unknown>>
/** Comparison of a line in two versions of a list: equal, changed with the differing cells, or in one version only. */
export type ApartLine =
  | { readonly kind: 'same'; readonly line: Line }
  | { readonly kind: 'changed'; readonly mine: Line; readonly theirs: Line; readonly cells: ReadonlySet<string> }
  | { readonly kind: 'mine' | 'theirs'; readonly line: Line }

/** Compares two versions of a list, in the order of mine; `names` are the displayed cells. */
export function linesApart(mine: readonly Line[], theirs: readonly Line[], names: readonly string[]): ApartLine[] {
  const equal = (a: Line, b: Line) => names.every((name) => same(a[name], b[name]))
  const left = [...theirs]
  const take = (line: Line | undefined) => (line ? left.splice(left.indexOf(line), 1)[0] : undefined)
  // Match equal lines first, so that a changed line is not matched with another line's equal.
  const found = mine.map((line) => take(left.find((other) => equal(line, other))))
  const beside = mine.map((line, at) => found[at] ?? take(nearest(line, left, names)))
  return [
    ...mine.map((line, at): ApartLine => {
      const other = beside[at]
      if (!other) return { kind: 'mine', line }
      const cells = new Set(names.filter((name) => !same(line[name], other[name])))
      return cells.size === 0 ? { kind: 'same', line } : { kind: 'changed', mine: line, theirs: other, cells }
    }),
    ...left.map((line): ApartLine => ({ kind: 'theirs', line })),
  ]
}
/** Finds the line with most cells in common; undefined if none has any. */
function nearest(line: Line, among: readonly Line[], names: readonly string[]): Line | undefined {
  const filled = names.filter((name) => line[name] !== null && line[name] !== undefined && line[name] !== '')
  const common = (other: Line) => filled.filter((name) => same(line[name], other[name])).length
  const most = Math.max(0, ...among.map(common))
  return most > 0 ? among.find((other) => common(other) === most) : undefined
}
