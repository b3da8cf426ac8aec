/** Events that this area publishes to the areas above it, and questions that it asks them. */
import { defineEvent, defineQuestion } from '@/server/events'
import type { Row } from '@/contract/resource'
import type { Moment } from '@/plant/rules/plant-time'
import type { pmRecord } from '../contract/work-records'

/** Store parts that a record reports as used; `unit` null is the part's own unit. */
export interface UsedParts {
  readonly repairId: string | null
  readonly parts: readonly { readonly partId: string; readonly quantity: number; readonly unit: string | null }[]
}
/** The parts of a record before and after a change; null if the record did not exist before or was removed. */
export interface PartsChange {
  readonly kind: string
  readonly id: string
  readonly occurredAt: string
  readonly before: UsedParts | null
  readonly after: UsedParts | null
}
/** Published by every area whose records name store parts, so that the stock follows the records. */
export const partsUsed = defineEvent<PartsChange>(
  'partsUsed',
  'A record that uses store parts was created, changed or removed. Refused if the stock is too low.',
  {
    kind: 'resource of the record',
    id: 'of the record',
    occurredAt: 'when the parts were used',
    before: 'previous repair and parts; null if there was no record',
    after: 'current repair and parts; null if the record was removed',
  },
)
/** A record that completed a maintenance plan, before and after a change; `after` is null if it was removed. */
export interface PlanRecordChange {
  readonly before: Row<typeof pmRecord>
  readonly after: Row<typeof pmRecord> | null
}
/** Listeners keep the due day of the plan consistent with its records. */
export const planRecordChanged = defineEvent<PlanRecordChange>(
  'planRecordChanged',
  'A record that completed a maintenance plan was changed or removed.',
  { before: 'the record before the change', after: 'the changed record; null if it was removed' },
)
/** A part in the spare part store, as an option of a selection list. */
export interface StorePart {
  readonly id: string
  /** In the reader's language. */
  readonly label: string
  readonly code: string
  readonly note: string
  readonly unit: string
}
/** Asks the store for the parts and lubricants that work records propose. */
export const storeParts = defineQuestion<{ kinds: readonly string[]; ids: readonly string[] }, readonly StorePart[]>(
  'storeParts',
  'Which parts of the given kinds are in the store, and what are the names of the given parts?',
)
/** A meter reading; `value` is null if the reading was removed. */
interface MeterReadEvent {
  readonly meterId: string
  readonly at: Moment
  readonly value: number | null
  readonly exchange: { readonly oldFinal: number; readonly newStart: number } | null
}
/** Listeners update the maintenance tasks that are due by meter reading. */
export const meterRead = defineEvent<MeterReadEvent>(
  'meterRead',
  'A meter was read, or its latest reading was removed.',
  {
    meterId: 'the meter',
    at: 'when it was read',
    value: 'the reading; null if it was removed',
    exchange:
      'final reading of the old meter and first of the new one, if the meter was replaced since the previous reading',
  },
)

/** All events, for the API documents. */
export const equipmentEvents = [partsUsed, planRecordChanged, meterRead]
/** All questions. The server does not start if a question has no answerer. */
export const equipmentQuestions = [storeParts]
