import type { Output } from '@/contract/endpoint'
import type { Field, Fields, TextField } from '@/contract/field'
import { mapAnswerRows, type PlainRow } from '@/contract/field-visibility'
import { FileAnswer, type Context } from '../context'
import { SerializedJson } from './list-cache'
import { loadNames } from './refs'

/** True if an answer has names that the server fills in (`TextField.nameOf`, `nameOfRow`). */
export const hasFilledNames = ({ fields, parts = {} }: Output): boolean =>
  hasNameFields(fields) || Object.values(parts).some(hasFilledNames)
const hasNameFieldsCache = new WeakMap<Fields, boolean>()
function hasNameFields(fields: Fields): boolean {
  const cached = hasNameFieldsCache.get(fields)
  if (cached !== undefined) return cached
  const hasNames = Object.values(fields).some(
    (field) => isNameField(field) || (field.kind === 'list' && hasNameFields(field.of)),
  )
  hasNameFieldsCache.set(fields, hasNames)
  return hasNames
}
const isNameField = (field: Field): field is TextField =>
  field.kind === 'text' && (field.nameOf ?? field.nameOfRow) !== undefined

/**
 * Adds the names that an output declares with `nameOf` and `nameOfRow`, with one query per referenced resource. The handler's own rows
 * stay unchanged, because answers may be shared. If the referenced row is missing, a required name becomes its id.
 */
export async function fillNames(ctx: Context, output: Output, answer: unknown): Promise<unknown> {
  if (answer instanceof FileAnswer || answer instanceof SerializedJson || !hasFilledNames(output)) return answer
  const idsByResource = new Map<string, Set<string>>()
  mapAnswerRows(output, answer, (fields, row) => {
    collectIds(fields, row, idsByResource)
    return row
  })
  const namesByResource = await Promise.all(
    [...idsByResource].map(([resource, ids]) => loadNames(ctx, resource, [...ids])),
  )
  const nameById: Record<string, string> = Object.assign({}, ...namesByResource)
  return mapAnswerRows(output, answer, (fields, row) => fillRow(fields, row, nameById))
}
function collectIds(fields: Fields, row: PlainRow, idsByResource: Map<string, Set<string>>): void {
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind === 'list' && hasNameFields(field.of))
      for (const entry of (row[name] ?? []) as PlainRow[]) collectIds(field.of, entry, idsByResource)
    if (!isNameField(field)) continue
    const referenceField = fields[field.nameOf ?? '']
    const resource = referenceField?.kind === 'reference' ? referenceField.to : field.nameOfRow
    const id = row[field.nameOf ?? name]
    if (resource === undefined || typeof id !== 'string') continue
    idsByResource.set(resource, (idsByResource.get(resource) ?? new Set()).add(id))
  }
}
function fillRow(fields: Fields, row: PlainRow, nameById: Readonly<Record<string, string>>): PlainRow {
  const filledRow: Record<string, unknown> = { ...row }
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind === 'list' && hasNameFields(field.of))
      filledRow[name] = ((row[name] ?? []) as PlainRow[]).map((entry) => fillRow(field.of, entry, nameById))
    if (!isNameField(field)) continue
    const id = row[field.nameOf ?? name]
    filledRow[name] = typeof id === 'string' ? (nameById[id] ?? (field.required ? id : null)) : null
  }
  return filledRow
}
