/** Stop rows of the lines: detected from the speed, explained by people. */
import { HOUR_MS, MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import type { lineStop } from '@/plant/contract/line-stop'
import { deriveStopFields } from '@/plant/rules/line-stop'
import { getRepairStopReason } from '@/areas/maintenance/rules/repair-stop'
import type { StopReason } from '@/plant/rules/stop-reasons'
import type { Era } from '../era'
import { stamps, type Draft } from '../draft'
import type { PlantLine } from '../lines'
import type { Floor, LineHistory, Order } from './orders'
import type { Standing } from './running'

export type StopRow = Draft<typeof lineStop>
/** Ids of stop reasons by code. */
export type ReasonIds = ReadonlyMap<string, string>

/** Returns the duration of a stop in minutes, until `now` while it is open. */
export const stoodMinutes = ({ startedAt, endedAt }: Pick<StopRow, 'startedAt' | 'endedAt'>, now: number): number =>
  Math.max(0, (endedAt ? toMillis(endedAt) : now) - toMillis(startedAt ?? '')) / MINUTE_MS

/** Builds the rows of a line's stops and changeovers; some of the last 30 hours have no reason yet. */
export function stopRows(
  floor: Floor,
  line: PlantLine,
  standings: readonly Standing[],
  { orders }: LineHistory,
  reasons: ReasonIds,
): StopRow[] {
  const own = standings.filter((stop) => stop.own)
  const changes = orders.slice(1).map((order, i): Standing => ({
    startsAt: order.changeover.startsAt,
    endsAt: order.startsAt,
    reason: changeReason(orders[i]!, order),
    own: true,
  }))
  const all = [...own, ...changes]
    .filter(({ endsAt }) => endsAt < floor.era.now)
    .sort((a, b) => a.startsAt - b.startsAt)
  return all.map((stop) => rowOf(floor, line, stop, orderAt(orders, stop.startsAt), reasons))
}
const changeReason = (before: Order, after: Order): StopReason =>
  before.product.colour !== after.product.colour
    ? 'colourChange'
    : before.product.id !== after.product.id
      ? 'specificationChange'
      : 'orderChange'
const orderAt = (orders: readonly Order[], at: number): Order | undefined =>
  orders.findLast(({ startsAt }) => startsAt <= at)

function rowOf(
  { dice, era, staff }: Floor,
  line: PlantLine,
  stop: Standing,
  order: Order | undefined,
  reasons: ReasonIds,
): StopRow {
  const explained = stop.startsAt < era.now - 30 * HOUR_MS || dice.chance(0.7)
  const by = dice.pick(staff.onShift('line', stop.endsAt)).id
  const { businessDate, shift, team } = era.shiftAt(stop.startsAt)
  const at = stop.endsAt + dice.int(1, 25) * MINUTE_MS
  const told = {
    startedAt: toMoment(stop.startsAt),
    endedAt: toMoment(stop.endsAt),
    reasonId: explained ? (reasons.get(stop.reason) ?? null) : null,
  }
  return {
    id: dice.id(stop.startsAt),
    lineId: line.id,
    ...told,
    ...deriveStopFields(told),
    source: dice.chance(0.85) ? 'speed' : 'person',
    closedBy: 'speed',
    workOrderId: order?.row.id,
    businessDate,
    shift,
    team,
    explainedBy: explained ? by : null,
    explainedAt: explained ? toMoment(Math.min(at, era.now)) : null,
    chased: explained ? 0 : 1,
    ...stamps(stop.startsAt, null, Math.min(at, era.now)),
  }
}

/** Completes stops of repairs as the server does: the reason follows from the fault, the shift from the start. */
export function explainedByRepair(
  stops: readonly StopRow[],
  repairs: readonly { id?: string | undefined; faultKind?: string | undefined; breakdown?: boolean | undefined }[],
  era: Era,
  reasons: ReasonIds,
): StopRow[] {
  const byId = new Map(repairs.map((row) => [row.id, row]))
  return stops.map((stop) => {
    const of = byId.get(stop.repairId ?? '')
    const startedAt = stop.startedAt ?? ''
    const told = {
      startedAt,
      endedAt: stop.endedAt ?? null,
      reasonId: of
        ? (reasons.get(getRepairStopReason({ faultKind: of.faultKind ?? 'other', breakdown: of.breakdown ?? true })) ??
          null)
        : null,
    }
    const { businessDate, shift, team } = era.shiftAt(toMillis(startedAt))
    return { ...stop, ...told, ...deriveStopFields(told), businessDate, shift, team }
  })
}
