/**
 * Decides who may take back or remove an entry. People may take back their own entries of the last hours, because an
 * operator is often alone at night. Older entries and entries of others need a permission.
 */
import { HOUR_MS } from '@/plant/rules/plant-time'

/** Time in which people may correct their own mistakes: the longest shift of the plant, hours. */
export const OWN_MISTAKE_HOURS = 12
/** Author and ISO time of an entry. */
export interface RecordedEntry {
  readonly recordedBy: string | null
  readonly recordedAt: string | null
}

/**
 * Returns true if the person recorded the entry less than `OWN_MISTAKE_HOURS` ago. Uses the absolute difference,
 * because the clock of a phone may be fast.
 * @param now ISO time
 */
export const isOwnMistake = ({ recordedBy, recordedAt }: RecordedEntry, personId: string, now: string): boolean =>
  recordedBy === personId &&
  recordedAt !== null &&
  Math.abs(Date.parse(now) - Date.parse(recordedAt)) < OWN_MISTAKE_HOURS * HOUR_MS
