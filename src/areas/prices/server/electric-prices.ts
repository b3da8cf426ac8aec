/**
 * Handlers of the electricity tariff. Its layered entries are never changed in place. Each handler also rebuilds the
 * slots in the same transaction.
 */
import type { EndpointInput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import type { Row } from '@/contract/resource'
import { pricesChanged, type PricesChange } from './events'
import { getDayStart, getToday } from '@/plant/server/plant'
import { addDays, resolveLocalTime, toMillis, toMoment, type Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { publishEvent } from '@/server/events'
import { computed, sql } from '@/server/sql'
import { electricPrice, electricTariffNow, electricPricePreview } from '../contract/electric-price'
import {
  bands,
  findDoubtfulPrice,
  validateTariffEntry,
  getLastDay,
  validateAgainstLayer,
  createTariff,
  type TariffEntry,
  type TariffProblem,
} from '../rules/tariff'
import { countHoursOfDay, TARIFF_SLOT_MS, buildDaySlots, findUnpricedBands } from '../rules/tariff-slots'
import { assertPriceMonthsOpen } from './dated-prices'
import { listTariffEntries, getSlotHorizon, toNumbers, rebuildSlots } from './price-slots'
import { runPricePreview } from './run-price-preview'
import { handle } from '@/server/area'

export type ElectricPriceRow = Row<typeof electricPrice>
export type ElectricPriceInput = EndpointInput<typeof electricPrice.endpoints.create>

/** Converts a stored or new row to a tariff entry. */
export const toTariffEntry = (row: ElectricPriceInput & { revision?: number | null }): TariffEntry => ({
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
  months: toNumbers(row.months),
  hours: toNumbers(row.hours),
  revision: row.revision ?? 1,
})

/**
 * Refuses an entry with its first problem; `data.problems` lists all problems.
 * @throws 6000 `prices:refusals.tariff.…`
 */
export function assertNoTariffProblems(ctx: Context, problems: readonly TariffProblem[]): void {
  const [firstProblem] = problems
  if (firstProblem)
    throw refuse(`prices:refusals.tariff.${firstProblem.code}`, toRefusalParams(ctx, firstProblem), { problems })
}
function toRefusalParams(ctx: Context, problem: TariffProblem): Record<string, string | number> {
  if (problem.code === 'noPrice') return { ...problem, band: ctx.t(`prices:electricPrice.fields.${problem.band}`) }
  if (problem.code !== 'field') return { ...problem }
  const { field, why } = problem
  return { field: ctx.t(`prices:electricPrice.fields.${field}`), why: ctx.t(`prices:refusals.tariff.why.${why}`) }
}

interface StorableEntry {
  readonly input: ElectricPriceInput
  readonly entry: TariffEntry
  readonly lastDay: Day | null
}
/**
 * Checks an entry by itself and against the other entries.
 * @throws the refusal that prevents storing
 */
async function checkEntry(ctx: Context, input: ElectricPriceInput): Promise<StorableEntry> {
  await lockTariff(ctx)
  const entry = {
    ...toTariffEntry(input),
    id: input.id ?? createUuid7(ctx.now.getTime()),
    revision: await findNextRevision(ctx, input),
  }
  assertNoTariffProblems(
    ctx,
    validateTariffEntry(entry, (day) => countHoursOfDay(day, ctx.timeZone)),
  )
  const doubtfulPrice = findDoubtfulPrice(entry)
  if (doubtfulPrice && !input.reason?.trim())
    throw refuse(
      doubtfulPrice.band ? 'prices:refusals.doubtfulBand' : 'prices:refusals.doubtful',
      {
        price: doubtfulPrice.price,
        band: doubtfulPrice.band ? ctx.t(`prices:electricPrice.fields.${doubtfulPrice.band}`) : '',
      },
      { asks: 'reason' },
    )
  const lastDay = getLastDay(entry)
  await assertPriceMonthsOpen(ctx, { from: entry.effectiveFrom, to: lastDay })
  const otherEntries = await listTariffEntries(ctx, entry.effectiveFrom, lastDay ?? getSlotHorizon(ctx))
  assertNoTariffProblems(ctx, validateAgainstLayer(entry, otherEntries))
  assertNoTariffProblems(
    ctx,
    findUnpricedBands([...otherEntries, entry], entry.effectiveFrom, lastDay ?? getSlotHorizon(ctx)),
  )
  return { input, entry, lastDay }
}
/** Stores an entry and rebuilds the slots of its days. */
async function storeEntry(ctx: Context, { input, entry, lastDay }: StorableEntry): Promise<ElectricPriceRow> {
  const row = await ctx.rows.insert(electricPrice, {
    ...input,
    id: entry.id,
    revision: entry.revision,
    effectiveTo: lastDay,
  })
  await rebuildSlots(ctx, entry.effectiveFrom, lastDay)
  return row
}
/** Checks and stores an entry, and returns the change to publish. */
export async function insertElectricPrice(
  ctx: Context,
  input: ElectricPriceInput,
): Promise<{ row: ElectricPriceRow; change: PricesChange }> {
  const storableEntry = await checkEntry(ctx, input)
  return {
    row: await storeEntry(ctx, storableEntry),
    change: buildPricesChange(ctx, storableEntry.entry.effectiveFrom, storableEntry.lastDay),
  }
}
const buildPricesChange = (ctx: Context, from: Day, last: Day | null): PricesChange => ({
  kind: 'electricity',
  from: getDayStart(ctx, from),
  to: last === null ? null : getDayStart(ctx, addDays(last, 1)),
})
/** Serializes tariff changes, so that each is checked against the previous one. */
const lockTariff = (ctx: Context) =>
  ctx.query(sql`select pg_advisory_xact_lock(hashtext('electric_price'), ${ctx.site})`)
/** Finds the next revision of a day, because a market may publish the prices of a day again. */
async function findNextRevision(ctx: Context, { layer, effectiveFrom }: ElectricPriceInput): Promise<number> {
  if (layer !== 'market') return 1
  const [revisionRow] = await ctx.query(
    sql`select ${computed<{ last: number }>`coalesce(max(revision), 0)::int as last`} from electric_price where site_id = ${ctx.site} and layer = 'market' and effective_from = ${effectiveFrom}::date`,
  )
  return (revisionRow?.last ?? 0) + 1
}

/** POST /add_electric_price */
export const addElectricPrice = handle(electricPrice.endpoints.create, async (ctx, input) => {
  const { row, change } = await insertElectricPrice(ctx, input)
  await publishEvent(ctx, pricesChanged, change)
  return row
})
/**
 * DELETE /del_electric_price: removes an entry, so that the lower layers apply again.
 * @throws 6000 if a closed month used the entry, or if its days would have no price without it
 */
export const removeElectricPrice = handle(electricPrice.endpoints.remove, async (ctx, { id, version }) => {
  await lockTariff(ctx)
  const row = await ctx.rows.lock(electricPrice, id)
  const entry = toTariffEntry(row)
  const lastDay = getLastDay(entry)
  await assertPriceMonthsOpen(ctx, { from: entry.effectiveFrom, to: lastDay })
  const otherEntries = (await listTariffEntries(ctx, entry.effectiveFrom, lastDay ?? getSlotHorizon(ctx))).filter(
    (otherEntry) => otherEntry.id !== id,
  )
  assertNoTariffProblems(ctx, findUnpricedBands(otherEntries, entry.effectiveFrom, lastDay ?? getSlotHorizon(ctx)))
  await ctx.rows.remove(electricPrice, id, { version: version ?? null })
  await rebuildSlots(ctx, entry.effectiveFrom, lastDay)
  await publishEvent(ctx, pricesChanged, buildPricesChange(ctx, entry.effectiveFrom, lastDay))
  return null
})
/** POST /plant/electric_price_preview */
export const previewElectricPrice = handle(electricPricePreview, async (ctx, input) => {
  const storableEntry = await checkEntry(ctx, input)
  const dayRange = { from: storableEntry.entry.effectiveFrom, to: storableEntry.lastDay }
  return runPricePreview(ctx, buildPricesChange(ctx, dayRange.from, dayRange.to), dayRange, () =>
    storeEntry(ctx, storableEntry),
  )
})

/** GET /get_electric_price */
export const loadTariffOfDay = handle(electricTariffNow, async (ctx, input) => {
  const day = input.day ?? getToday(ctx)
  const tariff = createTariff(await listTariffEntries(ctx, day, day))(day)
  const from = resolveLocalTime(day, 0, ctx.timeZone)
  const slots = buildDaySlots(day, tariff, ctx.timeZone).map((slot, i) => ({
    at: toMoment(from + i * TARIFF_SLOT_MS),
    ...slot,
  }))
  const currentSlot = slots[Math.floor((toMillis(ctx.now.toISOString()) - from) / TARIFF_SLOT_MS)]
  const entries = tariff.market ? [tariff.market, ...tariff.effectiveEntries] : tariff.effectiveEntries
  return {
    day,
    band: currentSlot?.band ?? null,
    price: currentSlot?.price ?? null,
    ...(Object.fromEntries(bands.map((band) => [band, tariff.prices[band]])) as Record<
      (typeof bands)[number],
      number | null
    >),
    entries: entries.map(({ id, layer, name, effectiveFrom }) => ({ id, layer, name, effectiveFrom })),
    slots,
  }
})
