import { refuse, refuseInput } from '@/contract/errno'
import type { CustomValues } from '@/contract/field'
import type { CreateInput, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import type { CustomFieldColumn } from '@/server/excel/resource-columns'
import { customField } from '../contract/custom-field'
import { equipment } from '../contract/equipment'
import {
  toCustomFieldDefinition,
  findDefinitionProblems,
  mergeCustomValues,
  findDefinitionAndMoneyProblems,
  type CustomProblem,
} from '../rules/custom-field'
import { handle } from '@/server/area'

type CustomFieldRow = Row<typeof customField>
/** Machine fields that store custom values, by the `appliesTo` of their definitions. */
const machineFieldByTarget = { equipment: 'custom', equipmentValue: 'worth' } as const satisfies Record<
  CustomFieldRow['appliesTo'] & string,
  keyof typeof equipment.fields
>
type MachineTarget = keyof typeof machineFieldByTarget
type MachineCustomField = (typeof machineFieldByTarget)[keyof typeof machineFieldByTarget]
type StoredCustomValues = { readonly [P in MachineCustomField]: CustomValues }

/** Lists the custom fields of machines, which become workbook columns. Other resources have no custom columns. */
export async function listCustomColumns(ctx: Context, resource: string): Promise<CustomFieldColumn[]> {
  if (resource !== equipment.name) return []
  const rows = await ctx.rows.find(customField, { orderBy: 'sortOrder' })
  return rows.map((row) => ({ ...row, of: row.appliesTo ?? 'equipment' }))
}

/** Loads the definitions of a machine's custom fields. */
export const loadMachineFields = (ctx: Context): Promise<CustomFieldRow[]> =>
  ctx.rows.find(customField, {
    where: { appliesTo: Object.keys(machineFieldByTarget) as MachineTarget[] },
    orderBy: 'sortOrder',
  })

/**
 * Validates the entered custom values of a machine and returns them for storage. With `storedValues` the result contains
 * only the entered machine fields; without them (a new machine) it contains all.
 * @throws 6000 with the custom field and the reason
 */
export function cleanMachineCustomValues(
  ctx: Context,
  definitions: readonly CustomFieldRow[],
  input: Partial<Record<MachineCustomField, CustomValues | null>>,
  storedValues?: StoredCustomValues,
): Partial<StoredCustomValues> {
  const cleanedValues: Partial<Record<MachineCustomField, CustomValues>> = {}
  for (const [target, machineField] of Object.entries(machineFieldByTarget)) {
    if (storedValues && !input[machineField]) continue
    cleanedValues[machineField] = cleanFieldValues(
      ctx,
      definitions.filter(({ appliesTo }) => appliesTo === target),
      machineField,
      storedValues?.[machineField] ?? {},
      input[machineField] ?? {},
    )
  }
  return cleanedValues
}
function cleanFieldValues(
  ctx: Context,
  definitions: readonly CustomFieldRow[],
  machineField: MachineCustomField,
  storedValues: CustomValues,
  input: CustomValues,
): CustomValues {
  const result = mergeCustomValues(definitions.map(toCustomFieldDefinition), storedValues, input)
  if (result.ok) return { ...result.values }
  const [firstProblem] = result.problems as [CustomProblem]
  const definition = definitions.find(({ key }) => key === firstProblem.field)
  const label = ctx.language === 'zh' ? definition?.labelZh : definition?.labelEn
  throw refuse(
    `equipment:refusals.custom.${firstProblem.code}`,
    {
      field: label ?? firstProblem.field,
      limit: firstProblem.limit ?? 0,
    },
    { issues: result.problems.map(({ field }) => ({ path: [machineField, field], code: 'notAllowed' })) },
  )
}

/** Creates a custom field. */
export const createCustomField = handle(customField.endpoints.create, async (ctx, input) => {
  assertDefinitionValid(input)
  return ctx.rows.insert(customField, input)
})
/** Updates a custom field. Key and kind are fixed, because stored values depend on them. */
export const updateCustomField = handle(customField.endpoints.update, async (ctx, { id, version, ...patch }) => {
  const storedRow = await ctx.rows.lock(customField, id)
  const changedFixedFields = (['appliesTo', 'key', 'kind'] as const).filter(
    (name) => patch[name] !== undefined && patch[name] !== storedRow[name],
  )
  if (changedFixedFields.length) throw refuse('equipment:refusals.customKeyFixed')
  assertDefinitionValid({ ...storedRow, ...patch })
  return ctx.rows.update(customField, id, patch, { version })
})

type FieldDefinitionInput = Pick<CreateInput<typeof customField>, 'key' | 'labelZh' | 'labelEn' | 'kind'> &
  Partial<CreateInput<typeof customField>>
function assertDefinitionValid(definition: FieldDefinitionInput): void {
  // `equipmentValue` fields may hold money, because only people with a price permission see them. Every reader of a
  // machine sees the other custom fields.
  const findProblems =
    definition.appliesTo === 'equipmentValue' ? findDefinitionProblems : findDefinitionAndMoneyProblems
  const [problem] = findProblems([
    toCustomFieldDefinition({
      key: definition.key,
      labelZh: definition.labelZh,
      labelEn: definition.labelEn,
      kind: definition.kind,
      unit: definition.unit ?? null,
      low: definition.low ?? null,
      high: definition.high ?? null,
      decimals: definition.decimals ?? null,
      maxLength: definition.maxLength ?? null,
      choices: definition.choices ?? [],
      mandatory: definition.mandatory ?? false,
    }),
  ])
  if (!problem) return
  // Another custom field of machines has the same key.
  if (problem.code === 'keyTwice') throw refuseInput([{ path: ['key'], code: 'duplicate' }])
  throw refuse(`equipment:refusals.customField.${problem.code}`, { field: problem.field })
}
