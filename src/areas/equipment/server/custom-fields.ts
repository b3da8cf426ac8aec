import { refuse, refuseInput } from '@/contract/errno'
import type { CustomValues } from '@/contract/field'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import type { CustomFieldColumn } from '@/server/excel/resource-columns'
import { customField } from '../contract/custom-field'
import { equipment } from '../contract/equipment'
import {
  customFieldOf,
  definitionProblems,
  mergeCustomValues,
  openDefinitionProblems,
  type CustomProblem,
} from '../rules/custom-field'

type Definition = Row<typeof customField>
/** Machine fields that store custom values, by the `appliesTo` of their definitions. */
const places = { equipment: 'custom', equipmentValue: 'worth' } as const satisfies Record<
  Definition['appliesTo'] & string,
  keyof typeof equipment.fields
>
type Place = (typeof places)[keyof typeof places]
type Held = { readonly [P in Place]: CustomValues }

/** Lists the custom columns of the ledger's workbooks. */
export async function customColumns(ctx: Context, resource: string): Promise<CustomFieldColumn[]> {
  if (resource !== equipment.name) return []
  const rows = await ctx.rows.find(customField, { orderBy: 'sortOrder' })
  return rows.map((row) => ({ ...row, of: row.appliesTo ?? 'equipment' }))
}

/**
 * Validates the entered custom values of a machine and returns them for storage; for a new machine all of them.
 * @throws 6000 with the column and the reason
 */
export async function cleanCustom(
  ctx: Context,
  given: Partial<Record<Place, CustomValues | null>>,
  stored?: Held,
): Promise<Partial<Held>> {
  const cleaned: Partial<Record<Place, CustomValues>> = {}
  for (const [appliesTo, place] of Object.entries(places) as [keyof typeof places, Place][]) {
    if (stored && !given[place]) continue
    cleaned[place] = await cleanIn(ctx, appliesTo, place, stored?.[place] ?? {}, given[place] ?? {})
  }
  return cleaned
}
async function cleanIn(
  ctx: Context,
  appliesTo: keyof typeof places,
  place: Place,
  stored: CustomValues,
  given: CustomValues,
): Promise<CustomValues> {
  const rows = await ctx.rows.find(customField, { where: { appliesTo }, orderBy: 'sortOrder' })
  const result = mergeCustomValues(rows.map(customFieldOf), stored, given)
  if (result.ok) return { ...result.values }
  const [first] = result.problems as [CustomProblem]
  const label = rows.find(({ key }) => key === first.field)
  throw refuse(
    `equipment:refusals.custom.${first.code}`,
    { field: label ? (ctx.language === 'zh' ? label.labelZh : label.labelEn) : first.field, limit: first.limit ?? 0 },
    { issues: result.problems.map(({ field }) => ({ path: [place, field], code: 'notAllowed' })) },
  )
}

/** Creates a custom column. */
export async function addField(ctx: Context, input: CreateInput<typeof customField>): Promise<Definition> {
  mustBeSound(input)
  return ctx.rows.insert(customField, input)
}
/** Updates a custom column. Key and kind are fixed, because stored values depend on them. */
export async function changeField(
  ctx: Context,
  { id, version, ...patch }: UpdateInput<typeof customField>,
): Promise<Definition> {
  const before = await ctx.rows.lock(customField, id)
  const fixed = (['appliesTo', 'key', 'kind'] as const).filter(
    (name) => patch[name] !== undefined && patch[name] !== before[name],
  )
  if (fixed.length) throw refuse('equipment:refusals.customKeyFixed')
  mustBeSound({ ...before, ...patch })
  return ctx.rows.update(customField, id, patch, { version })
}

type Said = Pick<CreateInput<typeof customField>, 'key' | 'labelZh' | 'labelEn' | 'kind'> &
  Partial<CreateInput<typeof customField>>
function mustBeSound(said: Said): void {
  const problemsOf = said.appliesTo === 'equipmentValue' ? definitionProblems : openDefinitionProblems
  const [problem] = problemsOf([
    customFieldOf({
      key: said.key,
      labelZh: said.labelZh,
      labelEn: said.labelEn,
      kind: said.kind,
      unit: said.unit ?? null,
      low: said.low ?? null,
      high: said.high ?? null,
      decimals: said.decimals ?? null,
      maxLength: said.maxLength ?? null,
      choices: said.choices ?? [],
      mandatory: said.mandatory ?? false,
    }),
  ])
  if (!problem) return
  if (problem.code === 'keyTwice') throw refuseInput([{ path: ['key'], code: 'duplicate' }])
  throw refuse(`equipment:refusals.customField.${problem.code}`, { field: problem.field })
}
