/** Custom fields of material inspections: their definitions, and validation of entered values. */
import { refuse, refuseInput } from '@/contract/errno'
import type { CustomValues } from '@/contract/field'
import type { CreateInput, Row } from '@/contract/resource'
import {
  toCustomFieldDefinition,
  findDefinitionProblems,
  mergeCustomValues,
} from '@/areas/equipment/rules/custom-field'
import type { Context } from '@/server/context'
import { incomingField } from '@/areas/incoming/contract/material-inspection'
import { handle } from '@/server/area'

type FieldDefinition = Row<typeof incomingField>
/** Lists the custom fields of a material in display order. */
export const listFieldDefinitions = (ctx: Context, materialId: string): Promise<FieldDefinition[]> =>
  ctx.rows.find(incomingField, { where: { materialId }, orderBy: 'sortOrder' })
/** Lists the custom fields of all materials in display order. */
export const listAllFieldDefinitions = (ctx: Context): Promise<FieldDefinition[]> =>
  ctx.rows.find(incomingField, { orderBy: 'sortOrder' })
const getFieldLabel = (ctx: Context, { labelZh, labelEn }: FieldDefinition): string =>
  ctx.language === 'zh' ? labelZh : labelEn

/**
 * Validates entered values and merges them with the stored ones. Mandatory fields may be filled in later.
 * @throws a refusal that names the field and the problem
 */
export async function mergeInspectionFields(
  ctx: Context,
  materialId: string | null,
  storedValues: CustomValues,
  enteredValues: CustomValues,
): Promise<CustomValues> {
  const definitions = materialId ? await listFieldDefinitions(ctx, materialId) : []
  const fields = definitions.map((row) => ({ ...toCustomFieldDefinition(row), required: false }))
  const mergeResult = mergeCustomValues(fields, storedValues, enteredValues)
  if (mergeResult.ok) return { ...mergeResult.values }
  const [{ field, code, limit }] = mergeResult.problems as [(typeof mergeResult.problems)[number]]
  const definition = definitions.find(({ key }) => key === field)
  throw refuse(
    `equipment:refusals.custom.${code}`,
    { field: definition ? getFieldLabel(ctx, definition) : field, limit: limit ?? 0 },
    { issues: mergeResult.problems.map((problem) => ({ path: ['extra', problem.field], code: 'notAllowed' })) },
  )
}
/** Returns the labels of mandatory fields without a value. */
export async function findMissingFields(
  ctx: Context,
  materialId: string | null,
  values: CustomValues,
): Promise<string[]> {
  const definitions = materialId ? await listFieldDefinitions(ctx, materialId) : []
  return definitions
    .filter(({ key, mandatory }) => mandatory && (values[key] === null || values[key] === undefined))
    .map((row) => getFieldLabel(ctx, row))
}

/** POST /quality/cm_field: adds a custom field to the inspections of a material. */
export const addFieldDefinition = handle(incomingField.endpoints.create, async (ctx, input) => {
  assertDefinitionValid(input)
  return ctx.rows.insert(incomingField, input)
})
/** PUT /plant/cm_field: changes a custom field. Key, kind and material are fixed, because stored values depend on them. */
export const changeFieldDefinition = handle(incomingField.endpoints.update, async (ctx, { id, version, ...patch }) => {
  const storedField = await ctx.rows.lock(incomingField, id)
  const changedFixedFields = (['materialId', 'key', 'kind'] as const).filter(
    (name) => patch[name] !== undefined && patch[name] !== storedField[name],
  )
  if (changedFixedFields.length) throw refuse('equipment:refusals.customKeyFixed')
  assertDefinitionValid({ ...storedField, ...patch })
  return ctx.rows.update(incomingField, id, patch, { version })
})
function assertDefinitionValid(definition: CreateInput<typeof incomingField>): void {
  const [problem] = findDefinitionProblems([
    toCustomFieldDefinition({
      ...fillMissingDefinitionFields(definition),
      choices: definition.choices ?? [],
      mandatory: definition.mandatory ?? false,
    }),
  ])
  if (!problem) return
  if (problem.code === 'keyTwice') throw refuseInput([{ path: ['key'], code: 'duplicate' }])
  throw refuse(`equipment:refusals.customField.${problem.code}`, { field: problem.field })
}
/** Returns the fields of a definition with null instead of missing values. */
const fillMissingDefinitionFields = ({
  key,
  labelZh,
  labelEn,
  kind,
  unit,
  low,
  high,
  decimals,
  maxLength,
}: CreateInput<typeof incomingField>) => ({
  key,
  labelZh,
  labelEn,
  kind,
  unit: unit ?? null,
  low: low ?? null,
  high: high ?? null,
  decimals: decimals ?? null,
  maxLength: maxLength ?? null,
})
