/**
 * Allocates the energy of a day. The own use of each meter in each slot goes to the order that ran on its line; shared
 * meters are allocated to lines by their key. The remainder is idle, shared or loss, so all shares sum to the meters.
 */
import type { AllocationKey, EnergyMedium } from './meter-tree'

/** A meter with its own use (without child meters) in each slot of the day, in the unit of its medium. */
export interface SharedMeter {
  readonly id: string
  readonly medium: EnergyMedium
  readonly lineId: string | null
  readonly allocation: AllocationKey
  /** True if there are meters below; its own use is then a loss or has no meter. */
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
export interface TeamSpan {
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
export interface AllocationSources {
  /** Start of each slot in ms since 1970, and the slot length in ms. */
  readonly slots: readonly number[]
  readonly slotMs: number
  readonly meters: readonly SharedMeter[]
  readonly runs: readonly OrderRun[]
  readonly teams: readonly TeamSpan[]
  readonly kgByLine: ReadonlyMap<string, number>
  readonly getPrice: (medium: EnergyMedium, slot: number) => SlotPrice
}
export const energyUseKinds = ['order', 'idle', 'shared', 'loss'] as const
export type EnergyUseKind = (typeof energyUseKinds)[number]
export interface Share {
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
type MutableShare = { -readonly [K in keyof Share]: Share[K] }

/** A part of a slot on a line as a fraction of its time, with its order run (null if none ran) and shift. */
interface SlotPart {
  readonly run: OrderRun | null
  readonly turn: TeamSpan | null
  readonly fraction: number
}

/** Allocates the energy of a day to orders, idle lines, shared use and losses. */
export function allocateEnergy(input: AllocationSources): Share[] {
  const sources = { ...input, meters: mergeSimilarMeters(input.meters) }
  const sharesByKey = new Map<string, MutableShare>()
  const lines = [
    ...new Set([...sources.meters.flatMap(({ lineId }) => lineId ?? []), ...sources.runs.map((r) => r.lineId)]),
  ]
  for (const [index, slotStart] of sources.slots.entries()) {
    const partsByLine = new Map(lines.map((lineId) => [lineId, splitSlot(sources, lineId, slotStart)]))
    const unassignedParts = splitSlot(sources, null, slotStart)
    const weightsByKey = new Map<AllocationKey, LineWeights>()
    const getWeights = ({ lineId, allocation }: SharedMeter): LineWeights => {
      if (lineId) return [[lineId, 1]]
      const weights = weightsByKey.get(allocation) ?? calculateLineWeights(sources, allocation, index, partsByLine)
      weightsByKey.set(allocation, weights)
      return weights
    }
    for (const meter of sources.meters) {
      const used = meter.ownUsed[index] ?? 0
      if (used === 0) continue
      const price = sources.getPrice(meter.medium, index)
      const addPart = (target: Pick<Share, 'kind' | 'lineId'> & SlotPart, share: number, allocated: boolean) =>
        addToShare(sharesByKey, meter, {
          ...target,
          price,
          used: used * share,
          estimated: (meter.estimated[index] ?? 0) * share,
          allocated,
        })
      for (const [lineId, weight] of getWeights(meter)) {
        const slotParts = lineId === null ? unassignedParts : partsByLine.get(lineId)!
        for (const part of slotParts) {
          const kind = part.run ? 'order' : lineId !== null ? 'idle' : meter.hasChildren ? 'loss' : 'shared'
          addPart({ ...part, kind, lineId }, weight * part.fraction, lineId !== null && meter.lineId === null)
        }
      }
    }
  }
  return [...sharesByKey.values()]
}

function addToShare(
  sharesByKey: Map<string, MutableShare>,
  { medium }: SharedMeter,
  amount: Pick<Share, 'kind' | 'lineId' | 'used' | 'estimated'> & SlotPart & { price: SlotPrice; allocated: boolean },
): void {
  const { kind, lineId, run, turn, price, used } = amount
  const key = [kind, lineId, run?.orderId, turn?.from, medium, price.band].join('/')
  let total = sharesByKey.get(key)
  if (!total) {
    const zeroAmounts = { used: 0, estimated: 0, allocated: 0, cost: 0, unpriced: 0 }
    const orderFields = { orderId: run?.orderId ?? null, productId: run?.productId ?? null }
    const shiftFields = {
      team: turn?.team ?? null,
      businessDate: turn?.businessDate ?? null,
      shift: turn?.shift ?? null,
    }
    total = { kind, lineId, ...orderFields, ...shiftFields, medium, band: price.band, ...zeroAmounts }
    sharesByKey.set(key, total)
  }
  total.used += used
  total.estimated += amount.estimated
  if (amount.allocated) total.allocated += used
  if (price.price === null) total.unpriced += used
  else total.cost += used * price.price
}

/**
 * Sums meters that are allocated in the same way into one, because the following steps are the same for each of them.
 */
function mergeSimilarMeters(meters: readonly SharedMeter[]): SharedMeter[] {
  const groups = new Map<string, SharedMeter[]>()
  for (const meter of meters) {
    const { lineId, medium, allocation, hasChildren } = meter
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
          ownUsed: sumSlots(group.map((m) => m.ownUsed)),
          estimated: sumSlots(group.map((m) => m.estimated)),
        },
  )
}

type LineWeights = readonly (readonly [lineId: string | null, share: number])[]
/** Returns the lines that receive a slot of a shared meter by its key, with shares that sum to 1; null is no line. */
function calculateLineWeights(
  { meters, kgByLine }: AllocationSources,
  allocation: AllocationKey,
  index: number,
  parts: ReadonlyMap<string, readonly SlotPart[]>,
): LineWeights {
  const weights = new Map<string, number>()
  if (allocation === 'electricity') {
    for (const { lineId, medium, ownUsed } of meters)
      if (lineId && medium === 'electricity') weights.set(lineId, (weights.get(lineId) ?? 0) + (ownUsed[index] ?? 0))
  } else if (allocation !== 'none')
    for (const [lineId, lineParts] of parts) {
      const runFraction = lineParts.reduce((sum, { run, fraction }) => sum + (run ? fraction : 0), 0)
      weights.set(lineId, allocation === 'kg' ? runFraction * (kgByLine.get(lineId) ?? 0) : runFraction)
    }
  const positiveWeights = [...weights].filter(([, weight]) => weight > 0)
  const totalWeight = positiveWeights.reduce((sum, [, weight]) => sum + weight, 0)
  return totalWeight > 0 ? positiveWeights.map(([id, weight]) => [id, weight / totalWeight]) : [[null, 1]]
}

/** Splits a slot at the limits of runs and shifts; simultaneous orders get equal parts. Fractions sum to 1. */
function splitSlot({ runs, teams, slotMs }: AllocationSources, lineId: string | null, slotStart: number): SlotPart[] {
  const end = slotStart + slotMs
  const lineRuns = runs.filter((r) => r.lineId === lineId && r.from < end && r.to > slotStart)
  const shiftSpans = teams.filter((t) => t.from < end && t.to > slotStart)
  const cuts = [...lineRuns, ...shiftSpans]
    .flatMap(({ from, to }) => [from, to])
    .filter((cut) => cut > slotStart && cut < end)
  const edges = [...new Set([slotStart, ...cuts, end])].sort((a, b) => a - b)
  return edges.slice(1).flatMap((to, i): SlotPart[] => {
    const from = edges[i]!
    const shiftSpan = shiftSpans.find((span) => span.from <= from && span.to >= to) ?? null
    const activeRuns = lineRuns.filter((r) => r.from <= from && r.to >= to)
    const fraction = (to - from) / slotMs
    if (activeRuns.length === 0) return [{ run: null, turn: shiftSpan, fraction }]
    return activeRuns.map((run) => ({ run, turn: shiftSpan, fraction: fraction / activeRuns.length }))
  })
}

const SCALE = 1e6
const toMillionths = (value: number): number => Math.round(value * SCALE)
/**
 * Rounds shares to the six stored decimals. The shares of a medium and band sum exactly to the rounded total of the top
 * meters; the largest share takes the rounding difference.
 * @param totals in millionths, by medium and band joined with `/`
 */
export function roundShares(
  shares: readonly Share[],
  totals: ReadonlyMap<string, { readonly used: number; readonly cost: number }>,
): Share[] {
  const roundedRows = shares.map((share): MutableShare => {
    const rounded = { ...share }
    for (const name of ['used', 'estimated', 'allocated', 'cost', 'unpriced'] as const)
      rounded[name] = toMillionths(share[name]) / SCALE
    return rounded
  })
  for (const [key, total] of totals) {
    const matchingShares = roundedRows.filter(({ medium, band }) => `${medium}/${band}` === key)
    const largest = matchingShares.reduce<MutableShare | null>(
      (best, one) => (best && best.used >= one.used ? best : one),
      null,
    )
    if (!largest) continue
    for (const name of ['used', 'cost'] as const) {
      const difference = total[name] - matchingShares.reduce((sum, one) => sum + toMillionths(one[name]), 0)
      largest[name] = (toMillionths(largest[name]) + difference) / SCALE
    }
  }
  return roundedRows
}
