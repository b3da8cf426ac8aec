import { createHash } from 'node:crypto'
import { addDays, MINUTE_MS, toMillis, toMoment, type Day, type Moment } from '@/plant/rules/plant-time'
import { getShiftsBetween } from '@/plant/rules/shift'
import { loadPlantCalendar, getDayStart } from '@/plant/server/plant'
import { listRunsBetween, listRunsOfOrders } from '@/areas/orders/server/queries/runs'
import { listGasWaterPrices, listSlotPrices } from '@/areas/prices/server/queries'
import { listSlitterRunsBetween, sumWebBy } from '@/areas/rolls/server/queries/for-energy'
import { usageOf } from '@/areas/telemetry/server/queries'
import type { Context } from '@/server/context'
import { ownSeries, type EnergyMedium } from '../rules/meter-tree'
import type { DayFacts, Run, SharedMeter, SlotPrice, TeamSpan } from '../rules/share-out'
import type { Tree } from './meters'

export const SLOT_MS = 15 * MINUTE_MS
/** All source data from which the energy of a time span is calculated. */
export interface Facts extends DayFacts {
  readonly from: Moment
  readonly to: Moment
  /** Consumption of each meter by slot, including the meters below it, and its interpolated part. */
  readonly shown: ReadonlyMap<string, { readonly used: number[]; readonly estimated: number[] }>
}

/** Loads the source data of a plant day, up to `until` if given. */
export async function factsOf(ctx: Context, tree: Tree, day: Day, until?: Moment): Promise<Facts> {
  const from = getDayStart(ctx, day)
  const end = getDayStart(ctx, addDays(day, 1))
  return factsBetween(ctx, tree, from, until && until < end ? until : end)
}
/** Loads the source data of a time span that begins at a slot boundary. */
export async function factsBetween(ctx: Context, tree: Tree, from: Moment, to: Moment): Promise<Facts> {
  const [begin, end] = [toMillis(from), toMillis(to)]
  const slots = Array.from({ length: Math.ceil((end - begin) / SLOT_MS) }, (_, i) => begin + i * SLOT_MS)
  const shown = await shownIn(ctx, tree, { from, to, slots })
  const runs = await runsIn(ctx, from, to)
  const { line: made } = await sumWebBy(ctx, { from, to, groupings: ['line'] })
  const prices = await pricesIn(ctx, tree, { from, to, slots })
  return {
    from,
    to,
    slots,
    slotMs: SLOT_MS,
    shown,
    runs,
    meters: sharedMeters(tree, shown),
    teams: await teamsIn(ctx, from, to),
    kgOfLine: new Map([...made].map(([line, { kg }]) => [line, kg])),
    priceOf: prices,
  }
}

type Span = { readonly from: Moment; readonly to: Moment; readonly slots: readonly number[] }
async function shownIn(ctx: Context, tree: Tree, { from, to, slots }: Span): Promise<Facts['shown']> {
  const usage = await usageOf(ctx, { meterIds: tree.meterIds, from, to, step: 'quarter' })
  const idOf = new Map(tree.counting.map(({ id, meterId }) => [meterId, id]))
  const zeros = () => Array.from({ length: slots.length }, () => 0)
  const shown = new Map(tree.counting.map(({ id }) => [id, { used: zeros(), estimated: zeros() }]))
  const first = slots[0] ?? 0
  // Each moment is parsed once instead of once for each of hundreds of meters.
  const indexes = new Map<Moment, number>()
  const indexOf = (at: Moment): number => {
    const known = indexes.get(at) ?? Math.round((toMillis(at) - first) / SLOT_MS)
    indexes.set(at, known)
    return known
  }
  // The last slot may be cut; a complete slot then counts by its share of time.
  const cut = (toMillis(to) - (slots.at(-1) ?? 0)) / SLOT_MS
  const running = toMillis(to) >= ctx.now.getTime() - MINUTE_MS
  for (const { meterId, at, used, estimatedShare } of usage) {
    const index = indexOf(at)
    const of = shown.get(idOf.get(meterId) ?? '')
    if (!of || index < 0 || index >= slots.length) continue
    const part = index === slots.length - 1 && !running ? cut : 1
    of.used[index] = used * part
    of.estimated[index] = used * part * estimatedShare
  }
  return shown
}
/** Builds the meters with their own use by slot. */
function sharedMeters(tree: Tree, shown: Facts['shown']): SharedMeter[] {
  const parents = new Set(tree.counting.flatMap(({ parentId }) => parentId ?? []))
  const ownOf = (name: 'used' | 'estimated') =>
    ownSeries(tree.counting, new Map([...shown].map(([id, of]) => [id, of[name]])))
  const [own, estimated] = [ownOf('used'), ownOf('estimated')]
  return tree.counting.map(({ id, medium, lineId, allocation }) => ({
    id,
    medium,
    lineId,
    allocation,
    above: parents.has(id),
    own: own.get(id)!,
    estimated: estimated.get(id)!,
  }))
}

/** Loads the runs of orders on lines and slitters, without pauses. */
async function runsIn(ctx: Context, from: Moment, to: Moment): Promise<Run[]> {
  const orders = await listRunsBetween(ctx, { from, to })
  const slitting = await listSlitterRunsBetween(ctx, { from, to })
  const cutOrders = await listRunsOfOrders(
    ctx,
    slitting.map(({ workOrderId }) => workOrderId),
  )
  const products = new Map(cutOrders.map(({ id, productId }) => [id, productId]))
  const [begin, end] = [toMillis(from), toMillis(to)]
  const clipped = (run: Run): Run[] =>
    run.from < end && run.to > begin && run.from < run.to
      ? [{ ...run, from: Math.max(run.from, begin), to: Math.min(run.to, end) }]
      : []
  const wound = orders.flatMap(({ id, lineId, productId, startedAt, finishedAt, pauses }) => {
    const stood = [...pauses].sort((a, b) => (a.from < b.from ? -1 : 1))
    const runs: Run[] = []
    let at = toMillis(startedAt!)
    const add = (to: number) => runs.push({ lineId, orderId: id, productId, from: at, to })
    for (const pause of stood) {
      add(toMillis(pause.from))
      at = Math.max(at, pause.to ? toMillis(pause.to) : end)
    }
    add(finishedAt ? toMillis(finishedAt) : end)
    return runs.flatMap(clipped)
  })
  const slit = slitting.flatMap(({ lineId, workOrderId, onAt, offAt }) =>
    clipped({
      lineId,
      orderId: workOrderId,
      productId: products.get(workOrderId) ?? '',
      from: toMillis(onAt),
      to: offAt ? toMillis(offAt) : end,
    }),
  )
  return [...wound, ...slit]
}
async function teamsIn(ctx: Context, from: Moment, to: Moment): Promise<TeamSpan[]> {
  const { pattern, timeZone } = await loadPlantCalendar(ctx)
  const earlier = toMoment(toMillis(from) - 36 * 60 * MINUTE_MS)
  return getShiftsBetween(earlier, to, pattern, timeZone)
    .map(({ team, businessDate, shift, startsAt, endsAt }) => ({
      team,
      businessDate,
      shift,
      from: toMillis(startsAt),
      to: toMillis(endsAt),
    }))
    .filter((span) => span.to > toMillis(from))
}

/** Creates the price lookup: electricity by slot, gas and water by the day in force, no price for other media. */
async function pricesIn(ctx: Context, tree: Tree, { from, to, slots }: Span): Promise<DayFacts['priceOf']> {
  const media = new Set(tree.counting.map(({ medium }) => medium))
  const slotted = new Map<number, SlotPrice>()
  if (media.has('electricity'))
    for (const { at, band, price } of await listSlotPrices(ctx, { from, to }))
      slotted.set(toMillis(at), { band: band ?? 'none', price })
  const flat = new Map<EnergyMedium, (at: number) => number | null>()
  for (const medium of ['gas', 'water'] as const) {
    if (!media.has(medium)) continue
    const held = await listGasWaterPrices(ctx, { medium, from, to })
    const spans = held.map(({ effectiveFrom, effectiveTo, price }) => ({
      from: toMillis(getDayStart(ctx, effectiveFrom)),
      to: effectiveTo ? toMillis(getDayStart(ctx, addDays(effectiveTo, 1))) : Infinity,
      price,
    }))
    flat.set(medium, (at) => spans.findLast((span) => span.from <= at && at < span.to)?.price ?? null)
  }
  return (medium, index) => {
    const at = slots[index] ?? 0
    if (medium === 'electricity') return slotted.get(at) ?? { band: 'none', price: null }
    return { band: 'flat', price: flat.get(medium)?.(at) ?? null }
  }
}

/** Calculates a hash of all source data; a day is recounted if its hash changes. */
export function basisOf(tree: Tree, { shown, runs, slots, priceOf, kgOfLine, teams }: Facts): string {
  const hash = createHash('sha256').update(tree.mark)
  for (const [id, { used, estimated }] of shown) hash.update(`${id}${used.join()}${estimated.join()}`)
  const media = new Set(tree.counting.map(({ medium }) => medium))
  hash.update(JSON.stringify([runs, [...kgOfLine], teams.map(({ team, shift }) => [team, shift])]))
  for (const medium of media) hash.update(slots.map((_, i) => Object.values(priceOf(medium, i)).join(':')).join())
  return hash.digest('base64url')
}
