/** Consumption of one day in slots of 15 minutes, and of several days by hour. */
import { addDays, HOUR_MS, toLocalTime, toMoment, type Day } from '@/plant/rules/plant-time'
import { assertDayNotInFuture, assertDayRange, getDayStart, getToday } from '@/plant/server/plant'
import { energyOneDay } from '../contract/analysis-endpoints'
import { energyHours } from '../contract/curve-endpoints'
import { calculateLineSeries } from '../rules/allocate-energy'
import { energyBands, type EnergyBand } from '../rules/energy-bands'
import { sumByDayAndHour } from '../rules/energy-curve'
import { mediumUnits, type EnergyMedium } from '../rules/meter-tree'
import { loadDaySources, loadSourcesBetween, SLOT_MS, type EnergySources } from './energy-sources'
import { calculateSharePercent, roundToDigits } from './energy-metrics'
import { loadMeterTree, type MeterTree } from './meters'
import { loadDataGaps } from './energy-spans'
import { handle } from '@/server/area'
import type { Context } from '@/server/context'

const SLOTS_PER_HOUR = HOUR_MS / SLOT_MS
/** Far deeper than any meter tree; ends the walk if the tree has a cycle. */
const MAX_LEVELS = 100
/**
 * Consumption of a 15-minute slot; `at` is its start in ms since 1970, `price` is in CNY per unit of the medium. `allocated`
 * is the part of `used` that comes from shared meters.
 */
export interface SlotUse {
  readonly at: number
  readonly used: number
  readonly estimated: number
  readonly allocated: number
  readonly band: EnergyBand
  readonly price: number | null
}
/** Sums the consumption of physical meters by slot, each multiplied by its factor in `weights`. */
export function sumSlots(
  sources: EnergySources,
  weights: ReadonlyMap<string, number>,
  medium: EnergyMedium,
): SlotUse[] {
  return sources.slots.map((at, i) => {
    const { band, price } = sources.getPrice(medium, i)
    const sum = (name: 'used' | 'estimated') =>
      [...weights].reduce((total, [id, factor]) => total + factor * (sources.meterSeries.get(id)?.[name][i] ?? 0), 0)
    return { at, used: sum('used'), estimated: sum('estimated'), allocated: 0, band: band as EnergyBand, price }
  })
}
/** Returns the consumption of a line by slot with its part of the shared meters, as in the stored energy of lines. */
function sumLineSlots(sources: EnergySources, lineId: string, medium: EnergyMedium): SlotUse[] {
  const series = calculateLineSeries(sources, medium).get(lineId)
  return sources.slots.map((slotStart, i) => {
    const { band, price } = sources.getPrice(medium, i)
    return {
      at: slotStart,
      used: series?.used[i] ?? 0,
      estimated: series?.estimated[i] ?? 0,
      allocated: series?.allocated[i] ?? 0,
      band: band as EnergyBand,
      price,
    }
  })
}
/** Returns the shared meters of a medium, which are allocated to lines. */
const getSharedMeters = (tree: MeterTree, medium: EnergyMedium): MeterTree['physicalMeters'] =>
  tree.physicalMeters.filter((meter) => meter.medium === medium && !meter.lineId && meter.allocation !== 'none')
/** Returns the topmost meters of a line, an item or a whole medium with factor 1, so that no meter counts twice. */
export function getTopMeterWeights(
  tree: MeterTree,
  filter: { medium: EnergyMedium; lineId?: string | null | undefined; itemId?: string | null | undefined },
): Map<string, number> {
  const matchingMeters = tree.physicalMeters.filter(
    ({ medium, lineId, itemId }) =>
      medium === filter.medium &&
      (!filter.lineId || lineId === filter.lineId) &&
      (!filter.itemId || itemId === filter.itemId),
  )
  const matchingIds = new Set(matchingMeters.map(({ id }) => id))
  const isBelowMatch = (parentId: string | null, level = 0): boolean =>
    parentId !== null &&
    level < MAX_LEVELS &&
    (matchingIds.has(parentId) || isBelowMatch(tree.meterById.get(parentId)?.parentId ?? null, level + 1))
  return new Map(matchingMeters.filter(({ parentId }) => !isBelowMatch(parentId)).map(({ id }) => [id, 1]))
}

/** GET /ENERGY_ONE_DAY: consumption of a day by 15-minute slot and tariff band; of a line with its part of shared meters. */
export const loadEnergyDay = handle(energyOneDay, async (ctx, input) => {
  const day = input.day ?? getToday(ctx)
  const tree = await loadMeterTree(ctx)
  const meter = input.energyMeterId ? tree.meterById.get(input.energyMeterId) : null
  const medium = meter?.medium ?? input.medium ?? 'electricity'
  const weights = input.energyMeterId
    ? (tree.weightsByMeter.get(input.energyMeterId) ?? new Map<string, number>())
    : getTopMeterWeights(tree, { medium, lineId: input.lineId, itemId: input.itemId })
  const sources = await loadDaySources(ctx, tree, day, ctx.now.toISOString())
  // Only the view of a line includes its part of the shared meters; the view of a meter or an item does not.
  const lineIdOfLineView = input.energyMeterId || input.itemId ? null : input.lineId
  const slots = lineIdOfLineView
    ? sumLineSlots(sources, lineIdOfLineView, medium)
    : sumSlots(sources, new Map(weights), medium)
  const allocated = slots.reduce((sum, slot) => sum + slot.allocated, 0)
  const sumOverSlots = (getValue: (slot: SlotUse) => number) => slots.reduce((sum, slot) => sum + getValue(slot), 0)
  const getCost = (slot: SlotUse) => slot.used * (slot.price ?? 0)
  const highestSlot = slots.reduce<SlotUse | null>((best, slot) => (best && best.used >= slot.used ? best : slot), null)
  const demandSlot = medium === 'electricity' && highestSlot && highestSlot.used > 0 ? highestSlot : null
  return {
    day,
    medium,
    unit: mediumUnits[medium],
    used: roundToDigits(sumOverSlots(({ used }) => used)),
    cost: roundToDigits(sumOverSlots(getCost), 2),
    estimatedPercent: calculateSharePercent(
      sumOverSlots(({ estimated }) => estimated),
      sumOverSlots(({ used }) => used),
    ),
    allocatedPercent: calculateSharePercent(
      allocated,
      sumOverSlots(({ used }) => used),
    ),
    meters: weights.size + (allocated > 0 ? getSharedMeters(tree, medium).length : 0),
    ...(await loadDataGaps(ctx, { from: day, to: day })),
    demandKw: demandSlot ? roundToDigits(demandSlot.used * SLOTS_PER_HOUR, 1) : null,
    demandAt: demandSlot ? toMoment(demandSlot.at) : null,
    slots: slots.map(({ at, used, estimated, band, price }) => ({
      at: toMoment(at),
      used: roundToDigits(used),
      estimated: estimated > 0,
      band,
      price,
    })),
    bands: energyBands.flatMap((band) => {
      const bandSlots = slots.filter((slot) => slot.band === band)
      const used = bandSlots.reduce((sum, slot) => sum + slot.used, 0)
      return used > 0
        ? [
            {
              band,
              used: roundToDigits(used),
              cost: roundToDigits(
                bandSlots.reduce((sum, slot) => sum + getCost(slot), 0),
                2,
              ),
            },
          ]
        : []
    }),
  }
})

const DEFAULT_DAYS = 14
const MAX_DAYS = 31

/** GET /energy/hours: consumption by day and hour; of the current day, the hours that have begun. */
export const loadEnergyHours = handle(energyHours, async (ctx, input) => {
  const today = getToday(ctx)
  const to = input.to && input.to < today ? input.to : today
  const from = input.from ?? addDays(to, 1 - DEFAULT_DAYS)
  assertDayNotInFuture(ctx, from, 'from')
  assertDayRange({ from, to }, MAX_DAYS)
  const medium = input.medium ?? 'electricity'
  const tree = await loadMeterTree(ctx)
  const slots = input.lineId
    ? await loadLineSlots(ctx, tree, { from, to, lineId: input.lineId, medium })
    : sumSlots(await loadSourcesOfDays(ctx, tree, from, to), getTopMeterWeights(tree, { medium }), medium)
  const days = sumByDayAndHour(slots.map(({ at, used }) => ({ ...toLocalTime(toMoment(at), ctx.timeZone), used })))
  return {
    from,
    to,
    medium,
    unit: mediumUnits[medium],
    allocatedPercent: calculateSharePercent(
      slots.reduce((sum, { allocated }) => sum + allocated, 0),
      slots.reduce((sum, { used }) => sum + used, 0),
    ),
    days: days.map(({ day, hours }) => ({
      day,
      hours: hours.map((used) => ({ used: used === null ? null : roundToDigits(used) })),
    })),
  }
})
/** Loads the source data of several days up to now at once. */
function loadSourcesOfDays(ctx: Context, tree: MeterTree, from: Day, to: Day): Promise<EnergySources> {
  const end = getDayStart(ctx, addDays(to, 1))
  const now = ctx.now.toISOString()
  return loadSourcesBetween(ctx, tree, getDayStart(ctx, from), end < now ? end : now)
}
/**
 * Loads the consumption of a line by slot. Meters that are shared by kilograms are allocated by the output of each day, so
 * with such meters each day is loaded on its own.
 */
async function loadLineSlots(
  ctx: Context,
  tree: MeterTree,
  { from, to, lineId, medium }: { from: Day; to: Day; lineId: string; medium: EnergyMedium },
): Promise<SlotUse[]> {
  if (!getSharedMeters(tree, medium).some(({ allocation }) => allocation === 'kg'))
    return sumLineSlots(await loadSourcesOfDays(ctx, tree, from, to), lineId, medium)
  const slots: SlotUse[] = []
  for (let day = from; day <= to; day = addDays(day, 1))
    slots.push(...sumLineSlots(await loadSourcesOfDays(ctx, tree, day, day), lineId, medium))
  return slots
}
