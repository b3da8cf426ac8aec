import type { EndpointOutput } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { MINUTE_MS, toMoment } from '@/plant/rules/plant-time'
import type { placeOrder } from '../contract/schedule'
import type { workOrder } from '../contract/work-order'
import { calculateLateness } from '../rules/order-progress'
import { findDelayedSlots, type ScheduleSlot } from '../rules/line-schedule'
import { checkPatternAgainstWeb } from '../rules/slitting-pattern'
import type { PlannedSlot } from './schedule-row'

type WorkOrderRow = Row<typeof workOrder>
/** Returns the entries that would move, and the orders that become late or later. */
export function buildMoveEffects(
  order: WorkOrderRow,
  slot: PlannedSlot,
  row: readonly PlannedSlot[],
  moved: readonly ScheduleSlot[],
): Pick<EndpointOutput<typeof placeOrder>, 'moved' | 'patternMm' | 'webMm' | 'dueOn' | 'lateMinutes' | 'later'> {
  const numberById = new Map([...row, slot].map((r) => [r.id, r.number]))
  const toMinutes = (millis: number): number => Math.round(millis / MINUTE_MS)
  const { slittingPattern: pattern } = order
  const excess = pattern && slot.recipe.webWidthMm > 0 ? checkPatternAgainstWeb(pattern, slot.recipe.webWidthMm) : null
  return {
    moved: moved.map((m) => ({
      id: m.id,
      number: numberById.get(m.id) ?? '',
      startsAt: toMoment(m.startsAt),
      endsAt: toMoment(m.endsAt),
    })),
    patternMm: excess?.width ?? null,
    webMm: excess ? slot.recipe.webWidthMm : null,
    dueOn: order.dueOn,
    lateMinutes: toMinutes(calculateLateness(slot.endsAt, slot.dueAt)),
    later: findDelayedSlots(row, moved).map(({ slot: { number }, before, after }) => ({
      number,
      lateBefore: toMinutes(before),
      lateAfter: toMinutes(after),
    })),
  }
}
type ClashAnswer = Pick<EndpointOutput<typeof placeOrder>, 'clash' | 'clashEnds' | 'clashMinutes' | 'clashNext'>
/** Finds the order in production that will not be done, changeover included, when the first moved order would begin. */
export function findClash(
  forecastSlots: readonly PlannedSlot[],
  row: readonly PlannedSlot[],
  moved: readonly ScheduleSlot[],
  getChangeoverMs: (id: string, firstMoved: string) => number,
): ClashAnswer {
  const newTimesById = new Map(moved.map((m) => [m.id, m]))
  const firstMoved = row
    .filter((r) => !r.fixed)
    .map((r) => ({ ...r, ...newTimesById.get(r.id) }))
    .sort((a, b) => a.startsAt - b.startsAt)[0]
  const clashingSlot =
    firstMoved && newTimesById.has(firstMoved.id)
      ? forecastSlots.find(
          (r) =>
            r.inMaking &&
            r.startsAt < firstMoved.startsAt &&
            r.endsAt + getChangeoverMs(r.id, firstMoved.id) > firstMoved.startsAt,
        )
      : undefined
  if (!firstMoved || !clashingSlot) return { clash: null, clashEnds: null, clashMinutes: null, clashNext: null }
  return {
    clash: clashingSlot.number,
    clashEnds: toMoment(clashingSlot.endsAt),
    clashMinutes: getChangeoverMs(clashingSlot.id, firstMoved.id) / MINUTE_MS,
    clashNext: firstMoved.number,
  }
}
