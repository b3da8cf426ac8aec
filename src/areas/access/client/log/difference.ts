import { baseFields, type Resource } from '@/contract/resource'
import type { Field } from '@/contract/field'
import { same } from '@/contract/merge-edits'

/** A field that differs between two states of a row. A list of references shows added and removed ids only. */
export interface Difference {
  name: string
  field: Field | null
  before: unknown
  after: unknown
  references: { to: string; gone: string[]; come: string[] } | null
}

/** Columns that say nothing about a person's action. */
const silent = new Set([...Object.keys(baseFields), 'siteId'])
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && Object.keys(value as object).length === 0)
const alike = (a: unknown, b: unknown): boolean => (isEmpty(a) && isEmpty(b)) || same(a, b)
const ids = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** Returns the fields that differ between `before` and `after`, in the order of the resource; unknown ones last. */
export function differencesOf(
  of: Resource | undefined,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Difference[] {
  const declared = Object.keys(of?.fields ?? {})
  const names = [...new Set([...declared, ...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !silent.has(name),
  )
  return names
    .filter((name) => !alike(before[name], after[name]))
    .map((name) => {
      const field = of?.fields[name] ?? null
      const [old, now]: [unknown, unknown] = [before[name] ?? null, after[name] ?? null]
      const references =
        field?.kind === 'references'
          ? {
              to: field.to,
              gone: ids(old).filter((id) => !ids(now).includes(id)),
              come: ids(now).filter((id) => !ids(old).includes(id)),
            }
          : null
      return { name, field, before: old, after: now, references }
    })
}
export { isEmpty }
