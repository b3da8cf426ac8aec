import type { Context } from '@/server/context'
import { hopper } from '../../contract/hopper'

/** Codes of hoppers by id; no query without one. */
export async function hopperCodes(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = ids.length === 0 ? [] : await ctx.rows.find(hopper, { where: { id: [...new Set(ids)] } })
  return new Map(rows.map(({ id, code }) => [id, code]))
}
