/** Compares the rows before and after a change of the audit trail, field by field. */
import { baseFields, type Resource } from '@/contract/resource'
import type { Field } from '@/contract/field'
import { isSameValue } from '@/contract/merge-edits'

/** Stored values of a row by field name, as the audit trail records them. */
export type StoredValues = Readonly<Record<string, unknown>>

/** A field whose value differs between two states of a row. */
export interface Difference {
  name: string
  field: Field | null
  before: unknown
  after: unknown
  /**
   * Added and removed ids of a list of references; null for other fields. `resourceName` is the referenced resource.
   */
  referenceChanges: { resourceName: string; removedIds: string[]; addedIds: string[] } | null
}

/** Columns that the server maintains, e.g. version and times. They say nothing about a person's action. */
const ignoredFields = new Set([...Object.keys(baseFields), 'siteId'])
/** True for null, an empty text, an empty list and an empty object. */
export const isEmptyValue = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && Object.keys(value as object).length === 0)
const areEquivalent = (a: unknown, b: unknown): boolean => (isEmptyValue(a) && isEmptyValue(b)) || isSameValue(a, b)
const toIds = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/**
 * Returns the fields that differ between `rowBefore` and `rowAfter`, in the order of the resource. Fields that the
 * resource does not declare come last.
 */
export function getDifferences(
  resource: Resource | undefined,
  rowBefore: StoredValues,
  rowAfter: StoredValues,
): Difference[] {
  const declaredFields = Object.keys(resource?.fields ?? {})
  const names = [...new Set([...declaredFields, ...Object.keys(rowBefore), ...Object.keys(rowAfter)])].filter(
    (name) => !ignoredFields.has(name),
  )
  return names
    .filter((name) => !areEquivalent(rowBefore[name], rowAfter[name]))
    .map((name) => {
      const field = resource?.fields[name] ?? null
      const previousValue = rowBefore[name] ?? null
      const nextValue = rowAfter[name] ?? null
      const referenceChanges =
        field?.kind === 'references'
          ? {
              resourceName: field.to,
              removedIds: toIds(previousValue).filter((id) => !toIds(nextValue).includes(id)),
              addedIds: toIds(nextValue).filter((id) => !toIds(previousValue).includes(id)),
            }
          : null
      return { name, field, before: previousValue, after: nextValue, referenceChanges }
    })
}
