import { baseFields, type Resource } from '@/contract/resource'
import type { Field } from '@/contract/field'
import { isSameValue } from '@/contract/merge-edits'

/** A field that differs between two states of a row. A list of references shows added and removed ids only. */
export interface Difference {
  name: string
  field: Field | null
  before: unknown
  after: unknown
  references: { to: string; removedIds: string[]; addedIds: string[] } | null
}

/** Columns that say nothing about a person's action. */
const ignoredFields = new Set([...Object.keys(baseFields), 'siteId'])
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && Object.keys(value as object).length === 0)
const isAlike = (a: unknown, b: unknown): boolean => (isEmpty(a) && isEmpty(b)) || isSameValue(a, b)
const toIds = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Returns the fields that differ between `before` and `after`, in the order of the resource; unknown ones last. */
export function getDifferences(
  resource: Resource | undefined,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Difference[] {
  const declaredFields = Object.keys(resource?.fields ?? {})
  const names = [...new Set([...declaredFields, ...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !ignoredFields.has(name),
  )
  return names
    .filter((name) => !isAlike(before[name], after[name]))
    .map((name) => {
      const field = resource?.fields[name] ?? null
      const [previousValue, nextValue]: [unknown, unknown] = [before[name] ?? null, after[name] ?? null]
      const references =
        field?.kind === 'references'
          ? {
              to: field.to,
              removedIds: toIds(previousValue).filter((id) => !toIds(nextValue).includes(id)),
              addedIds: toIds(nextValue).filter((id) => !toIds(previousValue).includes(id)),
            }
          : null
      return { name, field, before: previousValue, after: nextValue, references }
    })
}
export { isEmpty }
