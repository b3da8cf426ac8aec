/** In what two versions of a document differ. */
import { isSameValue } from '@/contract/merge-edits'

type Line = Readonly<Record<string, unknown>>
export interface FactChange {
  readonly part: 'fact'
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}
export interface ListChange {
  readonly part: 'line'
  readonly list: string
  /** What tells the line from others of its list. */
  readonly key: string
  /** null on the side where it is not. */
  readonly before: Line | null
  readonly after: Line | null
  /** What of it is said otherwise; of a new line or one that is gone, all that it says. */
  readonly differs: readonly string[]
}

/** Facts, then lines of each list by their keys: those of the later version in its order, then those that are gone. */
export function changesOf(
  before: Line,
  after: Line,
  facts: readonly string[],
  lists: readonly string[],
  keysOf: (list: string) => readonly string[],
): (FactChange | ListChange)[] {
  return [
    ...facts.flatMap((name): FactChange[] =>
      isSameValue(before[name] ?? null, after[name] ?? null)
        ? []
        : [{ part: 'fact', name, before: before[name] ?? null, after: after[name] ?? null }],
    ),
    ...lists.flatMap((list) => lineChanges(list, linesOf(before[list]), linesOf(after[list]), keysOf(list))),
  ]
}
const linesOf = (value: unknown): readonly Line[] => (Array.isArray(value) ? (value as Line[]) : [])

function lineChanges(
  list: string,
  before: readonly Line[],
  after: readonly Line[],
  keys: readonly string[],
): ListChange[] {
  // Lines that nothing tells apart are the same by their place.
  const keyOf = (line: Line, at: number) => (keys.length ? keys.map((name) => line[name] ?? '').join(' ') : String(at))
  const known = new Map(before.map((line, at) => [keyOf(line, at), line]))
  const kept = new Set(after.map(keyOf))
  const said = (line: Line) => Object.keys(line).filter((name) => !keys.includes(name) && line[name] != null)
  return [
    ...after.flatMap((line, at): ListChange[] => {
      const key = keyOf(line, at)
      const old = known.get(key) ?? null
      const differs = old
        ? [...new Set([...Object.keys(old), ...Object.keys(line)])].filter(
            (name) => !isSameValue(old[name] ?? null, line[name] ?? null),
          )
        : said(line)
      return old && differs.length === 0 ? [] : [{ part: 'line', list, key, before: old, after: line, differs }]
    }),
    ...before.flatMap((line, at): ListChange[] =>
      kept.has(keyOf(line, at))
        ? []
        : [{ part: 'line', list, key: keyOf(line, at), before: line, after: null, differs: said(line) }],
    ),
  ]
}
