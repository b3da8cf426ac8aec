/** Stores the tariff slots: band and price of each quarter of an hour, to the end of next year. */
import { getDayStart, getToday } from '@/plant/server/plant'
import { addDays, type Day, type Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { priceSlot } from '@/server/db/system'
import { columns, computed, limit, sql } from '@/server/sql'
import { electricPrice } from '../contract/electric-price'
import { createTariff, type TariffEntry } from '../rules/tariff'
import { TARIFF_SLOT_MS, buildDaySlots, type PricedSlot } from '../rules/tariff-slots'

const MAX_ENTRIES = 20_000
const ENTRY_FIELDS = [
  'id',
  'layer',
  'name',
  'effectiveFrom',
  'effectiveTo',
  'months',
  'critical',
  'peak',
  'normal',
  'low',
  'deep',
  'windows',
  'hours',
  'revision',
] as const
/**
 * Lists tariff entries that may be effective in a range of days. Base and months entries may have begun long before.
 */
export async function listTariffEntries(ctx: Context, from: Day, to: Day): Promise<TariffEntry[]> {
  const rows = await ctx.query(
    sql`select ${columns(electricPrice, ENTRY_FIELDS)} from electric_price
      where site_id = ${ctx.site} and effective_from <= ${to}::date and (layer in ('base', 'months') or coalesce(effective_to, effective_from) >= ${from}::date)
      order by effective_from, id ${limit(MAX_ENTRIES)}`,
  )
  return rows.map((row) => ({
    ...row,
    revision: row.revision ?? 1,
    hours: toNumbers(row.hours),
    months: toNumbers(row.months),
  }))
}
/** Converts a series, which is one number or an array, to an array of numbers. */
export const toNumbers = (series: unknown): number[] =>
  [series].flat().filter((value): value is number => typeof value === 'number')

/** Returns the last day of stored slots: the end of next year. */
export const getSlotHorizon = (ctx: Context): Day => `${Number(getToday(ctx).slice(0, 4)) + 1}-12-31`

const DAYS_PER_BATCH = 366
/**
 * Rebuilds the slots of a range of days, `to` included; null means up to the horizon. Writes only slots that differ.
 */
export async function rebuildSlots(ctx: Context, from: Day, to: Day | null): Promise<void> {
  const horizon = getSlotHorizon(ctx)
  const lastDay = to === null || to > horizon ? horizon : to
  for (let begin = from; begin <= lastDay; begin = addDays(begin, DAYS_PER_BATCH)) {
    const end = addDays(begin, DAYS_PER_BATCH - 1)
    await rebuildBatch(ctx, begin, end < lastDay ? end : lastDay)
  }
}
async function rebuildBatch(ctx: Context, from: Day, to: Day): Promise<void> {
  const tariff = createTariff(await listTariffEntries(ctx, from, to))
  const slots: PricedSlot[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) slots.push(...buildDaySlots(day, tariff(day), ctx.timeZone))
  await storeSlots(ctx, getDayStart(ctx, from), slots)
}
/**
 * Stores consecutive slots from a moment on: deletes slots without a band, and writes slots that differ from the stored
 * slots.
 */
export async function storeSlots(
  ctx: Pick<Context, 'query' | 'site'>,
  from: Moment,
  slots: readonly PricedSlot[],
): Promise<void> {
  if (slots.length === 0) return
  if (slots.some(({ band }) => band === null))
    await ctx.query(
      sql`delete from price_slot p using (select ${from}::timestamptz + (i - 1) * interval '15 minutes' as at from unnest(${slots.map(({ band }) => band)}::text[]) with ordinality as s(band, i) where band is null) gone
        where p.site_id = ${ctx.site} and p.at = gone.at`,
    )
  await ctx.query(
    sql`insert into price_slot (site_id, at, band, price)
      select ${ctx.site}::int, ${from}::timestamptz + (i - 1) * interval '15 minutes', band, price
      from unnest(${slots.map(({ band }) => band)}::text[], ${slots.map(({ price }) => price)}::float8[]) with ordinality as s(band, price, i)
      where band is not null
      on conflict (site_id, at) do update set band = excluded.band, price = excluded.price
        where (price_slot.band, price_slot.price) is distinct from (excluded.band, excluded.price)`,
  )
}
/** Extends the stored slots to the horizon. The job continues at the last slot, or starts with the tariff. */
export async function extendSlots(ctx: Context): Promise<void> {
  const end = getDayStart(ctx, addDays(getSlotHorizon(ctx), 1))
  const [lastSlot] = await ctx.query(
    sql`select ${computed<{ last: Moment | null }>`max(at) as last`} from price_slot where site_id = ${ctx.site}`,
  )
  if (lastSlot?.last && Date.parse(lastSlot.last) + TARIFF_SLOT_MS >= Date.parse(end)) return
  const [firstEntry] = await ctx.query(
    sql`select ${computed<{ day: Day | null }>`min(effective_from)::text as day`} from electric_price where site_id = ${ctx.site}`,
  )
  if (!firstEntry?.day) return
  // The date of the last slot is a UTC date, which may be one day ahead of the plant day. Rewriting one more day
  // changes nothing.
  const from = lastSlot?.last ? addDays(lastSlot.last.slice(0, 10), -1) : firstEntry.day
  await rebuildSlots(ctx, from < firstEntry.day ? firstEntry.day : from, null)
}
/** Lists the stored slots of a time span in order. One index scan. */
export const listStoredSlots = (ctx: Pick<Context, 'query' | 'site'>, from: Moment, to: Moment) =>
  ctx.query(
    sql`select ${columns(priceSlot, ['at', 'band', 'price'])} from price_slot where site_id = ${ctx.site} and at >= ${from} and at < ${to} order by at`,
  )
