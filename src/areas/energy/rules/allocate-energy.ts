/**
 * Allocates the energy of a day. The own use of each meter in each slot goes to the order that ran on its line; shared
 * meters are allocated to lines by their key. The remainder is idle, shared or loss, so all shares sum to the meters.
 */
import type { AllocationKey, EnergyMedium } from './meter-tree'

/** A meter whose own use (without child meters) is allocated, by slot of the day in the unit of its medium. */
export interface AllocatedMeter {
  readonly id: string
  readonly medium: EnergyMedium
  readonly lineId: string | null
  readonly allocation: AllocationKey
  /**
   * True if there are meters below this meter. The own use of this meter is then a loss, or belongs to a consumer
   * without a meter.
   */
  readonly hasChildren: boolean
  readonly ownUsed: readonly number[]
  /** Interpolated part of the own use. */
  readonly estimated: readonly number[]
}
/** A run of an order on a line without its pauses, in ms since 1970. */
export interface OrderRun {
  readonly lineId: string
  readonly orderId: string
  readonly productId: string
  readonly from: number
  readonly to: number
}
/** A shift of the day, in ms since 1970. */
export interface TeamShiftSpan {
  readonly team: string | null
  readonly businessDate: string
  readonly shift: string
  readonly from: number
  readonly to: number
}
/** Tariff band and price of a slot in CNY per unit of the medium; null without a price. */
export interface SlotPrice {
  readonly band: string
  readonly price: number | null
}
/** Source data of the allocation. */
export interface AllocationSources {
  /** Start of each slot in ms since 1970. */
  readonly slots: readonly number[]
  /** Length of a slot in ms. */
  readonly slotMs: number
  readonly meters: readonly AllocatedMeter[]
  readonly runs: readonly OrderRun[]
  readonly shiftSpans: readonly TeamShiftSpan[]
  readonly kgByLine: ReadonlyMap<string, number>
  readonly getPrice: (medium: EnergyMedium, slot: number) => SlotPrice
}
/**
 * Kinds of consumption: of an order; of a line without an order; of a meter that is allocated to no line; and the
 * difference between a meter and the meters below it.
 */
export const energyUseKinds = ['order', 'idle', 'shared', 'loss'] as const
export type EnergyUseKind = (typeof energyUseKinds)[number]
/** Consumption of one consumer in a tariff band, in the unit of the medium; `cost` in CNY. */
export interface EnergyShare {
  readonly kind: EnergyUseKind
  readonly lineId: string | null
  readonly orderId: string | null
  readonly productId: string | null
  readonly team: string | null
  /** The shift in which the energy was used; null outside all shifts. */
  readonly businessDate: string | null
  readonly shift: string | null
  readonly medium: EnergyMedium
  readonly band: string
  readonly used: number
  /** Parts of `used`: from interpolated readings, and allocated from shared meters by a key. */
  readonly estimated: number
  readonly allocated: number
  readonly cost: number
  /** Part of `used` without a price. */
  readonly unpriced: number
}
type MutableEnergyShare = { -readonly [K in keyof EnergyShare]: EnergyShare[K] }

/** Part of a slot on a line, with the run of an order (null if none ran) and the shift. `fraction` is 1 for a whole slot. */
interface SlotPart {
  readonly run: OrderRun | null
  readonly shiftSpan: TeamShiftSpan | null
  readonly fraction: number
}

/** Allocates the energy of a day to orders, idle lines, shared use and losses. */
export function allocateEnergy(inputSources: AllocationSources): EnergyShare[] {
  const sources = { ...inputSources, meters: mergeSimilarMeters(inputSources.meters) }
  const sharesByKey = new Map<string, MutableEnergyShare>()
  const lineIds = listAllocationLines(sources)
  for (const [slot, slotStart] of sources.slots.entries()) {
    const partsByLine = new Map(lineIds.map((lineId) => [lineId, splitSlot(sources, lineId, slotStart)]))
    const unassignedParts = splitSlot(sources, null, slotStart)
    const weightsByKey = new Map<AllocationKey, LineWeights>()
    const getWeights = ({ lineId, allocation }: AllocatedMeter): LineWeights => {
      if (lineId) return [[lineId, 1]]
      const weights = weightsByKey.get(allocation) ?? calculateLineWeights(sources, allocation, slot, partsByLine)
      weightsByKey.set(allocation, weights)
      return weights
    }
    for (const meter of sources.meters) {
      const used = meter.ownUsed[slot] ?? 0
      if (used === 0) continue
      const price = sources.getPrice(meter.medium, slot)
      const addPart = (
        target: Pick<EnergyShare, 'kind' | 'lineId'> & SlotPart,
        usedShare: number,
        isAllocatedByKey: boolean,
      ) =>
        addToShare(sharesByKey, meter, {
          ...target,
          price,
          used: used * usedShare,
          estimated: (meter.estimated[slot] ?? 0) * usedShare,
          isAllocatedByKey,
        })
      const kindWithoutLine = meter.hasChildren ? 'loss' : 'shared'
      for (const [lineId, weight] of getWeights(meter)) {
        const slotParts = lineId === null ? unassignedParts : partsByLine.get(lineId)!
        const kindWithoutOrder = lineId === null ? kindWithoutLine : 'idle'
        const isAllocatedByKey = lineId !== null && meter.lineId === null
        for (const part of slotParts) {
          const kind = part.run ? 'order' : kindWithoutOrder
          addPart({ ...part, kind, lineId }, weight * part.fraction, isAllocatedByKey)
        }
      }
    }
  }
  return [...sharesByKey.values()]
}

/** Consumption of a line by slot; `estimated` and `allocated` are parts of `used`, see `EnergyShare`. */
export interface LineSeries {
  readonly used: number[]
  readonly estimated: number[]
  readonly allocated: number[]
}
/**
 * Calculates the consumption of a medium by line and slot: the own use of the meters of the line, and its part of the shared
 * meters. The shares of `allocateEnergy` with the line add up to the same energy.
 */
export function calculateLineSeries(
  inputSources: AllocationSources,
  medium: EnergyMedium,
): ReadonlyMap<string, LineSeries> {
  const sources = { ...inputSources, meters: mergeSimilarMeters(inputSources.meters) }
  const lineIds = listAllocationLines(sources)
  const createZeros = () => Array.from({ length: sources.slots.length }, () => 0)
  const seriesByLine = new Map(
    lineIds.map((id): [string, LineSeries] => [
      id,
      { used: createZeros(), estimated: createZeros(), allocated: createZeros() },
    ]),
  )
  const meters = sources.meters.filter((meter) => meter.medium === medium)
  const needsParts = meters.some(({ lineId, allocation }) => !lineId && ['kg', 'runHours'].includes(allocation))
  for (const [slot, slotStart] of sources.slots.entries()) {
    const partsByLine = new Map(needsParts ? lineIds.map((id) => [id, splitSlot(sources, id, slotStart)] as const) : [])
    for (const meter of meters) {
      const used = meter.ownUsed[slot] ?? 0
      if (used === 0) continue
      const weights: LineWeights = meter.lineId
        ? [[meter.lineId, 1]]
        : calculateLineWeights(sources, meter.allocation, slot, partsByLine)
      for (const [lineId, weight] of weights) {
        const series = lineId === null ? undefined : seriesByLine.get(lineId)
        if (!series) continue
        series.used[slot]! += used * weight
        series.estimated[slot]! += (meter.estimated[slot] ?? 0) * weight
        if (!meter.lineId) series.allocated[slot]! += used * weight
      }
    }
  }
  return seriesByLine
}
/** Lists the lines that have meters or runs. */
const listAllocationLines = ({ meters, runs }: Pick<AllocationSources, 'meters' | 'runs'>): string[] => [
  ...new Set([...meters.flatMap(({ lineId }) => lineId ?? []), ...runs.map((run) => run.lineId)]),
]

/** Adds an amount to the share of its consumer, shift, medium and tariff band. */
function addToShare(
  sharesByKey: Map<string, MutableEnergyShare>,
  { medium }: AllocatedMeter,
  amount: Pick<EnergyShare, 'kind' | 'lineId' | 'used' | 'estimated'> &
    SlotPart & { price: SlotPrice; isAllocatedByKey: boolean },
): void {
  const { kind, lineId, run, shiftSpan, price, used } = amount
  const key = [kind, lineId, run?.orderId, shiftSpan?.from, medium, price.band].join('/')
  let total = sharesByKey.get(key)
  if (!total) {
    const zeroAmounts = { used: 0, estimated: 0, allocated: 0, cost: 0, unpriced: 0 }
    const orderFields = { orderId: run?.orderId ?? null, productId: run?.productId ?? null }
    const shiftFields = {
      team: shiftSpan?.team ?? null,
      businessDate: shiftSpan?.businessDate ?? null,
      shift: shiftSpan?.shift ?? null,
    }
    total = { kind, lineId, ...orderFields, ...shiftFields, medium, band: price.band, ...zeroAmounts }
    sharesByKey.set(key, total)
  }
  total.used += used
  total.estimated += amount.estimated
  if (amount.isAllocatedByKey) total.allocated += used
  if (price.price === null) total.unpriced += used
  else total.cost += used * price.price
}

/**
 * Replaces meters that are allocated in the same way by their sum, so that the allocation is calculated only once for
 * them.
 */
function mergeSimilarMeters(meters: readonly AllocatedMeter[]): AllocatedMeter[] {
  const groups = new Map<string, AllocatedMeter[]>()
  for (const meter of meters) {
    const { lineId, medium, allocation, hasChildren } = meter
    // The allocation key and child meters affect only meters without a line.
    const key = [lineId, medium, lineId ? '' : allocation, lineId ? '' : hasChildren].join('/')
    const group = groups.get(key)
    if (group) group.push(meter)
    else groups.set(key, [meter])
  }
  const sumSlots = (rows: readonly (readonly number[])[]) =>
    rows[0]!.map((_, slot) => rows.reduce((sum, row) => sum + (row[slot] ?? 0), 0))
  return [...groups.values()].map((group) =>
    group.length === 1
      ? group[0]!
      : {
          ...group[0]!,
          ownUsed: sumSlots(group.map((meter) => meter.ownUsed)),
          estimated: sumSlots(group.map((meter) => meter.estimated)),
        },
  )
}

type LineWeights = readonly (readonly [lineId: string | null, share: number])[]
/**
 * Returns the lines to which a slot of a shared meter is allocated by its key. The shares add up to 1. The line is null
 * for use that is allocated to no line.
 */
function calculateLineWeights(
  { meters, kgByLine }: AllocationSources,
  allocation: AllocationKey,
  slotIndex: number,
  partsByLine: ReadonlyMap<string, readonly SlotPart[]>,
): LineWeights {
  const weights = new Map<string, number>()
  if (allocation === 'electricity') {
    for (const { lineId, medium, ownUsed } of meters)
      if (lineId && medium === 'electricity')
        weights.set(lineId, (weights.get(lineId) ?? 0) + (ownUsed[slotIndex] ?? 0))
  } else if (allocation !== 'none')
    for (const [lineId, lineParts] of partsByLine) {
      const runFraction = lineParts.reduce((sum, { run, fraction }) => sum + (run ? fraction : 0), 0)
      weights.set(lineId, allocation === 'kg' ? runFraction * (kgByLine.get(lineId) ?? 0) : runFraction)
    }
  const positiveWeights = [...weights].filter(([, weight]) => weight > 0)
  const totalWeight = positiveWeights.reduce((sum, [, weight]) => sum + weight, 0)
  return totalWeight > 0 ? positiveWeights.map(([id, weight]) => [id, weight / totalWeight]) : [[null, 1]]
}

/** Splits a slot at the limits of runs and shifts; simultaneous orders get equal parts. Fractions sum to 1. */
function splitSlot(sources: AllocationSources, lineId: string | null, slotStart: number): SlotPart[] {
  const { runs, slotMs } = sources
  const end = slotStart + slotMs
  const lineRuns = runs.filter((run) => run.lineId === lineId && run.from < end && run.to > slotStart)
  const shiftSpans = sources.shiftSpans.filter((span) => span.from < end && span.to > slotStart)
  const innerLimits = [...lineRuns, ...shiftSpans]
    .flatMap(({ from, to }) => [from, to])
    .filter((limit) => limit > slotStart && limit < end)
  const limits = [...new Set([slotStart, ...innerLimits, end])].sort((a, b) => a - b)
  return limits.slice(1).flatMap((to, i): SlotPart[] => {
    const from = limits[i]!
    const shiftSpan = shiftSpans.find((span) => span.from <= from && span.to >= to) ?? null
    const activeRuns = lineRuns.filter((run) => run.from <= from && run.to >= to)
    const fraction = (to - from) / slotMs
    if (activeRuns.length === 0) return [{ run: null, shiftSpan, fraction }]
    return activeRuns.map((run) => ({ run, shiftSpan, fraction: fraction / activeRuns.length }))
  })
}

const MILLIONTHS_PER_UNIT = 1e6
const toMillionths = (value: number): number => Math.round(value * MILLIONTHS_PER_UNIT)
/**
 * Rounds shares to the six stored decimals. The shares of a medium and band sum exactly to the rounded total of the top
 * meters; the largest share takes the rounding difference.
 * @param totals in millionths, by medium and band joined with `/`
 */
export function roundShares(
  shares: readonly EnergyShare[],
  totals: ReadonlyMap<string, { readonly used: number; readonly cost: number }>,
): EnergyShare[] {
  const roundedRows = shares.map((share): MutableEnergyShare => {
    const rounded = { ...share }
    for (const name of ['used', 'estimated', 'allocated', 'cost', 'unpriced'] as const)
      rounded[name] = toMillionths(share[name]) / MILLIONTHS_PER_UNIT
    return rounded
  })
  for (const [key, total] of totals) {
    const matchingShares = roundedRows.filter(({ medium, band }) => `${medium}/${band}` === key)
    const largest = matchingShares.reduce<MutableEnergyShare | null>(
      (best, share) => (best && best.used >= share.used ? best : share),
      null,
    )
    if (!largest) continue
    for (const name of ['used', 'cost'] as const) {
      const difference = total[name] - matchingShares.reduce((sum, share) => sum + toMillionths(share[name]), 0)
      largest[name] = (toMillionths(largest[name]) + difference) / MILLIONTHS_PER_UNIT
    }
  }
  return roundedRows
}
