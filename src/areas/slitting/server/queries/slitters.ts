import { refuse } from '@/contract/errno'
import { formatCodeAndName } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { line } from '@/plant/contract/line'
import type { Context } from '@/server/context'
import { slitter } from '../../contract/slitting'
import { defaultSlitterLimits, type SlitterLimits } from '../../rules/slitter-limits'

/** @throws 6000 if the line is not a slitter */
export function assertIsSlitter(ctx: Context, slitterLine: Row<typeof line>): void {
  if (slitterLine.kind !== 'slitting')
    throw refuse('slitting:refusals.notASlitter', { line: formatCodeAndName(line, slitterLine, ctx.language) })
}
/** Returns the limits that the plant entered for a slitter, else the default limits. */
export async function findSlitterLimits(ctx: Context, slitterId: string): Promise<SlitterLimits> {
  const [slitterRow] = await ctx.rows.find(slitter, { where: { slitterId }, limit: 1 })
  return slitterRow ?? defaultSlitterLimits
}
