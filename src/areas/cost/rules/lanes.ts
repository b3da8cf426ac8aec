/**
 * Lanes of one order that are cut out of the rolls of another. The cost of a roll up to the winder is split by length
 * and width: the order that wound it gives the share of these lanes away, and the order they were cut for takes it.
 * Each order bears its own later costs: slitting, knives, packing, downgrades.
 */
import type { CostLine, CostPart } from './cost-line'
import { sumFen, type Fen } from './money'
import { isNonZero, calculateOrderCost, sumLines, type OrderCost } from './calculate-order-cost'
import { type OrderCostSources } from './cost-sources'

export interface LaneShare {
  /** The other order. */
  readonly orderId: string
  /** Mass of the web in these lanes, including a proportional edge trim. */
  readonly kg: number
  /** Share of all web wound by the giving order, 0–1. */
  readonly share: number
}
/** Lanes taken out of another order's rolls, with the cost of its web. */
export interface TakenLanes extends LaneShare {
  readonly web: OrderCost
  /** True if the giving order was already closed. The amounts then belong to none of its months. */
  readonly late: boolean
}
/** Returns the mass in lanes as a share of the mass that the order wound, 0–1. */
export const calculateLaneShare = (kg: number, woundKg: number): number => (woundKg > 0 ? Math.min(1, kg / woundKg) : 0)

/** Calculates the cost of an order's web: everything up to the winder, without later costs of its own rolls. */
export function calculateWebCost(sources: OrderCostSources): OrderCost {
  const isOnOrderLine = ({ lineId }: { readonly lineId: string }) => lineId === sources.lineId
  const cost = calculateOrderCost({
    ...sources,
    feeds: sources.feeds.filter(({ kind }) => kind !== 'pack'),
    credits: sources.credits.filter(({ item }) => item !== 'creditDowngraded'),
    labour: sources.labour.filter(isOnOrderLine),
    unsignedShifts: sources.unsignedShifts.filter(isOnOrderLine),
    tools: sources.tools.filter(isOnOrderLine),
  })
  // Costs per good kilogram are borne by the order that owns the rolls.
  const lines = cost.lines.filter(({ part, unit }) => !(RATE_PARTS.includes(part) && unit === 'kg'))
  return { ...cost, ...sumLines(lines) }
}
const RATE_PARTS: readonly CostPart[] = ['labour', 'fixed', 'financial', 'other']
/** Mass and amount transferred with lanes; negative `kg` and `fen` leave the order. */
export interface TransferredLanes {
  readonly orderId: string
  readonly kg: number
  readonly fen: Fen
}
/**
 * Calculates the cost of an order, less given lanes and plus taken lanes. The amount given equals the amount taken, to
 * the fen.
 */
export function calculateCostWithLanes(
  sources: OrderCostSources,
  gives: readonly LaneShare[],
  takes: readonly TakenLanes[],
): OrderCost & { readonly lanes: readonly TransferredLanes[] } {
  const ownCost = calculateOrderCost(sources)
  if (gives.length === 0 && takes.length === 0) return { ...ownCost, lanes: [] }
  const ownWeb = calculateWebCost(sources)
  const transfers = [
    ...gives.map((lanes) => ({ ...lanes, kg: -lanes.kg, lines: buildTransferLines(ownWeb, lanes, -1) })),
    ...takes.map((lanes) => ({ ...lanes, lines: buildTransferLines(lanes.web, lanes, 1) })),
  ]
  const sumHours = (kind: 'machineHours' | 'labourHours') =>
    ownCost[kind] -
    gives.reduce((sum, { share }) => sum + share * ownWeb[kind], 0) +
    takes.reduce((sum, lanes) => sum + lanes.share * lanes.web[kind], 0)
  const incompleteLanes = takes.filter((lanes) => lanes.web.missing.length > 0)
  return {
    ...sumLines([...ownCost.lines, ...transfers.flatMap(({ lines }) => lines)].filter(isNonZero)),
    lanes: transfers.map(({ orderId, kg, lines }) => ({ orderId, kg, fen: sumFen(lines.map(({ fen }) => fen)) })),
    missing: [
      ...ownCost.missing,
      ...incompleteLanes.map(({ orderId }) => ({
        what: 'lanes' as const,
        resource: 'workOrder',
        rowId: orderId,
        businessDate: null,
        shift: null,
      })),
    ],
    machineHours: sumHours('machineHours'),
    labourHours: sumHours('labourHours'),
  }
}
/** Builds a line for each part, item, month and unit. The giving and the taking order round alike. */
function buildTransferLines(web: OrderCost, lanes: LaneShare & { readonly late?: boolean }, sign: 1 | -1): CostLine[] {
  const sums = new Map<string, CostLine>()
  for (const { part, what, month, unit, quantity, fen } of web.lines) {
    const key = [part, what, month, unit].join(' ')
    const existing = sums.get(key)
    const fields = { part, what, month, unit, resource: 'workOrder', rowId: lanes.orderId, priceId: null, price: null }
    sums.set(key, { ...fields, quantity: (existing?.quantity ?? 0) + quantity, fen: (existing?.fen ?? 0) + fen })
  }
  return [...sums.values()].map((line) => ({
    ...line,
    month: lanes.late ? null : line.month,
    quantity: sign * (Math.round(line.quantity * lanes.share * 10_000) / 10_000),
    fen: sign * Math.round(line.fen * lanes.share),
  }))
}
