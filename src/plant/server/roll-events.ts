import { defineEvent, defineQuestion } from '@/server/events'
import type { Moment } from '../rules/plant-time'

/** What names a downgrade: metres of the roll that it was said of, its grade and its defect. */
interface NamedDowngrade {
  readonly fromM: number
  readonly toM: number
  readonly grade: string
  readonly defect: string
}
/** Downgrades of a jumbo, or of one slit roll, that stand no longer. */
export interface DowngradesGone {
  readonly jumboRollId: string
  /** The slit roll and where it lay on the jumbo; null when they were said of the jumbo itself. */
  readonly slit: {
    readonly id: string
    readonly lane: number
    readonly fromM: number
    readonly toM: number
    readonly fromMm: number
    readonly widthMm: number
  } | null
  /** With the kilograms that each had named. */
  readonly lines: readonly (NamedDowngrade & { readonly kg: number })[]
  /** What stands in their place, where the roll was downgraded otherwise; null when they were taken back. */
  readonly by: NamedDowngrade | null
  readonly at: Moment
}
/** Whoever had a roll downgraded knows what of that still stands. */
export const downgradesGone = defineEvent<DowngradesGone>(
  'downgradesGone',
  'Downgrades of a roll were taken back, or rework put another one in their place.',
  {
    jumboRollId: 'jumbo that they were said of, or that the slit roll came from',
    slit: 'slit roll that they were said of, with its lane and place on the jumbo; null when it was the jumbo',
    lines: 'the downgrades, with the kg that each had named',
    by: 'the downgrade in their place; null when they were taken back',
    at: 'when they ceased to stand',
  },
)

/** A roll on a slitter. */
export interface RollOnSlitter {
  readonly number: string
  readonly slitterId: string
}
/** The books of an order are not closed over a roll that is being cut. */
export const rollsOnSlitters = defineQuestion<{ orderId: string }, readonly RollOnSlitter[]>(
  'rollsOnSlitters',
  'Which rolls of an order, or rolls that are cut for it, are on a slitter now?',
)

/** Good slit rolls of an order of one width. */
export interface RollsOfWidth {
  readonly orderId: string
  readonly widthMm: number
  readonly rolls: number
}
/** Whether the widths of an order were made in the mix that was ordered. */
export const goodRollsByWidth = defineQuestion<{ orderIds: readonly string[] }, readonly RollsOfWidth[]>(
  'goodRollsByWidth',
  'How many good slit rolls of which width do orders have?',
)
