import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { assertUnused } from '@/server/crud/dependants'
import { cleanCode, withCleanCode } from '@/plant/server/code'
import { hopper } from '../contract/hopper'

/** Creates a hopper. */
export const addHopper = (ctx: Context, input: CreateInput<typeof hopper>): Promise<Row<typeof hopper>> =>
  ctx.rows.insert(hopper, { ...input, code: cleanCode(input.code) })
/** Updates a hopper. A hopper with feeds cannot move to another line, because the feeds belong to its line. */
export async function changeHopper(
  ctx: Context,
  { id, version, ...patch }: UpdateInput<typeof hopper>,
): Promise<Row<typeof hopper>> {
  const row = await ctx.rows.lock(hopper, id, { blockReferences: patch.lineId !== undefined })
  if (patch.lineId !== undefined && patch.lineId !== row.lineId) await assertUnused(ctx, 'hopper', row.id, row.code)
  return ctx.rows.update(hopper, id, withCleanCode(patch), { version })
}
/** Removes a hopper that nothing refers to. */
export async function removeHopper(ctx: Context, input: { id: string; version?: number | null }): Promise<null> {
  const row = await ctx.rows.lock(hopper, input.id, { blockReferences: true })
  await assertUnused(ctx, 'hopper', row.id, row.code)
  await ctx.rows.remove(hopper, row.id, { version: input.version ?? null })
  return null
}
