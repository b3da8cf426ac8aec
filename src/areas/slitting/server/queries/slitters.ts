import type { Context } from '@/server/context'
import { slitter } from '../../contract/slitting'
import { defaultSlitterLimits, type SlitterLimits } from '../../rules/slitter-limits'

/** Returns the limits of a slitter: as entered by the plant, else the defaults. */
export async function findSlitterLimits(ctx: Context, slitterId: string): Promise<SlitterLimits> {
  const [slitterRow] = await ctx.rows.find(slitter, { where: { slitterId }, limit: 1 })
  return slitterRow ?? defaultSlitterLimits
}
