/** Live values of lines and hall air, and values per minute. */
import { toMoment, type Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { reading } from '@/server/db/series'
import { columns, computed, sql } from '@/server/sql'
import type { HallKey, LineKey } from '../../rules/tag'
import { summedStandings } from '@/areas/telemetry/rules/counter'
import { loadLiveTags, type LiveTagValue } from './gauges'

export interface PlacedLiveValue extends LiveTagValue {
  readonly label: string
  readonly lineId: string | null
  readonly areaId: string | null
  readonly hallKey: HallKey | null
  readonly low: number | null
  readonly high: number | null
}
/** Loads live values of all active tags with a line key, optionally for one line or one key. */
export const loadLineKeyValues = (
  ctx: Context,
  { lineId, key }: { readonly lineId?: string | null; readonly key?: LineKey | null } = {},
): Promise<readonly PlacedLiveValue[]> =>
  loadLiveTags(
    ctx,
    sql`t.active and t.line_id is not null and t.line_key is not null and (${lineId ?? null}::uuid is null or t.line_id = ${lineId ?? null})
      and (${key ?? null}::text is null or t.line_key = ${key ?? null})`,
  )
/** Loads live values of all active tags of a line, with or without a line key. */
export const loadPlacedLineValues = (ctx: Context, lineId: string): Promise<readonly PlacedLiveValue[]> =>
  loadLiveTags(ctx, sql`t.active and t.line_id = ${lineId}`)
/** Loads live values of hall air, optionally for one hall. */
export const loadHallValues = (ctx: Context, areaId?: string | null): Promise<readonly PlacedLiveValue[]> =>
  loadLiveTags(
    ctx,
    sql`t.active and t.area_id is not null and t.hall_key is not null and (${areaId ?? null}::uuid is null or t.area_id = ${areaId ?? null})`,
  )

export interface MinuteValue {
  readonly tagId: string
  readonly at: Moment
  readonly value: number
}
/** Loads the mean of each tag per minute, or per `stepMinutes`, since a moment, from raw readings. */
export async function loadMinuteValues(
  ctx: Context,
  {
    tagIds,
    from,
    stepMinutes = 1,
  }: { readonly tagIds: readonly string[]; readonly from: Moment; readonly stepMinutes?: number },
): Promise<readonly MinuteValue[]> {
  if (tagIds.length === 0) return []
  const rows = await ctx.query(
    sql`select ${columns(reading, ['tagId'], 'r')}, ${computed<{ ms: number; value: number }>`extract(epoch from date_bin(make_interval(mins => ${stepMinutes}), r.at, 'epoch')) * 1000 as ms, avg(r.value) as value`}
       from unnest(${tagIds}::uuid[]) t(id) join reading r on r.site_id = ${ctx.site} and r.tag_id = t.id and r.at >= ${from} and r.at <= ${ctx.now}
       where r.standing = any(${summedStandings}::smallint[]) group by 1, 2 order by 1, 2`,
  )
  return rows.map(({ tagId, ms, value }) => ({ tagId, at: toMoment(Number(ms)), value }))
}
