/**
 * Lanes of one order that are cut out of the rolls of another. The cost of a roll up to the winder is split by length
 * and width: the order that wound it gives the share of these lanes away, and the order they were cut for takes it.
 * Each order bears its own later costs: slitting, knives, packing, downgrades.
 */
import type { CostLine, CostPart } from './cost-line'
import { sumOf, type Fen } from './money'
import { isSomething, orderCost, totalled, type OrderCost } from './order-cost'
import { type OrderFacts } from './order-facts'

export interface Lanes {
  /** The other order. */
  readonly orderId: string
  /** Mass of the web in these lanes, including a proportional edge trim. */
  readonly kg: number
  /** Share of all web wound by the giving order, 0–1. */
  readonly share: number
}
/** Lanes taken out of another order's rolls, with the cost of its web. */
export interface LanesTaken extends Lanes {
  readonly web: OrderCost
  /** True if the giving order was already closed. The amounts then belong to none of its months. */
  readonly late: boolean
}
/** Returns the mass in lanes as a share of the mass that the order wound, 0–1. */
export const shareOf = (kg: number, woundKg: number): number => (woundKg > 0 ? Math.min(1, kg / woundKg) : 0)

/** Calculates the cost of an order's web: everything up to the winder, without later costs of its own rolls. */
export function webCost(facts: OrderFacts): OrderCost {
  const onLine = ({ lineId }: { readonly lineId: string }) => lineId === facts.lineId
  const cost = orderCost({
    ...facts,
    fed: facts.fed.filter(({ kind }) => kind !== 'pack'),
    credits: facts.credits.filter(({ item }) => item !== 'creditDowngraded'),
    labour: facts.labour.filter(onLine),
    unsigned: facts.unsigned.filter(onLine),
    tools: facts.tools.filter(onLine),
  })
  // Costs per good kilogram are borne by the order that owns the rolls.
  const lines = cost.lines.filter(({ part, unit }) => !(byRate.includes(part) && unit === 'kg'))
  return { ...cost, ...totalled(lines) }
}
const byRate: readonly CostPart[] = ['labour', 'fixed', 'financial', 'other']
/** Mass and amount transferred with lanes; negative `kg` and `fen` leave the order. */
export interface LanesMoved {
  readonly orderId: string
  readonly kg: number
  readonly fen: Fen
}
/**
 * Calculates the cost of an order, less given lanes and plus taken lanes. The amount given equals the amount taken, to
 * the fen.
 */
export function withLanes(
  facts: OrderFacts,
  gives: readonly Lanes[],
  takes: readonly LanesTaken[],
): OrderCost & { readonly lanes: readonly LanesMoved[] } {
  const own = orderCost(facts)
  if (gives.length === 0 && takes.length === 0) return { ...own, lanes: [] }
  const web = webCost(facts)
  const moves = [
    ...gives.map((lanes) => ({ ...lanes, kg: -lanes.kg, lines: moved(web, lanes, -1) })),
    ...takes.map((lanes) => ({ ...lanes, lines: moved(lanes.web, lanes, 1) })),
  ]
  const hours = (of: 'machineHours' | 'labourHours') =>
    own[of] -
    gives.reduce((sum, { share }) => sum + share * web[of], 0) +
    takes.reduce((sum, lanes) => sum + lanes.share * lanes.web[of], 0)
  const lacking = takes.filter((lanes) => lanes.web.missing.length > 0)
  return {
    ...totalled([...own.lines, ...moves.flatMap(({ lines }) => lines)].filter(isSomething)),
    lanes: moves.map(({ orderId, kg, lines }) => ({ orderId, kg, fen: sumOf(lines.map(({ fen }) => fen)) })),
    missing: [
      ...own.missing,
      ...lacking.map(({ orderId }) => ({
        what: 'lanes' as const,
        resource: 'workOrder',
        rowId: orderId,
        businessDate: null,
        shift: null,
      })),
    ],
    machineHours: hours('machineHours'),
    labourHours: hours('labourHours'),
  }
}
/** Builds a line for each part, item, month and unit. The giving and the taking order round alike. */
function moved(web: OrderCost, lanes: Lanes & { readonly late?: boolean }, sign: 1 | -1): CostLine[] {
  const sums = new Map<string, CostLine>()
  for (const { part, what, month, unit, quantity, fen } of web.lines) {
    const key = [part, what, month, unit].join(' ')
    const held = sums.get(key)
    const of = { part, what, month, unit, resource: 'workOrder', rowId: lanes.orderId, priceId: null, price: null }
    sums.set(key, { ...of, quantity: (held?.quantity ?? 0) + quantity, fen: (held?.fen ?? 0) + fen })
  }
  return [...sums.values()].map((line) => ({
    ...line,
    month: lanes.late ? null : line.month,
    quantity: sign * (Math.round(line.quantity * lanes.share * 10_000) / 10_000),
    fen: sign * Math.round(line.fen * lanes.share),
  }))
}
