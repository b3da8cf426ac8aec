import type { Context } from '@/server/context'
import { slitter } from '../../contract/slitting'
import { usualSlitter, type SlitterLimits } from '../../rules/slitter-limits'

/** What the slitter can do: as the plant entered it, else the usual. */
export async function limitsOf(ctx: Context, slitterId: string): Promise<SlitterLimits> {
  const [own] = await ctx.rows.find(slitter, { where: { slitterId }, limit: 1 })
  return own ?? usualSlitter
}
