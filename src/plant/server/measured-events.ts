/** Events of measured values. */
import { defineEvent } from '@/server/events'
import type { Moment } from '../rules/plant-time'

/** A meter reading; `value` is null if the reading was removed. */
export interface MeterRead {
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
export const speedsTaken = defineEvent<{
  readonly speeds: readonly { readonly lineId: string; readonly at: Moment; readonly speed: number }[]
}>('speedsTaken', 'New speeds of lines came in.', { speeds: 'line, moment and speed in m/min of each' })
