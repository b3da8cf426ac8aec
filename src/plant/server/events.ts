import { defineEvent, defineQuestion } from '@/server/events'
import type { Moment } from '../rules/plant-time'

/** Parts of the store that a record says were used; `unit` null is the part's own unit. */
export interface UsedParts {
  readonly repairId: string | null
  readonly parts: readonly { readonly partId: string; readonly quantity: number; readonly unit: string | null }[]
}
/** A record before and after a change: null when there was, or is, none. */
export interface PartsChange {
  readonly kind: string
  readonly id: string
  readonly occurredAt: string
  readonly before: UsedParts | null
  readonly after: UsedParts | null
}

/** A record of any area names parts of the store: the stock follows it. */
export const partsUsed = defineEvent<PartsChange>(
  'partsUsed',
  'A record that names parts of the store was written, changed or removed. Refused when there is not enough.',
)
/** What is planned by shifts is planned anew. */
export const calendarChanged = defineEvent<Record<string, never>>(
  'calendarChanged',
  'The shifts and teams to come were ordered otherwise.',
)
/** The order that ran on a line at a moment: a stop belongs to it. */
export const orderAt = defineQuestion<{ lineId: string; at: Moment }, string | null>(
  'orderAt',
  'Which order ran on a line at a moment?',
)
/** A part of the store as one chooses it. */
export interface StorePart {
  readonly id: string
  /** In the reader's language. */
  readonly label: string
  readonly code: string
  readonly note: string
  readonly unit: string
}
/** Parts to fit or to fill in: proposed in a record of the work. */
export const storeParts = defineQuestion<{ kinds: readonly string[]; ids: readonly string[] }, readonly StorePart[]>(
  'storeParts',
  'Which parts of some kinds does the store have, and what are these others called?',
)

/** All events of the plant, for the documents. */
export const events = [partsUsed, calendarChanged]
/** All questions of the plant. */
export const questions = [orderAt, storeParts]
