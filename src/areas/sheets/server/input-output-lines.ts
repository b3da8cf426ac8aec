/** Manual lines of input and output. */
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import { requirePerson } from '@/plant/server/plant'
import { assertRecordShiftPlausible } from '@/plant/server/shift-record-head'
import type { Context } from '@/server/context'
import { inputLine, outputLine } from '../contract/input-output'
import { mustHoldInput, mustHoldOutput } from './io-limits'

const by = (ctx: Context) => ({ enteredBy: requirePerson(ctx).id, enteredAt: ctx.now.toISOString() })
type Removed = { readonly id: string; readonly version?: number | null }
type Head = { readonly businessDate: string; readonly shift: string | null }
/**
 * An old line may be corrected but not moved to another old shift.
 * @throws as `assertRecordShiftPlausible`
 */
async function mustStayOfNow(ctx: Context, row: Head, patch: Partial<Head>): Promise<void> {
  const after = { businessDate: row.businessDate, shift: row.shift, ...patch }
  if (after.businessDate !== row.businessDate || after.shift !== row.shift) await assertRecordShiftPlausible(ctx, after)
}
/** Adds a manual input line (POST /input). */
export async function addInput(ctx: Context, input: CreateInput<typeof inputLine>): Promise<Row<typeof inputLine>> {
  await assertRecordShiftPlausible(ctx, input)
  await mustHoldInput(ctx, { id: null, before: null, after: { workOrderId: null, ...input } })
  return ctx.rows.insert(inputLine, { ...input, ...by(ctx) })
}
/** Changes a manual input line (PUT /input). */
export async function changeInput(ctx: Context, { id, version, ...patch }: UpdateInput<typeof inputLine>) {
  const row = await ctx.rows.lock(inputLine, id)
  await mustStayOfNow(ctx, row, patch)
  await mustHoldInput(ctx, { id, before: row, after: { ...row, ...patch } })
  return ctx.rows.update(inputLine, id, patch, { version })
}
/** Removes a manual input line (DELETE /input), unless later lines have subtracted what it added. */
export async function removeInput(ctx: Context, { id, version }: Removed): Promise<null> {
  const row = await ctx.rows.lock(inputLine, id)
  await mustHoldInput(ctx, { id, before: row, after: null })
  await ctx.rows.remove(inputLine, id, { version: version ?? null })
  return null
}
/** Adds a manual output line (POST /output). */
export async function addOutput(ctx: Context, input: CreateInput<typeof outputLine>): Promise<Row<typeof outputLine>> {
  await assertRecordShiftPlausible(ctx, input)
  await mustHoldOutput(ctx, { id: null, before: null, after: { workOrderId: null, ...input } })
  return ctx.rows.insert(outputLine, { ...input, ...by(ctx) })
}
/** Changes a manual output line (PUT /output). */
export async function changeOutput(ctx: Context, { id, version, ...patch }: UpdateInput<typeof outputLine>) {
  const row = await ctx.rows.lock(outputLine, id)
  await mustStayOfNow(ctx, row, patch)
  await mustHoldOutput(ctx, { id, before: row, after: { ...row, ...patch } })
  return ctx.rows.update(outputLine, id, patch, { version })
}
/** Removes a manual output line (DELETE /output), under the same condition as for input. */
export async function removeOutput(ctx: Context, { id, version }: Removed): Promise<null> {
  const row = await ctx.rows.lock(outputLine, id)
  await mustHoldOutput(ctx, { id, before: row, after: null })
  await ctx.rows.remove(outputLine, id, { version: version ?? null })
  return null
}
