/** Loads the current state of every line. */
import { isWebLineKind } from '@/plant/rules/line'
import { listLines, type LabelledLine } from '@/plant/server/queries/list-lines'
import { listLastRestarts, listStoppedLines } from '@/plant/server/queries/stopped-lines'
import { listOrdersAtLines } from '@/areas/orders/server/queries/current-and-late-orders'
import { listCuttingSlitters, listRunningSlitters } from '@/areas/slitting/server/queries/rolls-of-shift'
import type { Context } from '@/server/context'
import { determineLineState, type LineState } from '../rules/line-state'

export interface LineStatusRow {
  readonly lineId: string
  readonly label: string
  readonly kind: LabelledLine['kind']
  readonly state: LineState
  readonly since: string | null
  readonly reason: string | null
  readonly stopId: string | null
  readonly workOrderId: string | null
  readonly product: string | null
  readonly productId: string | null
  readonly processStandardId: string | null
}
/**
 * Returns the current state of the lines in use except utilities, in the plant's order. Runs six SQL statements for any
 * number of lines.
 */
export async function loadLineStatuses(ctx: Context, lineId?: string | null): Promise<readonly LineStatusRow[]> {
  const [lines, stops, restarts, orders, slitters, cuttingLineIds] = await Promise.all([
    listLines(ctx, { lineId: lineId ?? null }),
    listStoppedLines(ctx),
    listLastRestarts(ctx),
    listOrdersAtLines(ctx),
    listRunningSlitters(ctx),
    listCuttingSlitters(ctx),
  ])
  const stopByLine = new Map(stops.map((stop) => [stop.lineId, stop]))
  const restartByLine = new Map(restarts.map(({ lineId: id, endedAt }) => [id, endedAt]))
  const orderByLine = new Map(orders.map((order) => [order.lineId, order]))
  const orderIdBySlitter = new Map(slitters.map((slitter) => [slitter.lineId, slitter.workOrderId]))
  return lines
    .filter(({ kind }) => kind !== 'utility')
    .map(({ id, label, kind }) => {
      const stop = stopByLine.get(id) ?? null
      const order = isWebLineKind(kind) ? orderByLine.get(id) : undefined
      const isSlitting = orderIdBySlitter.has(id) || cuttingLineIds.includes(id)
      const slittingOrder = isSlitting ? { running: true, since: null, reason: null } : null
      const lineOrder = order ? { running: order.running, since: order.since, reason: order.reason } : slittingOrder
      return {
        lineId: id,
        label,
        kind,
        ...determineLineState({ stop, restartedAt: restartByLine.get(id) ?? null, order: lineOrder }),
        stopId: stop?.id ?? null,
        workOrderId: order?.workOrderId ?? orderIdBySlitter.get(id) ?? null,
        product: order?.product ?? null,
        productId: order?.productId ?? null,
        processStandardId: order?.processStandardId ?? null,
      }
    })
}
/** Removes the fields that only the server needs. */
export const omitInternalFields = ({
  productId: _productId,
  processStandardId: _processStandardId,
  ...answeredFields
}: LineStatusRow) => answeredFields
