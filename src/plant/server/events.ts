/** Events that the plant publishes to the areas, and questions that it asks them. See `src/README.md`, Imports. */
import { defineEvent, defineQuestion } from '@/server/events'
import type { Day, Moment } from '../rules/plant-time'

/** Listeners renew the plans that depend on shifts. */
export const calendarChanged = defineEvent<Record<string, never>>(
  'calendarChanged',
  'The calendar of future shifts and teams changed.',
  {},
)
/** Listeners recalculate the results that depend on the residence time. */
export const residenceChanged = defineEvent<Record<string, never>>(
  'residenceChanged',
  'The setting for the residence time or the mixing time of lots changed.',
  {},
)
/** Identifies a record of a shift of a line; `resource` is its type. */
export interface ShiftRecordKey {
  readonly resource: string
  readonly lineId: string
  readonly businessDate: string
  readonly shift: string
}
/** Asked before a record is written, because records of a signed shift cannot be changed. */
export const isShiftRecordSigned = defineQuestion<ShiftRecordKey, boolean>(
  'isShiftRecordSigned',
  'Is a shift record signed, because its shift has been handed over?',
)
/** Finds the order that ran on a line at a moment. A stop of the line belongs to this order. */
export const orderRunningAt = defineQuestion<{ lineId: string; at: Moment }, string | null>(
  'orderRunningAt',
  'Which order ran on a line at a moment?',
)
/** The books of a month were closed or reopened. */
export const monthClosed = defineEvent<{ month: string; closed: boolean }>(
  'monthClosed',
  'The books of a month were closed or reopened.',
  { month: 'the month, YYYY-MM', closed: 'whether it is closed now' },
)
/**
 * A source row of a month's books before and after a change. `before` is null if the row is new, `after` if the row was
 * removed.
 */
export interface SourceRowChange {
  readonly resource: string
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}
/** Listeners recalculate the results that depend on the source row. */
export const sourceRowWritten = defineEvent<SourceRowChange>(
  'sourceRowWritten',
  'A source row of the books of a month was created, changed in a relevant field, or removed.',
  {
    resource: 'resource of the row',
    before: 'the previous row; null if there was none',
    after: 'the current row; null if it was removed',
  },
)
/** A refused write to a month whose books are closed. `key` is the id of a phone command; null for online calls. */
export interface RefusedSourceWrite {
  readonly resource: string
  readonly month: string
  readonly day: string
  readonly operation: string
  readonly body: Readonly<Record<string, unknown>>
  readonly key: string | null
  readonly occurredAt: string | null
}
/** Listeners keep the refused write until somebody decides about it. */
export const sourceWriteRefused = defineEvent<RefusedSourceWrite>(
  'sourceWriteRefused',
  'A write to a closed month was refused and rolled back.',
  {
    resource: 'resource of the row',
    month: 'the month, YYYY-MM',
    day: 'business date that it belongs to',
    operation: 'name of the call',
    body: 'its input',
    key: 'id of the command of a phone; null for an online call',
    occurredAt: 'when it happened according to the phone',
  },
)
/** Request for the items that are still open in a month, sent when the month is closed. */
export const openMonthItems = defineQuestion<
  { readonly month: string },
  { readonly why: string | null; readonly open: number }
>('openMonthItems', 'What is still open in a month: the reason why it cannot be closed, and the number of open items?')
/** Sums of shifts that people correct, and that reports of the areas below the metrics show as well. */
export type CorrectedSumName =
  | 'woundKg'
  | 'woundGoodKg'
  | 'woundDowngradedKg'
  | 'woundWasteKg'
  | 'slitKg'
  | 'slitGoodKg'
  | 'slitDowngradedKg'
  | 'slitWasteKg'
  | 'trimKg'
  | 'cutWasteKg'
  | 'startUpWasteKg'
  | 'fedKg'
  | 'recycledKg'
  | 'calendarMinutes'
  | 'standingMinutes'
  | 'operatingMinutes'
  | 'outsideMinutes'
  | 'plannedMinutes'
  | 'unplannedMinutes'
  | 'unknownMinutes'
  | 'stops'
  | 'unplannedStops'
  | 'endedStops'
  | 'restoreMinutes'
/** A correction of a sum on a business date, in the unit of the sum. */
export interface SumCorrection {
  readonly businessDate: Day
  /** Null for the day in a closed month from which a late change was booked elsewhere. */
  readonly shift: string | null
  readonly team: string | null
  readonly lineId: string | null
  readonly workOrderId: string | null
  readonly sum: CorrectedSumName
  readonly delta: number
  /** Reason of a person; null for a late change. */
  readonly reason: string | null
  readonly at: Moment
}
export interface SumCorrectionQuery {
  /** Business dates, both included. */
  readonly from: Day
  readonly to: Day
  readonly sums: readonly CorrectedSumName[]
  readonly lineId?: string | null
  /** Only corrections that name one of these orders. */
  readonly orderIds?: readonly string[] | null
}
/**
 * Request of reports that calculate sums from source rows. A report adds the answer to its sum, so that it shows the
 * same value as the metrics. @see expandCorrection for stop and operating time
 */
export const sumCorrections = defineQuestion<SumCorrectionQuery, readonly SumCorrection[]>(
  'sumCorrections',
  'Which corrections of sums of shifts do the metrics of a range of business dates include?',
)
/** Telemetry also stores line speeds as measured values. */
export const speedsReceived = defineEvent<{
  readonly speeds: readonly { readonly lineId: string; readonly at: Moment; readonly speed: number }[]
}>('speedsReceived', 'New line speeds were received.', { speeds: 'line, moment and speed in m/min of each' })

/** All events, for the API documents. */
export const plantEvents = [
  calendarChanged,
  residenceChanged,
  monthClosed,
  sourceRowWritten,
  sourceWriteRefused,
  speedsReceived,
]
/** All questions. The server does not start if one has no answerer. */
export const plantQuestions = [isShiftRecordSigned, orderRunningAt, openMonthItems, sumCorrections]
