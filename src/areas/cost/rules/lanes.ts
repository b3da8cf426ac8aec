/**
 * Lanes of one order that are cut out of the rolls of another. The order that wound the roll gives the lanes, and the
 * order that they are cut for takes them. The taking order also bears a share of the costs up to the winder, in
 * proportion to the mass. Each order bears its own later costs: slitting, knives, packing, downgrades.
 */
import { type CostLine, type CostPart, roundLineQuantity, sumFen, type Fen } from './cost-line'
import { isNonZero, calculateOrderCost, sumLines, type OrderCost } from './calculate-order-cost'
import { type OrderCostSources } from './cost-sources'

/** Lanes that an order gives to, or takes from, another order. */
export interface LaneShare {
  /** The other order. */
  readonly orderId: string
  /** Mass of the web in these lanes, including a proportional edge trim. */
  readonly kg: number
  /** Mass of the lanes as a share of the whole web that the giving order wound, 0–1. */
  readonly share: number
}
/** Lanes taken out of another order's rolls, with the cost of its web. */
export interface TakenLanes extends LaneShare {
  readonly webCost: OrderCost
  /**
   * Lines with which the closed cost of the giving order gave lanes to this order; null if its cost is not closed. Only
   * these amounts have a month. The rest was cut or corrected after the month was closed.
   */
  readonly closedLines: readonly CostLine[] | null
}
/** Calculates the mass of lanes as a share of the mass that the giving order wound, 0–1. */
export const calculateLaneShare = (kg: number, woundKg: number): number => (woundKg > 0 ? Math.min(1, kg / woundKg) : 0)

/** Calculates the cost of an order's web: everything up to the winder, without later costs of its own rolls. */
export function calculateWebCost(sources: OrderCostSources): OrderCost {
  const isOnOrderLine = ({ lineId }: { readonly lineId: string }) => lineId === sources.lineId
  const cost = calculateOrderCost({
    ...sources,
    feeds: sources.feeds.filter(({ kind }) => kind !== 'pack'),
    // Downgraded and recycled slit rolls are the order's own.
    credits: sources.credits.filter(({ item, resource }) => item !== 'creditDowngraded' && resource !== 'slitRoll'),
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
 * Calculates the cost of an order, less the lanes it gives and plus the lanes it takes. The amount that one order gives
 * and the amount that the other order takes are equal to the fen.
 */
export function calculateCostWithLanes(
  sources: OrderCostSources,
  givenLanes: readonly LaneShare[],
  takenLanes: readonly TakenLanes[],
): OrderCost & { readonly lanes: readonly TransferredLanes[] } {
  const ownCost = calculateOrderCost(sources)
  if (givenLanes.length === 0 && takenLanes.length === 0) return { ...ownCost, lanes: [] }
  const ownWebCost = calculateWebCost(sources)
  const transfers = [
    ...givenLanes.map((lanes) => ({ ...lanes, kg: -lanes.kg, lines: buildTransferLines(ownWebCost, lanes, -1) })),
    ...takenLanes.map((lanes) => ({ ...lanes, lines: buildTakenLines(lanes) })),
  ]
  const sumHours = (kind: 'machineHours' | 'labourHours') =>
    ownCost[kind] -
    givenLanes.reduce((sum, { share }) => sum + share * ownWebCost[kind], 0) +
    takenLanes.reduce((sum, lanes) => sum + lanes.share * lanes.webCost[kind], 0)
  const currentTakenLanes = takenLanes.filter(({ kg }) => kg > 0)
  const hasMaterialOfLanes = currentTakenLanes.length > 0 && sources.unrecordedDraws.length === 0
  const incompleteLanes = currentTakenLanes.filter((lanes) => lanes.webCost.missing.length > 0)
  return {
    ...sumLines([...ownCost.lines, ...transfers.flatMap(({ lines }) => lines)].filter(isNonZero)),
    lanes: transfers.map(({ orderId, kg, lines }) => ({ orderId, kg, fen: sumFen(lines.map(({ fen }) => fen)) })),
    missing: [
      // Lanes bring the material of an order without rolls of its own.
      ...ownCost.missing.filter(({ what }) => what !== 'noFeeds' || !hasMaterialOfLanes),
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
/** Builds one line for each part, item, month and unit. Both orders use it, so their amounts are rounded alike. */
function buildTransferLines(webCost: OrderCost, lanes: LaneShare, sign: 1 | -1): CostLine[] {
  const lineByKey = new Map<string, CostLine>()
  for (const { part, what, month, unit, quantity, fen } of webCost.lines) {
    const key = toTransferKey({ part, what, month, unit })
    const previousLine = lineByKey.get(key)
    const fields = { part, what, month, unit, resource: 'workOrder', rowId: lanes.orderId, priceId: null, price: null }
    lineByKey.set(key, {
      ...fields,
      quantity: (previousLine?.quantity ?? 0) + quantity,
      fen: (previousLine?.fen ?? 0) + fen,
    })
  }
  return [...lineByKey.values()].map((line) => ({
    ...line,
    quantity: sign * roundLineQuantity(line.quantity * lanes.share, line.unit),
    fen: sign * Math.round(line.fen * lanes.share),
  }))
}
const toTransferKey = ({ part, what, month, unit }: Pick<CostLine, 'part' | 'what' | 'month' | 'unit'>): string =>
  [part, what, month, unit].join(' ')
/**
 * Builds the lines of taken lanes. If the cost of the giving order is closed, its amounts stay as they are, and the
 * differences from them have no month.
 */
function buildTakenLines(lanes: TakenLanes): CostLine[] {
  const lines = buildTransferLines(lanes.webCost, lanes, 1)
  if (lanes.closedLines === null) return lines
  const closedLines = lanes.closedLines.map((line) => ({
    ...line,
    rowId: lanes.orderId,
    quantity: -line.quantity,
    fen: -line.fen,
  }))
  const closedLineByKey = new Map(closedLines.map((line) => [toTransferKey(line), line]))
  const currentLineByKey = new Map(lines.map((line) => [toTransferKey(line), line]))
  const lateLines = [...new Map([...closedLineByKey, ...currentLineByKey])].map(([key, line]) => {
    const closedLine = closedLineByKey.get(key)
    const currentLine = currentLineByKey.get(key)
    return {
      ...line,
      month: null,
      quantity: roundLineQuantity((currentLine?.quantity ?? 0) - (closedLine?.quantity ?? 0), line.unit),
      fen: (currentLine?.fen ?? 0) - (closedLine?.fen ?? 0),
    }
  })
  return [...closedLines, ...lateLines]
}
