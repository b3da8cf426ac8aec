import { defineEvent, defineQuestion } from '@/server/events'
import type { Moment } from '../rules/plant-time'

/** Identifies a downgrade: metres of the roll, grade and defect. */
interface DowngradedSection {
  readonly fromM: number
  readonly toM: number
  readonly grade: string
  readonly defect: string
}
/** Downgrades of a jumbo or of one slit roll that are no longer valid. */
export interface RevokedDowngrades {
  readonly jumboRollId: string
  /** The slit roll and its position on the jumbo; null for downgrades of the jumbo itself. */
  readonly slit: {
    readonly id: string
    readonly lane: number
    readonly fromM: number
    readonly toM: number
    readonly fromMm: number
    readonly widthMm: number
  } | null
  /** With the kg of each downgrade. */
  readonly lines: readonly (DowngradedSection & { readonly kg: number })[]
  /** The downgrade that replaces them; null if they were taken back. */
  readonly by: DowngradedSection | null
  readonly at: Moment
}
/** Areas that caused a downgrade learn that it is no longer valid. */
export const downgradesRevoked = defineEvent<RevokedDowngrades>(
  'downgradesRevoked',
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
/** The books of an order are not closed while one of its rolls is being slit. */
export const rollsOnSlitters = defineQuestion<{ orderId: string }, readonly RollOnSlitter[]>(
  'rollsOnSlitters',
  'Which rolls of an order, or rolls that are cut for it, are on a slitter now?',
)

/** Good slit rolls of one width of an order. */
export interface RollsOfWidth {
  readonly orderId: string
  readonly widthMm: number
  readonly rolls: number
}
/** Used to check that the widths of an order were made in the ordered ratio. */
export const goodRollsByWidth = defineQuestion<{ orderIds: readonly string[] }, readonly RollsOfWidth[]>(
  'goodRollsByWidth',
  'How many good slit rolls of which width do orders have?',
)

/** A meter reading; `value` is null if the reading was removed. */
interface MeterRead {
  readonly meterId: string
  readonly at: Moment
  readonly value: number | null
  readonly exchange: { readonly oldFinal: number; readonly newStart: number } | null
}
/** Tasks due by meter follow its readings. */
export const meterRead = defineEvent<MeterRead>('meterRead', 'A meter was read, or the newest reading taken away.', {
  meterId: 'the meter',
  at: 'when it was read',
  value: 'what it showed; null where the reading was taken away',
  exchange: 'last of the old meter and first of the new, if exchanged since the reading before',
})
/** Line speeds are one of the measured values. */
export const speedsReceived = defineEvent<{
  readonly speeds: readonly { readonly lineId: string; readonly at: Moment; readonly speed: number }[]
}>('speedsReceived', 'New speeds of lines came in.', { speeds: 'line, moment and speed in m/min of each' })
