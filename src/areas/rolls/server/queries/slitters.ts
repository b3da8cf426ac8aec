import type { Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { oneOf } from '@/server/crud/sql'
import { slitter } from '../../contract/slitting'
import { standingSets } from '../../rules/cutting'
import { usualSlitter, type SlitterLimits } from '../../rules/slitter-limits'

/** What the slitter can do: as the plant entered it, else the usual. */
export async function limitsOf(ctx: Context, slitterId: string): Promise<SlitterLimits> {
  const [own] = await ctx.rows.find(slitter, { where: { slitterId }, limit: 1 })
  return own ?? usualSlitter
}

/** A slitter over a time; `to` null: up to now. */
export interface SlitterSpan {
  readonly slitterId: string
  readonly from: Moment
  readonly to: Moment | null
}
/** Metres of the sets that came off a slitter in a time; those taken back do not count. */
export async function metresCutIn(ctx: Context, { slitterId, from, to }: SlitterSpan): Promise<number> {
  const [sum] = await ctx.query<{ metres: number | null }>(
    `select sum(to_m - from_m) as metres from slit_set where site_id = $1 and slitter_id = $2 and state in (${oneOf(standingSets)}) and doffed_at >= $3 and ($4::timestamptz is null or doffed_at < $4)`,
    [ctx.site, slitterId, from, to],
  )
  return sum?.metres ?? 0
}
