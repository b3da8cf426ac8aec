/** Differences between two versions of a document. */
import { isSameValue } from '@/contract/merge-edits'

/** Field values of a version, or of one line in a list of the version, such as one limit. */
type FieldValues = Readonly<Record<string, unknown>>
export interface FieldChange {
  readonly part: 'field'
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}
export interface LineChange {
  readonly part: 'line'
  readonly list: string
  /** Identifies the line within its list. */
  readonly key: string
  /** null if the previous version lacks the line. */
  readonly before: FieldValues | null
  readonly after: FieldValues | null
  /** Names of the changed fields. For an added or removed line, all fields with a value. */
  readonly changedFields: readonly string[]
}

/**
 * Returns the changed fields, then the changed lines of each list, matched by their key fields. Changed and added lines
 * come in the order of the new version; removed lines follow.
 */
export function findDocumentChanges(
  previousVersion: FieldValues,
  newVersion: FieldValues,
  fieldNames: readonly string[],
  listNames: readonly string[],
  getKeyFields: (list: string) => readonly string[],
): (FieldChange | LineChange)[] {
  return [
    ...fieldNames.flatMap((name): FieldChange[] =>
      isSameValue(previousVersion[name] ?? null, newVersion[name] ?? null)
        ? []
        : [{ part: 'field', name, before: previousVersion[name] ?? null, after: newVersion[name] ?? null }],
    ),
    ...listNames.flatMap((list) =>
      findLineChanges(list, toLines(previousVersion[list]), toLines(newVersion[list]), getKeyFields(list)),
    ),
  ]
}
const toLines = (value: unknown): readonly FieldValues[] => (Array.isArray(value) ? (value as FieldValues[]) : [])

function findLineChanges(
  list: string,
  previousLines: readonly FieldValues[],
  newLines: readonly FieldValues[],
  keyFields: readonly string[],
): LineChange[] {
  // Lines without key fields are matched by their position.
  const getKey = (line: FieldValues, index: number) =>
    keyFields.length ? keyFields.map((name) => line[name] ?? '').join(' ') : String(index)
  const previousLineByKey = new Map(previousLines.map((line, index) => [getKey(line, index), line]))
  const newKeys = new Set(newLines.map(getKey))
  const getFilledFields = (line: FieldValues) =>
    Object.keys(line).filter((name) => !keyFields.includes(name) && line[name] != null)
  return [
    ...newLines.flatMap((line, index): LineChange[] => {
      const key = getKey(line, index)
      const previousLine = previousLineByKey.get(key) ?? null
      const changedFields = previousLine
        ? [...new Set([...Object.keys(previousLine), ...Object.keys(line)])].filter(
            (name) => !isSameValue(previousLine[name] ?? null, line[name] ?? null),
          )
        : getFilledFields(line)
      return previousLine && changedFields.length === 0
        ? []
        : [{ part: 'line', list, key, before: previousLine, after: line, changedFields }]
    }),
    ...previousLines.flatMap((line, index): LineChange[] =>
      newKeys.has(getKey(line, index))
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
