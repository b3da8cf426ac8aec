import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { buildJumboKgSql, buildSlitRollKgSql } from '@/areas/rolls/server/queries/mass-sql'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import type { Context } from '@/server/context'
import { options, sql } from '@/server/sql'
import { endedStates } from '../rules/hold-reach'

/**
 * Sums the kilograms of a lot in rolls that exist or left the plant as goods: of a jumbo what is not cut, and the slit
 * rolls made of it by their own weight. Scrapped, pelletised and reworked rolls are waste, or count as the rolls made of
 * them.
 */
export async function sumLotInRolls(ctx: Context, lotId: string): Promise<number> {
  const [row] = await ctx.query(
    sql<{
      kg: number
    }>`select coalesce(sum(part.kg * (uncut.share + coalesce(slit.kg / nullif(${buildJumboKgSql('j')}, 0)::float8, 0))), 0) as kg
      from jumbo_roll j
        cross join lateral (select sum((entry->>'kg')::float8) as kg from jsonb_array_elements(j.lots) entry where entry->>'lotId' = (${lotId}::uuid)::text) part
        cross join lateral (select case when j.state in (${options(jumboRoll.fields.state, ...endedStates.jumboRoll)}) then 0
          when j.left_m > 0 and j.length_m > 0 then j.left_m / j.length_m else 1 end::float8 as share) uncut
        cross join lateral (select sum(${buildSlitRollKgSql('r')})::float8 as kg from slit_roll r
          where r.site_id = j.site_id and r.jumbo_roll_id = j.id and r.state not in (${options(slitRoll.fields.state, ...endedStates.slitRoll)})) slit
      where j.site_id = ${ctx.site} and j.lots @> ${JSON.stringify([{ lotId }])}::jsonb`,
  )
  return row?.kg ?? 0
}
