/** Handlers that add, change and remove manual lines of the input and output reports. */
import type { AnyRow } from '@/contract/resource'
import { addDays } from '@/plant/rules/plant-time'
import { assertReferencesExisted } from '@/plant/server/chronology'
import { requirePerson } from '@/plant/server/plant'
import { assertRecordShiftPlausible } from '@/plant/server/shift-record-head'
import type { Context } from '@/server/context'
import { inputLine, outputLine } from '../contract/input-output'
import { assertInputNotBelowZero, assertOutputNotBelowZero } from './assert-not-below-zero'
import { handle } from '@/server/area'

const getAuthor = (ctx: Context) => ({ enteredBy: requirePerson(ctx).id, enteredAt: ctx.now.toISOString() })
type ShiftOfLine = { readonly businessDate: string; readonly shift: string | null }
/**
 * Asserts that a line is not moved to an old shift. A line that stays in its shift may be changed at any time.
 * @throws as `assertRecordShiftPlausible`
 */
async function assertMovePlausible(ctx: Context, row: ShiftOfLine, patch: Partial<ShiftOfLine>): Promise<void> {
  const nextShift = { businessDate: row.businessDate, shift: row.shift, ...patch }
  if (nextShift.businessDate !== row.businessDate || nextShift.shift !== row.shift)
    await assertRecordShiftPlausible(ctx, nextShift)
}
/**
 * Asserts that the order and lot of a line existed before the end of its business date, which ends the next morning.
 * @throws 6000 if they did not
 */
const assertLineSourcesExisted = (
  ctx: Context,
  resource: typeof inputLine | typeof outputLine,
  row: { readonly businessDate: string },
  previousRow: AnyRow | null = null,
): Promise<void> =>
  assertReferencesExisted(
    ctx,
    resource,
    { ...row },
    { at: addDays(row.businessDate, 1), field: 'businessDate' },
    previousRow,
  )
/** Adds a manual input line (POST /input). */
export const addInputLine = handle(inputLine.endpoints.create, async (ctx, input) => {
  await assertRecordShiftPlausible(ctx, input)
  await assertLineSourcesExisted(ctx, inputLine, input)
  await assertInputNotBelowZero(ctx, { id: null, previousLine: null, nextLine: { workOrderId: null, ...input } })
  return ctx.rows.insert(inputLine, { ...input, ...getAuthor(ctx) })
})
/** Changes a manual input line (PUT /input). */
export const changeInputLine = handle(inputLine.endpoints.update, async (ctx, { id, version, ...patch }) => {
  const row = await ctx.rows.lock(inputLine, id)
  await assertMovePlausible(ctx, row, patch)
  await assertLineSourcesExisted(ctx, inputLine, { ...row, ...patch }, row)
  await assertInputNotBelowZero(ctx, { id, previousLine: row, nextLine: { ...row, ...patch } })
  return ctx.rows.update(inputLine, id, patch, { version })
})
/** Removes a manual input line (DELETE /input), unless later lines have subtracted what it added. */
export const removeInputLine = handle(inputLine.endpoints.remove, async (ctx, { id, version }) => {
  const row = await ctx.rows.lock(inputLine, id)
  await assertInputNotBelowZero(ctx, { id, previousLine: row, nextLine: null })
  await ctx.rows.remove(inputLine, id, { version: version ?? null })
  return null
})
/** Adds a manual output line (POST /output). */
export const addOutputLine = handle(outputLine.endpoints.create, async (ctx, input) => {
  await assertRecordShiftPlausible(ctx, input)
  await assertLineSourcesExisted(ctx, outputLine, input)
  await assertOutputNotBelowZero(ctx, { id: null, previousLine: null, nextLine: { workOrderId: null, ...input } })
  return ctx.rows.insert(outputLine, { ...input, ...getAuthor(ctx) })
})
/** Changes a manual output line (PUT /output). */
export const changeOutputLine = handle(outputLine.endpoints.update, async (ctx, { id, version, ...patch }) => {
  const row = await ctx.rows.lock(outputLine, id)
  await assertMovePlausible(ctx, row, patch)
  await assertLineSourcesExisted(ctx, outputLine, { ...row, ...patch }, row)
  await assertOutputNotBelowZero(ctx, { id, previousLine: row, nextLine: { ...row, ...patch } })
  return ctx.rows.update(outputLine, id, patch, { version })
})
/** Removes a manual output line (DELETE /output), unless later lines have subtracted what it added. */
export const removeOutputLine = handle(outputLine.endpoints.remove, async (ctx, { id, version }) => {
  const row = await ctx.rows.lock(outputLine, id)
  await assertOutputNotBelowZero(ctx, { id, previousLine: row, nextLine: null })
  await ctx.rows.remove(outputLine, id, { version: version ?? null })
  return null
})
