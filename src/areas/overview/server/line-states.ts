/** Current state of every line. */
import { isWebLineKind } from '@/plant/rules/line'
import { listLines, type LabelledLine } from '@/plant/server/queries/list-lines'
import { listLastRestarts, listStoppedLines } from '@/plant/server/queries/stopped-lines'
import { listOrdersAtLines } from '@/areas/orders/server/queries/for-overview'
import { listCuttingSlitters, listRunningSlitters } from '@/areas/rolls/server/queries/for-shifts'
import { loadNames } from '@/server/crud/load-names'
import type { Context } from '@/server/context'
import { lineStateOf, type LineState } from '../rules/line-state'

export interface LineNow {
  readonly lineId: string
  readonly label: string
  readonly kind: LabelledLine['kind']
  readonly state: LineState
  readonly since: string | null
  readonly reason: string | null
  readonly stopId: string | null
  readonly workOrderId: string | null
  readonly order: string | null
  readonly product: string | null
  readonly productId: string | null
  readonly processStandardId: string | null
}
/**
 * Returns the lines in use except utilities, in the plant's order, with their current state. Seven statements, however
 * many lines.
 */
export async function linesNow(ctx: Context, lineId?: string | null): Promise<readonly LineNow[]> {
  const [lines, stops, restarts, orders, slitters, cutting] = await Promise.all([
    listLines(ctx, { lineId: lineId ?? null }),
    listStoppedLines(ctx),
    listLastRestarts(ctx),
    listOrdersAtLines(ctx),
    listRunningSlitters(ctx),
    listCuttingSlitters(ctx),
  ])
  const stopAt = new Map(stops.map((stop) => [stop.lineId, stop]))
  const restartAt = new Map(restarts.map(({ lineId: id, endedAt }) => [id, endedAt]))
  const orderAt = new Map(orders.map((order) => [order.lineId, order]))
  const slitterAt = new Map(slitters.map((slitter) => [slitter.lineId, slitter.workOrderId]))
  const unnamed = slitters.flatMap(({ workOrderId }) => workOrderId ?? [])
  const numbers = await loadNames(ctx, 'workOrder', unnamed)
  return lines
    .filter(({ kind }) => kind !== 'utility')
    .map(({ id, label, kind }) => {
      const stop = stopAt.get(id) ?? null
      const order = isWebLineKind(kind) ? orderAt.get(id) : undefined
      const slitFor = slitterAt.get(id)
      const on = order
        ? { running: order.running, since: order.since, reason: order.reason }
        : slitterAt.has(id) || cutting.includes(id)
          ? { running: true, since: null, reason: null }
          : null
      return {
        lineId: id,
        label,
        kind,
        ...lineStateOf({ stop, restartedAt: restartAt.get(id) ?? null, order: on }),
        stopId: stop?.id ?? null,
        workOrderId: order?.workOrderId ?? slitFor ?? null,
        order: order?.number ?? (slitFor ? (numbers[slitFor] ?? null) : null),
        product: order?.product ?? null,
        productId: order?.productId ?? null,
        processStandardId: order?.processStandardId ?? null,
      }
    })
}
/** Returns the fields that endpoints answer. */
export const shownState = ({ productId: _product, processStandardId: _standard, ...shown }: LineNow) => shown
