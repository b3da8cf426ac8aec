/**
 * Lanes of one order cut out of the rolls of another. What a roll cost until it came off the winder goes with its metres and
 * millimetres: the order that wound it gives the share of these lanes away, the order they were cut for takes it. What follows
 * is each order's own: slitting, knives, packing, downgrades.
 */
import type { CostLine, CostPart } from './cost-line'
import { sumOf, type Fen } from './money'
import { isSomething, orderCost, totalled, type OrderCost } from './order-cost'
import { type OrderFacts } from './order-facts'

export interface Lanes {
  /** The other order. */
  readonly orderId: string
  /** Mass of the web in these lanes, edge trim in proportion. */
  readonly kg: number
  /** Of all that was wound by the order that gives, 0–1. */
  readonly share: number
}
/** Lanes taken out of another order's rolls, with what its web cost. */
export interface LanesTaken extends Lanes {
  readonly web: OrderCost
  /** The books of the order that gave were closed before: the amounts belong to none of its months. */
  readonly late: boolean
}
/** Kilograms in lanes as lanes of an order that wound so many. */
export const shareOf = (kg: number, woundKg: number): number => (woundKg > 0 ? Math.min(1, kg / woundKg) : 0)

/** What an order's web cost: everything up to the winder, and nothing of what its own rolls cost after it. */
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
  // What is paid by the good kilogram is paid by the order whose rolls they are.
  const lines = cost.lines.filter(({ part, unit }) => !(byRate.includes(part) && unit === 'kg'))
  return { ...cost, ...totalled(lines) }
}
const byRate: readonly CostPart[] = ['labour', 'fixed', 'financial', 'other']
/** What went with lanes: out of the order where `kg` and `fen` are negative. */
export interface LanesMoved {
  readonly orderId: string
  readonly kg: number
  readonly fen: Fen
}
/** Its own cost, less what it gave and with what it took. What an order gives is what the other takes, to the fen. */
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
/** What goes with lanes, a line each for part, what of it, month and unit: the order that gives and the one that takes round alike. */
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
