/** Custom fields of material inspections: their definitions, and validation of entered values. */
import { refuse, refuseInput } from '@/contract/errno'
import type { CustomValues } from '@/contract/field'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import {
  toCustomFieldDefinition,
  findDefinitionProblems,
  mergeCustomValues,
} from '@/areas/equipment/rules/custom-field'
import type { Context } from '@/server/context'
import { incomingField } from '../contract/incoming-field'

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
 * @throws 6000 naming the field and the problem
 */
export async function cleanInspectionFields(
  ctx: Context,
  materialId: string | null,
  stored: CustomValues,
  enteredValues: CustomValues,
): Promise<CustomValues> {
  const rows = materialId ? await listFieldDefinitions(ctx, materialId) : []
  const fields = rows.map((row) => ({ ...toCustomFieldDefinition(row), required: false }))
  const cleaned = mergeCustomValues(fields, stored, enteredValues)
  if (cleaned.ok) return { ...cleaned.values }
  const [{ field, code, limit }] = cleaned.problems as [(typeof cleaned.problems)[number]]
  const definition = rows.find(({ key }) => key === field)
  throw refuse(
    `equipment:refusals.custom.${code}`,
    { field: definition ? getFieldLabel(ctx, definition) : field, limit: limit ?? 0 },
    { issues: cleaned.problems.map((one) => ({ path: ['extra', one.field], code: 'notAllowed' })) },
  )
}
/** Returns the labels of mandatory fields without a value. */
export async function findMissingFields(
  ctx: Context,
  materialId: string | null,
  values: CustomValues,
): Promise<string[]> {
  const rows = materialId ? await listFieldDefinitions(ctx, materialId) : []
  return rows
    .filter(({ key, mandatory }) => mandatory && (values[key] === null || values[key] === undefined))
    .map((row) => getFieldLabel(ctx, row))
}

/** POST /quality/cm_field */
export async function addIncomingField(
  ctx: Context,
  input: CreateInput<typeof incomingField>,
): Promise<FieldDefinition> {
  assertDefinitionValid(input)
  return ctx.rows.insert(incomingField, input)
}
/** PUT /plant/cm_field. Key, kind and material cannot change, because stored values depend on them. */
export async function changeIncomingField(
  ctx: Context,
  { id, version, ...patch }: UpdateInput<typeof incomingField>,
): Promise<FieldDefinition> {
  const storedField = await ctx.rows.lock(incomingField, id)
  const changedFixedFields = (['materialId', 'key', 'kind'] as const).filter(
    (name) => patch[name] !== undefined && patch[name] !== storedField[name],
  )
  if (changedFixedFields.length) throw refuse('equipment:refusals.customKeyFixed')
  assertDefinitionValid({ ...storedField, ...patch })
  return ctx.rows.update(incomingField, id, patch, { version })
}
function assertDefinitionValid(definition: CreateInput<typeof incomingField>): void {
  const [problem] = findDefinitionProblems([
    toCustomFieldDefinition({
      ...toDefinitionFields(definition),
      choices: definition.choices ?? [],
      mandatory: definition.mandatory ?? false,
    }),
  ])
  if (!problem) return
  if (problem.code === 'keyTwice') throw refuseInput([{ path: ['key'], code: 'duplicate' }])
  throw refuse(`equipment:refusals.customField.${problem.code}`, { field: problem.field })
}
/** Picks the fields of a definition; missing values become null instead of undefined. */
const toDefinitionFields = ({
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
