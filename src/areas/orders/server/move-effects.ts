import type { EndpointOutput } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { MINUTE_MS, toMoment } from '@/plant/rules/plant-time'
import type { placeOrder } from '../contract/schedule'
import type { workOrder } from '../contract/work-order'
import { lateBy } from '../rules/progress'
import { madeLater, type Slot } from '../rules/schedule'
import { widerThanWeb } from '../rules/slitting-pattern'
import type { Planned } from './schedule-row'

type OrderRow = Row<typeof workOrder>
/** Returns the entries that would move, and the orders that become late or later. */
export function consequences(
  order: OrderRow,
  slot: Planned,
  row: readonly Planned[],
  moved: readonly Slot[],
): Pick<EndpointOutput<typeof placeOrder>, 'moved' | 'patternMm' | 'webMm' | 'dueOn' | 'lateMinutes' | 'later'> {
  const numbers = new Map([...row, slot].map((r) => [r.id, r.number]))
  const minutes = (millis: number): number => Math.round(millis / MINUTE_MS)
  const { slittingPattern: pattern } = order
  const wide = pattern && slot.recipe.webWidthMm > 0 ? widerThanWeb(pattern, slot.recipe.webWidthMm) : null
  return {
    moved: moved.map((m) => ({
      id: m.id,
      number: numbers.get(m.id) ?? '',
      startsAt: toMoment(m.startsAt),
      endsAt: toMoment(m.endsAt),
    })),
    patternMm: wide?.width ?? null,
    webMm: wide ? slot.recipe.webWidthMm : null,
    dueOn: order.dueOn,
    lateMinutes: minutes(lateBy(slot.endsAt, slot.dueAt)),
    later: madeLater(row, moved).map(({ slot: { number }, before, after }) => ({
      number,
      lateBefore: minutes(before),
      lateAfter: minutes(after),
    })),
  }
}
type Clash = Pick<EndpointOutput<typeof placeOrder>, 'clash' | 'clashEnds' | 'clashMinutes' | 'clashNext'>
/** Finds the order in production that will not be done, changeover included, when the first moved order would begin. */
export function clashOf(
  making: readonly Planned[],
  row: readonly Planned[],
  moved: readonly Slot[],
  gaps: (id: string, next: string) => number,
): Clash {
  const times = new Map(moved.map((m) => [m.id, m]))
  const next = row
    .filter((r) => !r.fixed)
    .map((r) => ({ ...r, ...times.get(r.id) }))
    .sort((a, b) => a.startsAt - b.startsAt)[0]
  const over =
    next && times.has(next.id)
      ? making.find((r) => r.inMaking && r.startsAt < next.startsAt && r.endsAt + gaps(r.id, next.id) > next.startsAt)
      : undefined
  if (!next || !over) return { clash: null, clashEnds: null, clashMinutes: null, clashNext: null }
  return {
    clash: over.number,
    clashEnds: toMoment(over.endsAt),
    clashMinutes: gaps(over.id, next.id) / MINUTE_MS,
    clashNext: next.number,
  }
}
