import type { EndpointInput } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import type { postTime, processRecord, productConversion, productInfo } from '../contract/production-sheets'
import { checkWaste, wasteDisposal } from '../contract/production-sheets'
import { wasteCheckProblem } from '../rules/sheets'
import type { Context } from '@/server/context'
import { requirePerson } from '@/plant/server/plant'
import {
  updateShiftRecord,
  createShiftRecord,
  removeShiftRecord,
  type ShiftRecordDeriver,
  type ShiftRecordValues,
} from '@/plant/server/shift-records'

type Plain = typeof processRecord | typeof productInfo
/** Creates the create handler of a record without extra rules. */
export const add =
  <R extends Plain>(resource: R) =>
  (ctx: Context, input: CreateInput<R>): Promise<Row<R>> =>
    createShiftRecord(ctx, resource, input as ShiftRecordValues)
/** Creates the update handler of a record without extra rules. */
export const edit =
  <R extends Plain>(resource: R) =>
  (ctx: Context, input: UpdateInput<R>): Promise<Row<R>> =>
    updateShiftRecord(ctx, resource, input)

/** @throws tooSmall for `endsAt` if it is before `startsAt` */
function mustEndAfter(values: ShiftRecordValues): ShiftRecordValues {
  const { startsAt, endsAt } = values as { startsAt?: string; endsAt?: string | null }
  if (startsAt && endsAt && endsAt < startsAt)
    throw refuseInput([{ path: ['endsAt'], code: 'tooSmall', params: { limit: startsAt } }])
  return {}
}
function mustConvert(values: ShiftRecordValues): ShiftRecordValues {
  if (values['fromOrderId'] && values['fromOrderId'] === values['toOrderId'])
    throw refuse('handover:refusals.sameOrder')
  return mustEndAfter(values)
}
type Spanned = typeof postTime | typeof productConversion
const spanRule = (resource: Spanned): ShiftRecordDeriver =>
  resource.name === 'productConversion' ? mustConvert : mustEndAfter
/** Creates the create handler of a record with start and end. */
export const addSpan =
  <R extends Spanned>(resource: R) =>
  (ctx: Context, input: CreateInput<R>): Promise<Row<R>> =>
    createShiftRecord(ctx, resource, input as ShiftRecordValues, spanRule(resource)(input as ShiftRecordValues))
/** Creates the update handler of a record with start and end. */
export const editSpan =
  <R extends Spanned>(resource: R) =>
  (ctx: Context, input: UpdateInput<R>): Promise<Row<R>> =>
    updateShiftRecord(ctx, resource, input, spanRule(resource))

type Waste = Row<typeof wasteDisposal>
/** Creates a waste record. */
export const addWaste = (ctx: Context, input: CreateInput<typeof wasteDisposal>): Promise<Waste> =>
  createShiftRecord(ctx, wasteDisposal, input as ShiftRecordValues)
/** Updates a waste record that is not checked yet. */
export async function editWaste(ctx: Context, input: UpdateInput<typeof wasteDisposal>): Promise<Waste> {
  await mustBeUnchecked(ctx, input.id)
  return updateShiftRecord(ctx, wasteDisposal, input)
}
/** Removes a waste record that is not checked yet. */
export async function removeWaste(ctx: Context, input: { id: string; version?: number | null }): Promise<null> {
  await mustBeUnchecked(ctx, input.id)
  return removeShiftRecord(ctx, wasteDisposal, input)
}
async function mustBeUnchecked(ctx: Context, id: string): Promise<void> {
  if ((await ctx.rows.lock(wasteDisposal, id)).state === 'checked') throw refuse('handover:refusals.wasteChecked')
}
/** POST /production_form/team_waste_disposal_check: stores the result of a check. */
export async function check(ctx: Context, input: EndpointInput<typeof checkWaste>): Promise<Waste> {
  const row = await ctx.rows.lock(wasteDisposal, input.id)
  const problem = wasteCheckProblem(row, requirePerson(ctx).id)
  if (problem) throw refuse(`handover:refusals.${problem}`)
  if (input.state === 'disputed' && !input.note?.trim()) throw refuseInput([{ path: ['note'], code: 'missing' }])
  return ctx.rows.update(
    wasteDisposal,
    row.id,
    {
      state: input.state,
      checkNote: input.note ?? null,
      checkedBy: requirePerson(ctx).id,
      checkedAt: ctx.now.toISOString(),
    },
    { version: input.version ?? null },
  )
}
