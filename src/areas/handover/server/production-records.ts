import { refuse, refuseInput } from '@/contract/errno'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import type { postTime, processRecord, productConversion, productInfo } from '../contract/production-records'
import { checkWaste, wasteDisposal } from '../contract/production-records'
import { findWasteCheckProblem } from '../rules/production-records'
import type { Context } from '@/server/context'
import { requirePerson } from '@/plant/server/plant'
import {
  updateShiftRecord,
  createShiftRecord,
  removeShiftRecord,
  type ShiftRecordDeriver,
  type ShiftRecordValues,
} from '@/plant/server/shift-records'
import { handle } from '@/server/area'

type PlainRecord = typeof processRecord | typeof productInfo
/** Returns the handler that adds a record without extra rules. */
export const createAddRecordHandler =
  <R extends PlainRecord>(resource: R) =>
  (ctx: Context, input: CreateInput<R>): Promise<Row<R>> =>
    createShiftRecord(ctx, resource, input as ShiftRecordValues)
/** Returns the handler that edits a record without extra rules. */
export const createEditRecordHandler =
  <R extends PlainRecord>(resource: R) =>
  (ctx: Context, input: UpdateInput<R>): Promise<Row<R>> =>
    updateShiftRecord(ctx, resource, input)

/** Refuses a conversion from an order to itself. It derives no fields, so it returns an empty object. */
function checkConversion(values: ShiftRecordValues): ShiftRecordValues {
  if (values['fromOrderId'] && values['fromOrderId'] === values['toOrderId'])
    throw refuse('handover:refusals.sameOrder')
  return {}
}
type SpanRecord = typeof postTime | typeof productConversion
const getSpanDeriver = (resource: SpanRecord): ShiftRecordDeriver =>
  resource.name === 'productConversion' ? checkConversion : () => ({})
/** Returns the handler that adds a record with start and end. */
export const createAddSpanHandler =
  <R extends SpanRecord>(resource: R) =>
  (ctx: Context, input: CreateInput<R>): Promise<Row<R>> =>
    createShiftRecord(ctx, resource, input as ShiftRecordValues, getSpanDeriver(resource)(input as ShiftRecordValues))
/** Returns the handler that edits a record with start and end. */
export const createEditSpanHandler =
  <R extends SpanRecord>(resource: R) =>
  (ctx: Context, input: UpdateInput<R>): Promise<Row<R>> =>
    updateShiftRecord(ctx, resource, input, getSpanDeriver(resource))

/** Creates a waste record. */
export const addWaste = handle(wasteDisposal.endpoints.create, (ctx, input) =>
  createShiftRecord(ctx, wasteDisposal, input as ShiftRecordValues),
)
/** Updates a waste record that is not checked yet. */
export const editWaste = handle(wasteDisposal.endpoints.update, async (ctx, input) => {
  await assertWasteUnchecked(ctx, input.id)
  return updateShiftRecord(ctx, wasteDisposal, input)
})
/** Removes a waste record that is not checked yet. */
export const removeWaste = handle(wasteDisposal.endpoints.remove, async (ctx, input) => {
  await assertWasteUnchecked(ctx, input.id)
  return removeShiftRecord(ctx, wasteDisposal, input)
})
async function assertWasteUnchecked(ctx: Context, id: string): Promise<void> {
  if ((await ctx.rows.lock(wasteDisposal, id)).state === 'checked') throw refuse('handover:refusals.wasteChecked')
}
/** POST /production_form/team_waste_disposal_check: stores the result of a check. */
export const saveWasteCheck = handle(checkWaste, async (ctx, input) => {
  const row = await ctx.rows.lock(wasteDisposal, input.id)
  const problem = findWasteCheckProblem(row, requirePerson(ctx).id)
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
})
