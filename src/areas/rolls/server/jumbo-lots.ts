import { toMillis } from '@/plant/rules/plant-time'
import { residenceOf } from '@/plant/rules/settings'
import { lotsIn, type FeedLine } from '@/areas/feeding/rules/residence'
import type { Context } from '@/server/context'
import { settingsOf } from '@/plant/server/plant'
import { madeStates } from '../rules/winding'
import { jumboRoll } from '../contract/jumbo-roll'
import type { JumboRow } from './jumbo-guards'

/** A hopper is not fed for longer than this while its lot still runs; older feeds are not looked for. */
const LOOK_BACK_MS = 7 * 24 * 3_600_000
const MOST = 60
/**
 * The lots that can be in a roll, from the feeds of its line, by residence time. One statement: every feed of the window,
 * and of each hopper and material the last one before it. What counter-lines took back counts no more.
 */
export async function lotsOf(
  ctx: Context,
  lineId: string,
  startedAt: string,
  doffedAt: string,
): Promise<JumboRow['lots']> {
  const roll = { startsAt: toMillis(startedAt), endsAt: toMillis(doffedAt) }
  const residence = residenceOf(await settingsOf(ctx))
  const from = roll.startsAt - residence.delayMs - residence.spreadMs
  const feeds = await ctx.query<Omit<FeedLine, 'at'> & { at: Date | string }>(
    `with seen as (
       select f.id, f.lot_id, f.material_id, coalesce(f.hopper_id::text, '') as hopper, f.fed_at, f.kg + coalesce((select sum(c.kg) from feed c where c.site_id = f.site_id and c.counter_of = f.id), 0) as kg
       from feed f where f.site_id = $1 and f.line_id = $2 and f.fed_at > $3 and f.fed_at < $5 and f.counter_of is null and f.lot_id is not null and f.kind <> 'pack'),
     last as (select distinct on (hopper, material_id) * from seen where fed_at <= $4 and kg > 0 order by hopper, material_id, fed_at desc)
     select id, lot_id as "lotId", material_id as "materialId", hopper, fed_at as at, kg from (select * from last union select * from seen where fed_at > $4 and kg > 0) feeds order by fed_at limit 2000`,
    [
      ctx.site,
      lineId,
      new Date(from - LOOK_BACK_MS),
      new Date(from),
      new Date(roll.endsAt - residence.delayMs + residence.spreadMs),
    ],
  )
  const lines = feeds.map((f) => ({ ...f, at: new Date(f.at).getTime(), kg: Number(f.kg) }))
  return lotsIn(roll, lines, residence)
    .slice(0, MOST)
    .map(({ lotId, materialId, kg }) => ({ lotId, materialId, kg }))
}

/** Scans that arrived since the last look, with room to spare. */
const ARRIVED_MS = 15 * 60_000
const MOST_ROLLS = 200
/** Scans and their corrections that a phone brought after rolls of that time were doffed: the lots of those rolls are looked up again. */
export async function lotsOfLateFeeds(ctx: Context): Promise<void> {
  const residence = residenceOf(await settingsOf(ctx))
  const rolls = await ctx.query<{ id: string }>(
    `select distinct r.id, r.doffed_at from feed f left join feed o on o.site_id = f.site_id and o.id = f.counter_of
       join jumbo_roll r on r.site_id = f.site_id and r.line_id = f.line_id and r.state = any($5) and r.doffed_at < f.created_at
         and r.doffed_at > coalesce(o.fed_at, f.fed_at) + $4 * interval '1 ms'
     where f.site_id = $1 and f.fed_at > $2 and f.created_at > $3 and f.kind <> 'pack' order by r.doffed_at desc limit ${MOST_ROLLS}`,
    [
      ctx.site,
      new Date(ctx.now.getTime() - LOOK_BACK_MS),
      new Date(ctx.now.getTime() - ARRIVED_MS),
      residence.delayMs - residence.spreadMs,
      madeStates,
    ],
  )
  for (const { id } of rolls) {
    const roll = await ctx.rows.lock(jumboRoll, id)
    const lots = roll.doffedAt ? await lotsOf(ctx, roll.lineId, roll.startedAt, roll.doffedAt) : roll.lots
    if (!sameLots(lots, roll.lots)) await ctx.rows.update(jumboRoll, id, { lots })
  }
}
const sameLots = (a: JumboRow['lots'], b: JumboRow['lots']): boolean =>
  a.length === b.length && a.every((lot, i) => lot.lotId === b[i]?.lotId && lot.kg === b[i].kg)
