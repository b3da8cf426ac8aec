/** Differences between two versions of a document. */
import { isSameValue } from '@/contract/merge-edits'

/** Field values of a version, or of one entry in a list of the version, such as one limit. */
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
  /** Identifies the entry within its list. */
  readonly key: string
  /** null if the previous version lacks the entry. */
  readonly before: FieldValues | null
  readonly after: FieldValues | null
  /** Names of the changed fields. For an added or removed entry, all fields with a value. */
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
      findEntryChanges(list, toEntries(previousVersion[list]), toEntries(newVersion[list]), getKeyFields(list)),
    ),
  ]
}
const toEntries = (value: unknown): readonly FieldValues[] => (Array.isArray(value) ? (value as FieldValues[]) : [])

function findEntryChanges(
  list: string,
  previousEntries: readonly FieldValues[],
  newEntries: readonly FieldValues[],
  keyFields: readonly string[],
): LineChange[] {
  // Entries without key fields are matched by their position.
  const getKey = (entry: FieldValues, index: number) =>
    keyFields.length ? keyFields.map((name) => entry[name] ?? '').join(' ') : String(index)
  const previousEntryByKey = new Map(previousEntries.map((entry, index) => [getKey(entry, index), entry]))
  const newKeys = new Set(newEntries.map(getKey))
  const getFilledFields = (entry: FieldValues) =>
    Object.keys(entry).filter((name) => !keyFields.includes(name) && entry[name] != null)
  return [
    ...newEntries.flatMap((entry, index): LineChange[] => {
      const key = getKey(entry, index)
      const previousEntry = previousEntryByKey.get(key) ?? null
      const changedFields = previousEntry
        ? [...new Set([...Object.keys(previousEntry), ...Object.keys(entry)])].filter(
            (name) => !isSameValue(previousEntry[name] ?? null, entry[name] ?? null),
          )
        : getFilledFields(entry)
      return previousEntry && changedFields.length === 0
        ? []
        : [{ part: 'line', list, key, before: previousEntry, after: entry, changedFields }]
    }),
    ...previousEntries.flatMap((entry, index): LineChange[] =>
      newKeys.has(getKey(entry, index))
        ? []
        : [
            {
              part: 'line',
              list,
              key: getKey(entry, index),
              before: entry,
              after: null,
              changedFields: getFilledFields(entry),
            },
          ],
    ),
  ]
}
