/** The electricity tariff: layered entries, never changed in place. Slots are rebuilt in the same transaction. */
import type { InOf, OutOf } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import { uuid7 } from '@/contract/id'
import type { Row } from '@/contract/resource'
import { pricesChanged, type PricesChange } from '@/plant/server/events'
import { startOf, today } from '@/plant/server/plant'
import { addDays, atLocal, toMillis, toMoment, type Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { tell } from '@/server/events'
import { computed, sql } from '@/server/sql'
import { electricPrice, type electricNow } from '../contract/electric-price'
import {
  bands,
  doubtful,
  entryProblems,
  lastDayOf,
  layerProblems,
  tariffOf,
  type TariffEntry,
  type TariffProblem,
} from '../rules/tariff'
import { unpricedBand } from '../rules/tariff-check'
import { hoursOfDay, SLOT_MS, slotsOfDay } from '../rules/tariff-slots'
import { mustBeOpen } from './dated'
import { entriesBetween, horizonOf, numbersOf, renewSlots } from './slots'
import { tried } from './tried'

export type ElectricRow = Row<typeof electricPrice>
export type ElectricInput = InOf<typeof electricPrice.endpoints.create>

/** Converts a stored or new row to a tariff entry. */
export const entryOf = (row: ElectricInput & { revision?: number | null }): TariffEntry => ({
  id: row.id ?? '',
  layer: row.layer,
  name: row.name,
  effectiveFrom: row.effectiveFrom,
  effectiveTo: row.effectiveTo ?? null,
  critical: row.critical ?? null,
  peak: row.peak ?? null,
  normal: row.normal ?? null,
  low: row.low ?? null,
  deep: row.deep ?? null,
  windows: row.windows ?? [],
  months: numbersOf(row.months),
  hours: numbersOf(row.hours),
  revision: row.revision ?? 1,
})

/**
 * Refuses with the first problem; `data.problems` lists all.
 * @throws 6000 `prices:refusals.tariff.…`
 */
export function refuseProblems(ctx: Context, problems: readonly TariffProblem[]): void {
  const [first] = problems
  if (first) throw refuse(`prices:refusals.tariff.${first.code}`, wordsOf(ctx, first), { problems })
}
function wordsOf(ctx: Context, problem: TariffProblem): Record<string, string | number> {
  if (problem.code === 'noPrice') return { ...problem, band: ctx.t(`prices:electricPrice.fields.${problem.band}`) }
  if (problem.code !== 'field') return { ...problem }
  const { field, why } = problem
  return { field: ctx.t(`prices:electricPrice.fields.${field}`), why: ctx.t(`prices:refusals.tariff.why.${why}`) }
}

interface Judged {
  readonly input: ElectricInput
  readonly entry: TariffEntry
  readonly last: Day | null
}
/**
 * Checks an entry by itself and against the other entries.
 * @throws the refusal that prevents storing
 */
async function judged(ctx: Context, input: ElectricInput): Promise<Judged> {
  await holdTariff(ctx)
  const entry = { ...entryOf(input), id: input.id ?? uuid7(ctx.now.getTime()), revision: await revisionOf(ctx, input) }
  refuseProblems(
    ctx,
    entryProblems(entry, (day) => hoursOfDay(day, ctx.timeZone)),
  )
  const odd = doubtful(entry)
  if (odd && !input.reason?.trim())
    throw refuse(
      odd.band ? 'prices:refusals.doubtfulBand' : 'prices:refusals.doubtful',
      { price: odd.price, band: odd.band ? ctx.t(`prices:electricPrice.fields.${odd.band}`) : '' },
      { asks: 'reason' },
    )
  const last = lastDayOf(entry)
  await mustBeOpen(ctx, { from: entry.effectiveFrom, to: last })
  const others = await entriesBetween(ctx, entry.effectiveFrom, last ?? horizonOf(ctx))
  refuseProblems(ctx, layerProblems(entry, others))
  refuseProblems(ctx, unpricedBand([...others, entry], entry.effectiveFrom, last ?? horizonOf(ctx)))
  return { input, entry, last }
}
/** Stores an entry and rebuilds the slots of its days. */
async function stored(ctx: Context, { input, entry, last }: Judged): Promise<ElectricRow> {
  const row = await ctx.rows.insert(electricPrice, {
    ...input,
    id: entry.id,
    revision: entry.revision,
    effectiveTo: last,
  })
  await renewSlots(ctx, entry.effectiveFrom, last)
  return row
}
/** Checks and stores an entry, and returns the change to publish. */
export async function put(ctx: Context, input: ElectricInput): Promise<{ row: ElectricRow; change: PricesChange }> {
  const entry = await judged(ctx, input)
  return { row: await stored(ctx, entry), change: changeOf(ctx, entry.entry.effectiveFrom, entry.last) }
}
const changeOf = (ctx: Context, from: Day, last: Day | null): PricesChange => ({
  kind: 'electricity',
  from: startOf(ctx, from),
  to: last === null ? null : startOf(ctx, addDays(last, 1)),
})
/** Serializes tariff changes, so that each is checked against the previous one. */
const holdTariff = (ctx: Context) =>
  ctx.query(sql`select pg_advisory_xact_lock(hashtext('electric_price'), ${ctx.site})`)
/** Finds the next revision: a market settles a day more than once. */
async function revisionOf(ctx: Context, { layer, effectiveFrom }: ElectricInput): Promise<number> {
  if (layer !== 'market') return 1
  const [found] = await ctx.query(
    sql`select ${computed<{ last: number }>`coalesce(max(revision), 0)::int as last`} from electric_price where site_id = ${ctx.site} and layer = 'market' and effective_from = ${effectiveFrom}::date`,
  )
  return (found?.last ?? 0) + 1
}

/** POST /add_electric_price */
export async function add(ctx: Context, input: ElectricInput): Promise<ElectricRow> {
  const { row, change } = await put(ctx, input)
  await tell(ctx, pricesChanged, change)
  return row
}
/**
 * DELETE /del_electric_price: the lower layers apply again.
 * @throws 6000 if a closed month used it, or its days would be left without a price
 */
export async function remove(ctx: Context, { id, version }: { id: string; version?: number | null }): Promise<null> {
  await holdTariff(ctx)
  const row = await ctx.rows.lock(electricPrice, id)
  const entry = entryOf(row)
  const last = lastDayOf(entry)
  await mustBeOpen(ctx, { from: entry.effectiveFrom, to: last })
  const others = (await entriesBetween(ctx, entry.effectiveFrom, last ?? horizonOf(ctx))).filter((one) => one.id !== id)
  refuseProblems(ctx, unpricedBand(others, entry.effectiveFrom, last ?? horizonOf(ctx)))
  await ctx.rows.remove(electricPrice, id, { version: version ?? null })
  await renewSlots(ctx, entry.effectiveFrom, last)
  await tell(ctx, pricesChanged, changeOf(ctx, entry.effectiveFrom, last))
  return null
}
/** POST /plant/electric_price_preview */
export async function preview(ctx: Context, input: ElectricInput): Promise<never> {
  const entry = await judged(ctx, input)
  const days = { from: entry.entry.effectiveFrom, to: entry.last }
  return tried(ctx, changeOf(ctx, days.from, days.to), days, () => stored(ctx, entry))
}

/** GET /get_electric_price */
export async function now(ctx: Context, input: InOf<typeof electricNow>): Promise<OutOf<typeof electricNow>> {
  const day = input.day ?? today(ctx)
  const holding = tariffOf(await entriesBetween(ctx, day, day))(day)
  const from = atLocal(day, 0, ctx.timeZone)
  const slots = slotsOfDay(day, holding, ctx.timeZone).map((slot, i) => ({ at: toMoment(from + i * SLOT_MS), ...slot }))
  const shown = slots[Math.floor((toMillis(ctx.now.toISOString()) - from) / SLOT_MS)]
  const entries = holding.market ? [holding.market, ...holding.chain] : holding.chain
  return {
    day,
    band: shown?.band ?? null,
    price: shown?.price ?? null,
    ...(Object.fromEntries(bands.map((band) => [band, holding.prices[band]])) as Record<
      (typeof bands)[number],
      number | null
    >),
    entries: entries.map(({ id, layer, name, effectiveFrom }) => ({ id, layer, name, effectiveFrom })),
    slots,
  }
}
