/** Stop rows of the lines: detected from the speed, explained by people. */
import { HOUR_MS, MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import type { lineStop } from '@/plant/contract/line-stop'
import { deriveStopFields } from '@/plant/rules/line-stop'
import { getRepairStopReason } from '@/areas/maintenance/rules/repair'
import type { StopReason } from '@/plant/rules/stop-reasons'
import type { DemoEra } from '../demo-era'
import { buildAuditFields, type RowDraft } from '../draft'
import type { PlantLine } from '../lines'
import type { ShopFloor, LineHistory, ProductionOrder } from './orders'
import type { LineStandstill } from './line-clock'

export type StopDraft = RowDraft<typeof lineStop>
/** Ids of stop reasons by code. */
export type ReasonIds = ReadonlyMap<string, string>

/** Returns the duration of a stop in minutes, until `nowMs` while it is open. */
export const getStopDuration = (
  { startedAt, endedAt }: Pick<StopDraft, 'startedAt' | 'endedAt'>,
  nowMs: number,
): number => Math.max(0, (endedAt ? toMillis(endedAt) : nowMs) - toMillis(startedAt ?? '')) / MINUTE_MS

/** Builds the rows of a line's stops and changeovers; some of the last 30 hours have no reason yet. */
export function buildStopRows(
  floor: ShopFloor,
  line: PlantLine,
  standstills: readonly LineStandstill[],
  { orders }: LineHistory,
  reasonIds: ReasonIds,
): StopDraft[] {
  const unrecordedStops = standstills.filter((stop) => stop.needsStopRow)
  const changeovers = orders.slice(1).map((order, i): LineStandstill => ({
    startMs: order.changeover.startMs,
    endMs: order.startMs,
    reason: getChangeoverReason(orders[i]!, order),
    needsStopRow: true,
  }))
  const endedStops = [...unrecordedStops, ...changeovers]
    .filter(({ endMs }) => endMs < floor.era.now)
    .sort((a, b) => a.startMs - b.startMs)
  return endedStops.map((stop) => buildStopRow(floor, line, stop, findOrderAt(orders, stop.startMs), reasonIds))
}
const getChangeoverReason = (previousOrder: ProductionOrder, order: ProductionOrder): StopReason =>
  previousOrder.product.colour !== order.product.colour
    ? 'colourChange'
    : previousOrder.product.id !== order.product.id
      ? 'specificationChange'
      : 'orderChange'
const findOrderAt = (orders: readonly ProductionOrder[], ms: number): ProductionOrder | undefined =>
  orders.findLast(({ startMs }) => startMs <= ms)

function buildStopRow(
  { dice, era, staff }: ShopFloor,
  line: PlantLine,
  stop: LineStandstill,
  order: ProductionOrder | undefined,
  reasonIds: ReasonIds,
): StopDraft {
  const isExplained = stop.startMs < era.now - 30 * HOUR_MS || dice.chance(0.7)
  const operatorId = dice.pick(staff.listOnShift('line', stop.endMs)).id
  const { businessDate, shift, team } = era.getShift(stop.startMs)
  const explainedMs = stop.endMs + dice.int(1, 25) * MINUTE_MS
  const stopFields = {
    startedAt: toMoment(stop.startMs),
    endedAt: toMoment(stop.endMs),
    reasonId: isExplained ? (reasonIds.get(stop.reason) ?? null) : null,
  }
  return {
    id: dice.id(stop.startMs),
    lineId: line.id,
    ...stopFields,
    ...deriveStopFields(stopFields),
    source: dice.chance(0.85) ? 'speed' : 'person',
    closedBy: 'speed',
    workOrderId: order?.row.id,
    businessDate,
    shift,
    team,
    explainedBy: isExplained ? operatorId : null,
    explainedAt: isExplained ? toMoment(Math.min(explainedMs, era.now)) : null,
    chased: isExplained ? 0 : 1,
    ...buildAuditFields(stop.startMs, null, Math.min(explainedMs, era.now)),
  }
}

/** Completes stops of repairs as the server does: the reason follows from the fault, the shift from the start. */
export function explainRepairStops(
  stops: readonly StopDraft[],
  repairs: readonly { id?: string | undefined; faultKind?: string | undefined; breakdown?: boolean | undefined }[],
  era: DemoEra,
  reasonIds: ReasonIds,
): StopDraft[] {
  const repairById = new Map(repairs.map((row) => [row.id, row]))
  return stops.map((stop) => {
    const repair = repairById.get(stop.repairId ?? '')
    const startedAt = stop.startedAt ?? ''
    const stopFields = {
      startedAt,
      endedAt: stop.endedAt ?? null,
      reasonId: repair
        ? (reasonIds.get(
            getRepairStopReason({ faultKind: repair.faultKind ?? 'other', breakdown: repair.breakdown ?? true }),
          ) ?? null)
        : null,
    }
    const { businessDate, shift, team } = era.getShift(toMillis(startedAt))
    return { ...stop, ...stopFields, ...deriveStopFields(stopFields), businessDate, shift, team }
  })
}
