import type { EndpointOutput } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { MINUTE_MS, toMoment } from '@/plant/rules/plant-time'
import type { placeOrder } from '../contract/planning-endpoints'
import type { workOrder } from '@/areas/orders/contract/work-order'
import { calculateLateness } from '@/areas/orders/rules/order-progress'
import { findDelayedSlots, type ScheduleSlot } from '@/areas/orders/rules/line-schedule'
import { findPatternWidthExcess } from '@/areas/orders/rules/slitting-pattern'
import type { PlannedSlot } from '@/areas/orders/server/writes/line-slots'

type WorkOrderRow = Row<typeof workOrder>
/**
 * Returns the consequences of placing an order: entries that move, its lateness, orders that become late or later, and
 * the widths if its slitting pattern is too wide for the web.
 */
export function buildMoveEffects(
  order: WorkOrderRow,
  slot: PlannedSlot,
  lineSlots: readonly PlannedSlot[],
  movedSlots: readonly ScheduleSlot[],
): Pick<EndpointOutput<typeof placeOrder>, 'moved' | 'patternMm' | 'webMm' | 'dueOn' | 'lateMinutes' | 'later'> {
  const numberById = new Map([...lineSlots, slot].map(({ id, number }) => [id, number]))
  const toMinutes = (millis: number): number => Math.round(millis / MINUTE_MS)
  const { slittingPattern } = order
  const excess =
    slittingPattern && slot.recipe.webWidthMm > 0
      ? findPatternWidthExcess(slittingPattern, slot.recipe.webWidthMm)
      : null
  return {
    moved: movedSlots.map(({ id, startsAt, endsAt }) => ({
      id,
      number: numberById.get(id) ?? '',
      startsAt: toMoment(startsAt),
      endsAt: toMoment(endsAt),
    })),
    patternMm: excess?.width ?? null,
    webMm: excess ? slot.recipe.webWidthMm : null,
    dueOn: order.dueOn,
    lateMinutes: toMinutes(calculateLateness(slot.endsAt, slot.dueAt)),
    later: findDelayedSlots(lineSlots, movedSlots).map(({ slot: { number }, delayBeforeMs, delayAfterMs }) => ({
      number,
      lateBefore: toMinutes(delayBeforeMs),
      lateAfter: toMinutes(delayAfterMs),
    })),
  }
}
type ClashAnswer = Pick<EndpointOutput<typeof placeOrder>, 'clash' | 'clashEnds' | 'clashMinutes' | 'clashNext'>
/**
 * Finds an order in production whose forecast end is too late for the changeover to the next planned order. The next
 * order is checked only if the move changes its time. All fields are null without a clash.
 */
export function findClash(
  forecastSlots: readonly PlannedSlot[],
  lineSlots: readonly PlannedSlot[],
  movedSlots: readonly ScheduleSlot[],
  getChangeoverMs: (previousId: string, nextId: string) => number,
): ClashAnswer {
  const newTimesBySlotId = new Map(movedSlots.map((movedSlot) => [movedSlot.id, movedSlot]))
  const nextPlannedSlot = lineSlots
    .filter(({ fixed }) => !fixed)
    .map((lineSlot) => ({ ...lineSlot, ...newTimesBySlotId.get(lineSlot.id) }))
    .sort((a, b) => a.startsAt - b.startsAt)[0]
  const clashingSlot =
    nextPlannedSlot && newTimesBySlotId.has(nextPlannedSlot.id)
      ? forecastSlots.find(
          (forecastSlot) =>
            forecastSlot.isInProduction &&
            forecastSlot.startsAt < nextPlannedSlot.startsAt &&
            forecastSlot.endsAt + getChangeoverMs(forecastSlot.id, nextPlannedSlot.id) > nextPlannedSlot.startsAt,
        )
      : undefined
  if (!nextPlannedSlot || !clashingSlot) return { clash: null, clashEnds: null, clashMinutes: null, clashNext: null }
  return {
    clash: clashingSlot.number,
    clashEnds: toMoment(clashingSlot.endsAt),
    clashMinutes: getChangeoverMs(clashingSlot.id, nextPlannedSlot.id) / MINUTE_MS,
    clashNext: nextPlannedSlot.number,
  }
}
