import { feed } from '@/areas/feeding/contract/feed'
import { materialLot } from '@/areas/feeding/contract/material'
import { buildLotPlacesSql } from '@/areas/feeding/server/queries/hoppers'
import { calculateHopperContent } from '@/areas/rolls/server/queries/hopper-content'
import type { EndpointOutput } from '@/contract/endpoint'
import { toKg } from '@/plant/rules/quantity'
import { columnsNotNull, computed, sql } from '@/server/sql'
import { lotBalance } from '../contract/trace'
import { handle } from '@/server/area'

type LotBalance = EndpointOutput<typeof lotBalance>
const LOT_SUM_COLUMNS = computed<
  Omit<LotBalance[number], 'insideKg' | 'lineId' | 'hopperId'>
>`sum(fed) as "fedKg", sum(rolled) as "rollsKg", count(distinct roll)::int as rolls, sum(lost) as "lostKg", sum(emptied) as "emptiedKg"`

/** GET /mater/lot_balance: mass balance of a lot by line and hopper, in the order in which the lot was fed. */
export const calculateLotBalance = handle(lotBalance, async (ctx, { id }) => {
  await ctx.rows.get(materialLot, id)
  const lotPlaces = await ctx.query(
    sql`select ${columnsNotNull(feed, ['lineId', 'hopperId'])}, ${LOT_SUM_COLUMNS} from (
       select line_id, hopper_id, at, fed, 0::numeric as rolled, null::uuid as roll, lost, emptied from ${buildLotPlacesSql(ctx, id)} other
       union all select line_id, hopper, doffed_at, 0, kg, id, 0, 0 from (select t.id, t.line_id, t.doffed_at, (entry->>'hopperId')::uuid as hopper, (entry->>'kg')::numeric as kg from jumbo_roll t, jsonb_array_elements(t.lots) entry
         where t.site_id = ${ctx.site} and t.lots @> ${JSON.stringify([{ lotId: id }])}::jsonb and entry->>'lotId' = (${id}::uuid)::text) roll
     ) part group by line_id, hopper_id order by min(at)`,
  )
  const gramsByHopper = new Map<string, number>()
  for (const lineId of new Set(lotPlaces.map((place) => place.lineId)))
    for (const { hopperId, lotId, grams } of await calculateHopperContent(ctx, { lineId }))
      if (lotId === id) gramsByHopper.set(hopperId, grams + (gramsByHopper.get(hopperId) ?? 0))
  return lotPlaces.map((place) => ({ ...place, insideKg: toKg(gramsByHopper.get(place.hopperId) ?? 0) }))
})
