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
  const numberById = new Map([...row, slot].map(({ id, number }) => [id, number]))
  const toMinutes = (millis: number): number => Math.round(millis / MINUTE_MS)
  const { slittingPattern } = order
  const excess =
    slittingPattern && slot.recipe.webWidthMm > 0
      ? checkPatternAgainstWeb(slittingPattern, slot.recipe.webWidthMm)
      : null
  return {
    moved: moved.map(({ id, startsAt, endsAt }) => ({
      id,
      number: numberById.get(id) ?? '',
      startsAt: toMoment(startsAt),
      endsAt: toMoment(endsAt),
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
/** Finds the order in production whose forecast end leaves no time for the changeover to the first moved order. */
export function findClash(
  forecastSlots: readonly PlannedSlot[],
  row: readonly PlannedSlot[],
  moved: readonly ScheduleSlot[],
  getChangeoverMs: (id: string, firstMovedSlot: string) => number,
): ClashAnswer {
  const newTimesBySlotId = new Map(moved.map((movedSlot) => [movedSlot.id, movedSlot]))
  const firstMoved = row
    .filter(({ fixed }) => !fixed)
    .map((rowSlot) => ({ ...rowSlot, ...newTimesBySlotId.get(rowSlot.id) }))
    .sort((a, b) => a.startsAt - b.startsAt)[0]
  const clashingSlot =
    firstMoved && newTimesBySlotId.has(firstMoved.id)
      ? forecastSlots.find(
          (forecastSlot) =>
            forecastSlot.isInProduction &&
            forecastSlot.startsAt < firstMoved.startsAt &&
            forecastSlot.endsAt + getChangeoverMs(forecastSlot.id, firstMoved.id) > firstMoved.startsAt,
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
