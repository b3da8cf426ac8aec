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
  readonly above: boolean
  readonly own: readonly number[]
  /** Interpolated part of the own use. */
  readonly estimated: readonly number[]
}
/** A run of an order on a line without its pauses, in ms since 1970. */
export interface Run {
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
export interface DayFacts {
  /** Start of each slot in ms since 1970, and the slot length in ms. */
  readonly slots: readonly number[]
  readonly slotMs: number
  readonly meters: readonly SharedMeter[]
  readonly runs: readonly Run[]
  readonly teams: readonly TeamSpan[]
  readonly kgOfLine: ReadonlyMap<string, number>
  readonly priceOf: (medium: EnergyMedium, slot: number) => SlotPrice
}
export const useKinds = ['order', 'idle', 'shared', 'loss'] as const
export type UseKind = (typeof useKinds)[number]
export interface Share {
  readonly kind: UseKind
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
type Sum = { -readonly [K in keyof Share]: Share[K] }

/** A part of a slot on a line as a fraction of its time, with its order run (null if none ran) and shift. */
interface Part {
  readonly run: Run | null
  readonly turn: TeamSpan | null
  readonly fraction: number
}

/** Allocates the energy of a day to orders, idle lines, shared use and losses. */
export function shareOut(everything: DayFacts): Share[] {
  const facts = { ...everything, meters: alike(everything.meters) }
  const sums = new Map<string, Sum>()
  const lines = [
    ...new Set([...facts.meters.flatMap(({ lineId }) => lineId ?? []), ...facts.runs.map((r) => r.lineId)]),
  ]
  for (const [index, at] of facts.slots.entries()) {
    const parts = new Map(lines.map((lineId) => [lineId, partsOf(facts, lineId, at)]))
    const idle = partsOf(facts, null, at)
    const weightsBy = new Map<AllocationKey, Weights>()
    const weightsOf = ({ lineId, allocation }: SharedMeter): Weights => {
      if (lineId) return [[lineId, 1]]
      const weights = weightsBy.get(allocation) ?? weightsAt(facts, allocation, index, parts)
      weightsBy.set(allocation, weights)
      return weights
    }
    for (const meter of facts.meters) {
      const used = meter.own[index] ?? 0
      if (used === 0) continue
      const price = facts.priceOf(meter.medium, index)
      const give = (to: Pick<Share, 'kind' | 'lineId'> & Part, share: number, allocated: boolean) =>
        add(sums, meter, {
          ...to,
          price,
          used: used * share,
          estimated: (meter.estimated[index] ?? 0) * share,
          allocated,
        })
      for (const [lineId, weight] of weightsOf(meter)) {
        const of = lineId === null ? idle : parts.get(lineId)!
        for (const part of of) {
          const kind = part.run ? 'order' : lineId !== null ? 'idle' : meter.above ? 'loss' : 'shared'
          give({ ...part, kind, lineId }, weight * part.fraction, lineId !== null && meter.lineId === null)
        }
      }
    }
  }
  return [...sums.values()]
}

function add(
  sums: Map<string, Sum>,
  { medium }: SharedMeter,
  more: Pick<Share, 'kind' | 'lineId' | 'used' | 'estimated'> & Part & { price: SlotPrice; allocated: boolean },
): void {
  const { kind, lineId, run, turn, price, used } = more
  const key = [kind, lineId, run?.orderId, turn?.from, medium, price.band].join('/')
  let sum = sums.get(key)
  if (!sum) {
    const zero = { used: 0, estimated: 0, allocated: 0, cost: 0, unpriced: 0 }
    const of = { orderId: run?.orderId ?? null, productId: run?.productId ?? null }
    const when = { team: turn?.team ?? null, businessDate: turn?.businessDate ?? null, shift: turn?.shift ?? null }
    sum = { kind, lineId, ...of, ...when, medium, band: price.band, ...zero }
    sums.set(key, sum)
  }
  sum.used += used
  sum.estimated += more.estimated
  if (more.allocated) sum.allocated += used
  if (price.price === null) sum.unpriced += used
  else sum.cost += used * price.price
}

/**
 * Sums meters that are allocated in the same way into one, because the following steps are the same for each of them.
 */
function alike(meters: readonly SharedMeter[]): SharedMeter[] {
  const groups = new Map<string, SharedMeter[]>()
  for (const meter of meters) {
    const { lineId, medium, allocation, above } = meter
    const key = [lineId, medium, lineId ? '' : allocation, lineId ? '' : above].join('/')
    const group = groups.get(key)
    if (group) group.push(meter)
    else groups.set(key, [meter])
  }
  const sumOf = (rows: readonly (readonly number[])[]) =>
    rows[0]!.map((_, slot) => rows.reduce((sum, row) => sum + (row[slot] ?? 0), 0))
  return [...groups.values()].map((group) =>
    group.length === 1
      ? group[0]!
      : { ...group[0]!, own: sumOf(group.map((m) => m.own)), estimated: sumOf(group.map((m) => m.estimated)) },
  )
}

type Weights = readonly (readonly [lineId: string | null, share: number])[]
/** Returns the lines that receive a slot of a shared meter by its key, with shares that sum to 1; null is no line. */
function weightsAt(
  { meters, kgOfLine }: DayFacts,
  allocation: AllocationKey,
  index: number,
  parts: ReadonlyMap<string, readonly Part[]>,
): Weights {
  const weights = new Map<string, number>()
  if (allocation === 'electricity') {
    for (const { lineId, medium, own } of meters)
      if (lineId && medium === 'electricity') weights.set(lineId, (weights.get(lineId) ?? 0) + (own[index] ?? 0))
  } else if (allocation !== 'none')
    for (const [lineId, of] of parts) {
      const ran = of.reduce((sum, { run, fraction }) => sum + (run ? fraction : 0), 0)
      weights.set(lineId, allocation === 'kg' ? ran * (kgOfLine.get(lineId) ?? 0) : ran)
    }
  const taking = [...weights].filter(([, weight]) => weight > 0)
  const all = taking.reduce((sum, [, weight]) => sum + weight, 0)
  return all > 0 ? taking.map(([id, weight]) => [id, weight / all]) : [[null, 1]]
}

/** Splits a slot at the limits of runs and shifts; simultaneous orders get equal parts. Fractions sum to 1. */
function partsOf({ runs, teams, slotMs }: DayFacts, lineId: string | null, at: number): Part[] {
  const end = at + slotMs
  const here = runs.filter((r) => r.lineId === lineId && r.from < end && r.to > at)
  const spans = teams.filter((t) => t.from < end && t.to > at)
  const cuts = [...here, ...spans].flatMap(({ from, to }) => [from, to]).filter((cut) => cut > at && cut < end)
  const edges = [...new Set([at, ...cuts, end])].sort((a, b) => a - b)
  return edges.slice(1).flatMap((to, i): Part[] => {
    const from = edges[i]!
    const turn = spans.find((span) => span.from <= from && span.to >= to) ?? null
    const ran = here.filter((r) => r.from <= from && r.to >= to)
    const fraction = (to - from) / slotMs
    if (ran.length === 0) return [{ run: null, turn, fraction }]
    return ran.map((run) => ({ run, turn, fraction: fraction / ran.length }))
  })
}

const DIGITS = 1e6
const whole = (value: number): number => Math.round(value * DIGITS)
/**
 * Rounds shares to the six stored decimals. The shares of a medium and band sum exactly to the rounded total of the top
 * meters; the largest share takes the rounding difference.
 * @param totals in millionths, by medium and band joined with `/`
 */
export function roundedShares(
  shares: readonly Share[],
  totals: ReadonlyMap<string, { readonly used: number; readonly cost: number }>,
): Share[] {
  const out = shares.map((share): Sum => {
    const rounded = { ...share }
    for (const name of ['used', 'estimated', 'allocated', 'cost', 'unpriced'] as const)
      rounded[name] = whole(share[name]) / DIGITS
    return rounded
  })
  for (const [key, total] of totals) {
    const mine = out.filter(({ medium, band }) => `${medium}/${band}` === key)
    const largest = mine.reduce<Sum | null>((best, one) => (best && best.used >= one.used ? best : one), null)
    if (!largest) continue
    for (const name of ['used', 'cost'] as const) {
      const left = total[name] - mine.reduce((sum, one) => sum + whole(one[name]), 0)
      largest[name] = (whole(largest[name]) + left) / DIGITS
    }
  }
  return out
}
