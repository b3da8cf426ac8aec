import { getEmptyValue, type Fields } from './field'
import type { ActionContext, AnyRow, Resource } from './resource'

/** Creates a row without input: every field has its default or its empty value. */
export const createBlankRow = ({ fields }: { readonly fields: Fields }): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, getEmptyValue(field)]))

/**
 * Adds the derived fields to (partial) values of a row. Without a previous row, a null or missing value counts as the
 * field's empty value.
 */
export function withDerivedFields<V extends AnyRow>(
  resource: { readonly fields: Fields; readonly deriveFields: Resource['deriveFields'] },
  values: V,
  previousRow?: AnyRow,
): V {
  if (!resource.deriveFields) return values
  const row = previousRow
    ? { ...previousRow, ...omitUndefined(values) }
    : { ...createBlankRow(resource), ...omitNullish(values) }
  return { ...values, ...resource.deriveFields(row) }
}

/** Builds the row that the create operation stores: defaults, input, `setOnCreate` and derived fields. */
export function buildCreatedRow(
  resource: RowBuildingResource,
  input: AnyRow,
  context: ActionContext,
): Record<string, unknown> {
  const inputRow = { ...createBlankRow(resource), ...omitNullish(input) }
  const row = { ...inputRow, ...resource.setOnCreate?.(inputRow, context) }
  return { ...row, ...resource.deriveFields?.(row) }
}
/** Builds the fields that the update operation writes: the patch, `setOnUpdate` and derived fields. */
export function buildUpdatedFields(
  resource: RowBuildingResource,
  row: AnyRow,
  patch: AnyRow,
  context: ActionContext,
): Record<string, unknown> {
  const patchedRow = { ...row, ...omitUndefined(patch) }
  return withDerivedFields(resource, { ...omitUndefined(patch), ...resource.setOnUpdate?.(patchedRow, context) }, row)
}
type RowBuildingResource = { readonly fields: Fields } & Pick<Resource, 'deriveFields' | 'setOnCreate' | 'setOnUpdate'>
const omitUndefined = (values: AnyRow): AnyRow =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
const omitNullish = (values: AnyRow): AnyRow =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null))
