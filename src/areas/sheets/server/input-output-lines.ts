/** What a person enters into the sheets of input and output. */
import type { Create, Patch, Row } from '@/contract/resource'
import { personOf } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { inputLine, outputLine } from '../contract/input-output'
import { mustBeInput, mustBeOutput } from './input-output'

const by = (ctx: Context) => ({ enteredBy: personOf(ctx).id, enteredAt: ctx.now.toISOString() })
/** POST /input */
export async function addInput(ctx: Context, input: Create<typeof inputLine>): Promise<Row<typeof inputLine>> {
  await mustBeInput(ctx, input)
  return ctx.rows.insert(inputLine, { ...input, ...by(ctx) })
}
/** PUT /input */
export async function changeInput(ctx: Context, { id, version, ...patch }: Patch<typeof inputLine>) {
  const row = await ctx.rows.lock(inputLine, id)
  await mustBeInput(ctx, { ...row, ...patch }, id)
  return ctx.rows.update(inputLine, id, patch, { version })
}
/** POST /output */
export async function addOutput(ctx: Context, input: Create<typeof outputLine>): Promise<Row<typeof outputLine>> {
  await mustBeOutput(ctx, input)
  return ctx.rows.insert(outputLine, { ...input, ...by(ctx) })
}
/** PUT /output */
export async function changeOutput(ctx: Context, { id, version, ...patch }: Patch<typeof outputLine>) {
  const row = await ctx.rows.lock(outputLine, id)
  await mustBeOutput(ctx, { ...row, ...patch }, id)
  return ctx.rows.update(outputLine, id, patch, { version })
}
