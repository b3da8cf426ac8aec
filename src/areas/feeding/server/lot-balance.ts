import type { InOf, OutOf } from '@/contract/endpoint'
import type { Context } from '@/server/context'
import { hoppersOf } from '@/server/plant'
import { toKg } from '../rules/hopper-queue'
import { materialLot } from '../contract/material'
import type { lotBalance } from '../contract/feeding-calls'

type Answer = OutOf<typeof lotBalance>
type Place = Omit<Answer[number], 'insideKg'>

/** GET /mater/lot_balance: by line and hopper, the first fed first. */
export async function balanceOfLot(ctx: Context, { id }: InOf<typeof lotBalance>): Promise<Answer> {
  await ctx.rows.get(materialLot, id)
  const places = await ctx.query<Place>(
    `select line_id as "lineId", hopper_id as "hopperId", sum(fed) as "fedKg", sum(rolled) as "rollsKg", count(distinct roll)::int as rolls, sum(lost) as "lostKg", sum(emptied) as "emptiedKg" from (
       select line_id, hopper_id, fed_at as at, case when cause in ('emptied', 'changedOver') then 0 else kg end as fed, 0::numeric as rolled, null::uuid as roll, 0::numeric as lost, 0::numeric as emptied
       from feed where site_id = $1 and lot_id = $2 and hopper_id is not null
       union all ${held('jumbo_roll', 'doffed_at', 'kg, id, 0, 0')}
       union all ${held('recycle', 'occurred_at', '0, null, kg, 0')}
       union all ${held('feed', 'fed_at', '0, null, 0, kg')}
     ) part group by line_id, hopper_id order by min(at)`,
    [ctx.site, id, JSON.stringify([{ lotId: id }])],
  )
  const inside = new Map<string, number>()
  for (const lineId of new Set(places.map((place) => place.lineId)))
    for (const { hopperId, lotId, grams } of await hoppersOf(ctx).inside(ctx, lineId))
      if (lotId === id) inside.set(`${lineId} ${hopperId}`, grams + (inside.get(`${lineId} ${hopperId}`) ?? 0))
  return places.map((place) => ({
    ...place,
    insideKg: toKg(inside.get(`${place.lineId} ${place.hopperId}`) ?? 0),
  }))
}
/** Rows that hold kilograms of the lot (`$2`, as an entry `$3`), an entry each. */
const held = (table: 'jumbo_roll' | 'recycle' | 'feed', at: string, figures: string): string =>
  `select line_id, hopper, at, 0, ${figures} from (select t.id, t.line_id, t.${at} as at, (lot->>'hopperId')::uuid as hopper, (lot->>'kg')::numeric as kg from ${table} t, jsonb_array_elements(t.lots) lot
     where t.site_id = $1 and t.lots @> $3::jsonb and lot->>'lotId' = $2::text) entry`
