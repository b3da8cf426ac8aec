/** Questions that this area asks the areas that depend on it. */
import { defineQuestion } from '@/server/events'
import type { Moment } from '@/plant/rules/plant-time'

/** Output of an order in kg since the requested moment. */
export interface RecentOutput {
  readonly orderId: string
  /** Good slit rolls. */
  readonly recentSlitKg: number
  /** Time of the first slit roll since the moment. */
  readonly firstSlitAt: Moment | null
  /** Good jumbos as weighed. */
  readonly recentJumboKg: number
  /** All slit rolls of the order that are in packages now, regardless of the moment. */
  readonly packedKg: number
}
/** Recent output to estimate the speed of orders: one row per requested order. */
export const recentOutput = defineQuestion<{ orderIds: readonly string[]; since: Moment }, readonly RecentOutput[]>(
  'recentOutput',
  'What did orders produce since a moment, and how much of it is packed?',
)
/** An event in the production of an order; `label` is null if its kind is sufficient. Masses in kg. */
export interface OrderEvent {
  readonly kind: 'fed' | 'doffed' | 'slit' | 'stopped' | 'downgraded' | 'packed'
  readonly at: Moment
  readonly endsAt: Moment | null
  readonly label: string | null
  readonly kg: number | null
  readonly count: number | null
  /** The row that describes the event. */
  readonly resource: string | null
  readonly id: string | null
}
/** Output in kg of one hour of the plant's clock. */
export interface HourlyOutput {
  readonly from: Moment
  readonly goodKg: number
  readonly downgradedKg: number
}
/** History of an order: events in any order, hours from oldest to newest. */
export const orderHistory = defineQuestion<
  { orderId: string },
  { readonly events: readonly OrderEvent[]; readonly hours: readonly HourlyOutput[] }
>('orderHistory', 'What happened to an order at the lines, and how much did it produce hour by hour?')
/** A roll on a slitter. */
export interface RollOnSlitter {
  readonly number: string
  readonly slitterId: string
}
/** Asked before the books of an order are closed. They stay open while one of its rolls is being slit. */
export const rollsOnSlitters = defineQuestion<{ orderId: string }, readonly RollOnSlitter[]>(
  'rollsOnSlitters',
  'Which rolls of an order, or rolls being cut for it, are on a slitter now?',
)
/** Good slit rolls of one width of an order. */
export interface RollsOfWidth {
  readonly orderId: string
  readonly widthMm: number
  readonly rolls: number
}
/** Asked to check that the widths of an order were made in the ordered ratio. */
export const goodRollsByWidth = defineQuestion<{ orderIds: readonly string[] }, readonly RollsOfWidth[]>(
  'goodRollsByWidth',
  'How many good slit rolls of which width do orders have?',
)
/** All questions of this area. The server does not start if a question has no answerer. */
export const ordersQuestions = [recentOutput, orderHistory, rollsOnSlitters, goodRollsByWidth]
