import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { feed } from '@/areas/feeding/contract/feed'
import { materialLot } from '@/areas/feeding/contract/material'
import { toKg } from '@/areas/feeding/rules/hopper-queue'
import { buildLotPlacesSql } from '@/areas/feeding/server/queries/hoppers'
import type { Context } from '@/server/context'
import { columns } from '@/server/sql'
import type { lotBalance } from '../../contract/lot-balance'
import { calculateHopperContent } from './count-lots'

type Answer = EndpointOutput<typeof lotBalance>
type LotPlace = Omit<Answer[number], 'insideKg'> & Record<string, unknown>

/** GET /mater/lot_balance: mass balance of a lot by line and hopper, first fed first. */
export async function calculateLotBalance(ctx: Context, { id }: EndpointInput<typeof lotBalance>): Promise<Answer> {
  await ctx.rows.get(materialLot, id)
  const places = await ctx.query<LotPlace>(
    `select ${columns(feed, ['lineId', 'hopperId'])}, sum(fed) as "fedKg", sum(rolled) as "rollsKg", count(distinct roll)::int as rolls, sum(lost) as "lostKg", sum(emptied) as "emptiedKg" from (
       select line_id, hopper_id, at, fed, 0::numeric as rolled, null::uuid as roll, lost, emptied from ${buildLotPlacesSql('$2::uuid')} other
       union all select line_id, hopper, doffed_at, 0, kg, id, 0, 0 from (select t.id, t.line_id, t.doffed_at, (entry->>'hopperId')::uuid as hopper, (entry->>'kg')::numeric as kg from jumbo_roll t, jsonb_array_elements(t.lots) entry
         where t.site_id = $1 and t.lots @> $3::jsonb and entry->>'lotId' = ($2::uuid)::text) roll
     ) part group by line_id, hopper_id order by min(at)`,
    [ctx.site, id, JSON.stringify([{ lotId: id }])],
  )
  const gramsByHopper = new Map<string, number>()
  for (const lineId of new Set(places.map((place) => place.lineId)))
    for (const { hopperId, lotId, grams } of await calculateHopperContent(ctx, { lineId }))
      if (lotId === id) gramsByHopper.set(hopperId, grams + (gramsByHopper.get(hopperId) ?? 0))
  return places.map((place) => ({ ...place, insideKg: toKg(gramsByHopper.get(place.hopperId) ?? 0) }))
}
