/** Differences between two versions of a document. */
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
  /** Identifies the line within its list. */
  readonly key: string
  /** null if the earlier version does not have the line. */
  readonly before: Line | null
  readonly after: Line | null
  /** Names of the changed fields; of an added or removed line, all fields that have a value. */
  readonly differs: readonly string[]
}

/**
 * Returns the changed fields, then the changed lines of each list, matched by their key fields. Lines of the later
 * version come first, in their order; removed lines follow.
 */
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
  // Lines without key fields are matched by their position.
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
