/** Loads the source data of energy calculations: meters, runs of orders, shifts, output and prices. */
import { createHash } from 'node:crypto'
import { addDays, HOUR_MS, MINUTE_MS, toMillis, toMoment, type Day, type Moment } from '@/plant/rules/plant-time'
import { getShiftsBetween } from '@/plant/rules/shift'
import { loadPlantCalendar, getDayStart } from '@/plant/server/plant'
import { listOrdersRunBetween, listRunsOfOrders } from '@/areas/orders/server/queries/runs'
import { listGasWaterPrices, listSlotPrices } from '@/areas/prices/server/queries'
import { listSlitterRunsBetween, sumWebBy } from '@/areas/rolls/server/queries/web-output'
import { loadMeterUsage } from '@/areas/telemetry/server/queries'
import type { Context } from '@/server/context'
import { calculateOwnSeries, type EnergyMedium } from '../rules/meter-tree'
import type { AllocationSources, OrderRun, AllocatedMeter, SlotPrice, TeamShiftSpan } from '../rules/allocate-energy'
import type { MeterTree } from './meters'

export const SLOT_MS = 15 * MINUTE_MS
/** All source data from which the energy of a time span is calculated. */
export interface EnergySources extends AllocationSources {
  readonly from: Moment
  readonly to: Moment
  /** Consumption of each meter by slot, including the meters below it, and its interpolated part. */
  readonly meterSeries: ReadonlyMap<string, { readonly used: number[]; readonly estimated: number[] }>
}

/** Loads the source data of a plant day, up to `until` if given. */
export async function loadDaySources(ctx: Context, tree: MeterTree, day: Day, until?: Moment): Promise<EnergySources> {
  const from = getDayStart(ctx, day)
  const end = getDayStart(ctx, addDays(day, 1))
  return loadSourcesBetween(ctx, tree, from, until && until < end ? until : end)
}
/** Loads the source data of a time span that begins at a slot boundary. */
export async function loadSourcesBetween(
  ctx: Context,
  tree: MeterTree,
  from: Moment,
  to: Moment,
): Promise<EnergySources> {
  const [beginMs, endMs] = [toMillis(from), toMillis(to)]
  const slots = Array.from({ length: Math.ceil((endMs - beginMs) / SLOT_MS) }, (_, i) => beginMs + i * SLOT_MS)
  const meterSeries = await loadMeterSeries(ctx, tree, { from, to, slots })
  const runs = await loadRuns(ctx, from, to)
  const { line: webByLine } = await sumWebBy(ctx, { from, to, groupings: ['line'] })
  const getPrice = await createPriceLookup(ctx, tree, { from, to, slots })
  return {
    from,
    to,
    slots,
    slotMs: SLOT_MS,
    meterSeries,
    runs,
    meters: buildAllocatedMeters(tree, meterSeries),
    shiftSpans: await loadShiftSpans(ctx, from, to),
    kgByLine: new Map([...webByLine].map(([line, { kg }]) => [line, kg])),
    getPrice,
  }
}

/** A time span, and the start of each of its 15-minute slots in ms since 1970. */
type SlotSpan = { readonly from: Moment; readonly to: Moment; readonly slots: readonly number[] }
async function loadMeterSeries(
  ctx: Context,
  tree: MeterTree,
  { from, to, slots }: SlotSpan,
): Promise<EnergySources['meterSeries']> {
  const usage = await loadMeterUsage(ctx, { meterIds: tree.meterIds, from, to, step: 'quarter' })
  const energyMeterIdByMeterId = new Map(tree.physicalMeters.map(({ id, meterId }) => [meterId, id]))
  const createZeros = () => Array.from({ length: slots.length }, () => 0)
  const meterSeries = new Map(
    tree.physicalMeters.map(({ id }) => [id, { used: createZeros(), estimated: createZeros() }]),
  )
  const firstSlotMs = slots[0] ?? 0
  // Each moment is parsed once instead of once for each of hundreds of meters.
  const indexByMoment = new Map<Moment, number>()
  const getSlotIndex = (at: Moment): number => {
    const slotIndex = indexByMoment.get(at) ?? Math.round((toMillis(at) - firstSlotMs) / SLOT_MS)
    indexByMoment.set(at, slotIndex)
    return slotIndex
  }
  // If the span ends within a slot, the slot counts in proportion to its time. If the span ends now, the slot counts in full,
  // because it has no readings after the end.
  const lastSlotShare = (toMillis(to) - (slots.at(-1) ?? 0)) / SLOT_MS
  const endsNow = toMillis(to) >= ctx.now.getTime() - MINUTE_MS
  for (const { meterId, at, used, estimatedShare } of usage) {
    const index = getSlotIndex(at)
    const series = meterSeries.get(energyMeterIdByMeterId.get(meterId) ?? '')
    if (!series || index < 0 || index >= slots.length) continue
    const slotShare = index === slots.length - 1 && !endsNow ? lastSlotShare : 1
    series.used[index] = used * slotShare
    series.estimated[index] = used * slotShare * estimatedShare
  }
  return meterSeries
}
/** Builds the input of the allocation: the physical meters with their own use by slot. */
function buildAllocatedMeters(tree: MeterTree, meterSeries: EnergySources['meterSeries']): AllocatedMeter[] {
  const parentIds = new Set(tree.physicalMeters.flatMap(({ parentId }) => parentId ?? []))
  const calculateOwnSlots = (name: 'used' | 'estimated') =>
    calculateOwnSeries(tree.physicalMeters, new Map([...meterSeries].map(([id, series]) => [id, series[name]])))
  const ownUsed = calculateOwnSlots('used')
  const ownEstimated = calculateOwnSlots('estimated')
  return tree.physicalMeters.map(({ id, medium, lineId, allocation }) => ({
    id,
    medium,
    lineId,
    allocation,
    hasChildren: parentIds.has(id),
    ownUsed: ownUsed.get(id)!,
    estimated: ownEstimated.get(id)!,
  }))
}

/** Loads the runs of orders on lines and slitters, without pauses. */
async function loadRuns(ctx: Context, from: Moment, to: Moment): Promise<OrderRun[]> {
  const orders = await listOrdersRunBetween(ctx, { from, to })
  const slitterRuns = await listSlitterRunsBetween(ctx, { from, to })
  const slitOrders = await listRunsOfOrders(
    ctx,
    slitterRuns.map(({ workOrderId }) => workOrderId),
  )
  const productByOrder = new Map(slitOrders.map(({ id, productId }) => [id, productId]))
  const [beginMs, endMs] = [toMillis(from), toMillis(to)]
  const clipRun = (run: OrderRun): OrderRun[] =>
    run.from < endMs && run.to > beginMs && run.from < run.to
      ? [{ ...run, from: Math.max(run.from, beginMs), to: Math.min(run.to, endMs) }]
      : []
  const lineRuns = orders.flatMap(({ id, lineId, productId, startedAt, finishedAt, pauses }) => {
    const sortedPauses = [...pauses].sort((a, b) => (a.from < b.from ? -1 : 1))
    const runs: OrderRun[] = []
    let runStart = toMillis(startedAt!)
    const addRun = (to: number) => runs.push({ lineId, orderId: id, productId, from: runStart, to })
    for (const pause of sortedPauses) {
      addRun(toMillis(pause.from))
      runStart = Math.max(runStart, pause.to ? toMillis(pause.to) : endMs)
    }
    addRun(finishedAt ? toMillis(finishedAt) : endMs)
    return runs.flatMap(clipRun)
  })
  const clippedSlitterRuns = slitterRuns.flatMap(({ lineId, workOrderId, onAt, offAt }) =>
    clipRun({
      lineId,
      orderId: workOrderId,
      productId: productByOrder.get(workOrderId) ?? '',
      from: toMillis(onAt),
      to: offAt ? toMillis(offAt) : endMs,
    }),
  )
  return [...lineRuns, ...clippedSlitterRuns]
}
async function loadShiftSpans(ctx: Context, from: Moment, to: Moment): Promise<TeamShiftSpan[]> {
  const { rotation, timeZone } = await loadPlantCalendar(ctx)
  // A shift that is running at `from` began at most 36 h before.
  const shiftsFrom = toMoment(toMillis(from) - 36 * HOUR_MS)
  return getShiftsBetween(shiftsFrom, to, rotation, timeZone)
    .map(({ team, businessDate, shift, startsAt, endsAt }) => ({
      team,
      businessDate,
      shift,
      from: toMillis(startsAt),
      to: toMillis(endsAt),
    }))
    .filter((span) => span.to > toMillis(from))
}

/** Creates the price lookup: electricity has a price by slot, gas and water by day, other media have none. */
async function createPriceLookup(
  ctx: Context,
  tree: MeterTree,
  { from, to, slots }: SlotSpan,
): Promise<AllocationSources['getPrice']> {
  const media = new Set(tree.physicalMeters.map(({ medium }) => medium))
  const electricityBySlot = new Map<number, SlotPrice>()
  if (media.has('electricity'))
    for (const { at, band, price } of await listSlotPrices(ctx, { from, to }))
      electricityBySlot.set(toMillis(at), { band: band ?? 'none', price })
  const priceByMedium = new Map<EnergyMedium, (at: number) => number | null>()
  for (const medium of ['gas', 'water'] as const) {
    if (!media.has(medium)) continue
    const priceRows = await listGasWaterPrices(ctx, { medium, from, to })
    const spans = priceRows.map(({ effectiveFrom, effectiveTo, price }) => ({
      from: toMillis(getDayStart(ctx, effectiveFrom)),
      to: effectiveTo ? toMillis(getDayStart(ctx, addDays(effectiveTo, 1))) : Infinity,
      price,
    }))
    priceByMedium.set(medium, (at) => spans.findLast((span) => span.from <= at && at < span.to)?.price ?? null)
  }
  return (medium, index) => {
    const at = slots[index] ?? 0
    if (medium === 'electricity') return electricityBySlot.get(at) ?? { band: 'none', price: null }
    return { band: 'flat', price: priceByMedium.get(medium)?.(at) ?? null }
  }
}

/** Calculates a hash of all source data; a day is recalculated if its hash has changed. */
export function calculateBasisHash(
  tree: MeterTree,
  { meterSeries, runs, slots, getPrice, kgByLine, shiftSpans }: EnergySources,
): string {
  const hash = createHash('sha256').update(tree.fingerprint)
  for (const [id, { used, estimated }] of meterSeries) hash.update(`${id}${used.join()}${estimated.join()}`)
  const media = new Set(tree.physicalMeters.map(({ medium }) => medium))
  hash.update(JSON.stringify([runs, [...kgByLine], shiftSpans.map(({ team, shift }) => [team, shift])]))
  for (const medium of media) hash.update(slots.map((_, i) => Object.values(getPrice(medium, i)).join(':')).join())
  return hash.digest('base64url')
}
