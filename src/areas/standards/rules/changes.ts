/** Differences between two versions of a document. */
import { isSameValue } from '@/contract/merge-edits'

type Line = Readonly<Record<string, unknown>>
export interface FieldChange {
  readonly part: 'fact'
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}
export interface LineChange {
  readonly part: 'line'
  readonly list: string
  /** Identifies the line within its list. */
  readonly key: string
  /** null if the earlier version does not have the line. */
  readonly before: Line | null
  readonly after: Line | null
  /** Names of the changed fields; of an added or removed line, all fields that have a value. */
  readonly changedFields: readonly string[]
}

/**
 * Returns the changed fields, then the changed lines of each list, matched by their key fields. Lines of the later
 * version come first, in their order; removed lines follow.
 */
export function findDocumentChanges(
  before: Line,
  after: Line,
  fieldNames: readonly string[],
  listNames: readonly string[],
  getKeyFields: (list: string) => readonly string[],
): (FieldChange | LineChange)[] {
  return [
    ...fieldNames.flatMap((name): FieldChange[] =>
      isSameValue(before[name] ?? null, after[name] ?? null)
        ? []
        : [{ part: 'fact', name, before: before[name] ?? null, after: after[name] ?? null }],
    ),
    ...listNames.flatMap((list) =>
      findLineChanges(list, toLines(before[list]), toLines(after[list]), getKeyFields(list)),
    ),
  ]
}
const toLines = (value: unknown): readonly Line[] => (Array.isArray(value) ? (value as Line[]) : [])

function findLineChanges(
  list: string,
  before: readonly Line[],
  after: readonly Line[],
  keys: readonly string[],
): LineChange[] {
  // Lines without key fields are matched by their position.
  const getKey = (line: Line, index: number) =>
    keys.length ? keys.map((name) => line[name] ?? '').join(' ') : String(index)
  const previousByKey = new Map(before.map((line, index) => [getKey(line, index), line]))
  const remainingKeys = new Set(after.map(getKey))
  const getFilledFields = (line: Line) => Object.keys(line).filter((name) => !keys.includes(name) && line[name] != null)
  return [
    ...after.flatMap((line, index): LineChange[] => {
      const key = getKey(line, index)
      const previousLine = previousByKey.get(key) ?? null
      const changedFields = previousLine
        ? [...new Set([...Object.keys(previousLine), ...Object.keys(line)])].filter(
            (name) => !isSameValue(previousLine[name] ?? null, line[name] ?? null),
          )
        : getFilledFields(line)
      return previousLine && changedFields.length === 0
        ? []
        : [{ part: 'line', list, key, before: previousLine, after: line, changedFields }]
    }),
    ...before.flatMap((line, index): LineChange[] =>
      remainingKeys.has(getKey(line, index))
        ? []
        : [
            {
              part: 'line',
              list,
              key: getKey(line, index),
              before: line,
              after: null,
              changedFields: getFilledFields(line),
            },
          ],
    ),
  ]
}
