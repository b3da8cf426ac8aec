/**
 * Stored daily roll-ups. For each day that a batch touches, only the slots from the first to the last touched one are
 * read.
 */
import { READING_SLOT_MS, type PlantDay } from '../../rules/slots'

/** A day of a tag with the range of slots that are read and written; slots count from 0. */
export interface TouchedDay {
  readonly tagId: string
  readonly day: PlantDay
  readonly first: number
  readonly last: number
}
export interface TouchedSpan {
  readonly tagId: string
  readonly day: PlantDay
  /** Touched period in ms; `to` is exclusive. */
  readonly from: number
  readonly to: number
}
const toDayKey = (tagId: string, { day }: PlantDay): string => `${tagId} ${day}`
const toSlotIndex = ({ start }: PlantDay, at: number): number => Math.floor((at - start) / READING_SLOT_MS)

/** Merges spans into one entry per tag and day that covers all touched slots. */
export function collectTouchedDays(spans: Iterable<TouchedSpan>): TouchedDay[] {
  const days = new Map<string, TouchedDay>()
  for (const { tagId, day, from, to } of spans) {
    const first = Math.max(0, toSlotIndex(day, from))
    const last = Math.min(day.slots - 1, toSlotIndex(day, to - 1))
    const key = toDayKey(tagId, day)
    const existing = days.get(key)
    if (existing && existing.first <= first && last <= existing.last) continue
    days.set(key, {
      tagId,
      day,
      first: Math.min(first, existing?.first ?? first),
      last: Math.max(last, existing?.last ?? last),
    })
  }
  return [...days.values()]
}

/** Roll-up of a day: the stored row (null if there is none yet) and the value that the batch changes. */
export interface DayRollUp<Stored, T> extends TouchedDay {
  readonly stored: Stored | null
  readonly value: T
}
/** Daily roll-ups by tag and day. Touched slots hold the stored values; all other slots are empty. */
export class DayRollUps<Stored, T> {
  private readonly byKey = new Map<string, DayRollUp<Stored, T>>()
  constructor(
    touchedDays: readonly TouchedDay[],
    rows: readonly (Stored & { readonly tagId: string; readonly day: string })[],
    createRollUp: (touchedDay: TouchedDay, stored: Stored | null) => T,
  ) {
    const rowsByKey = new Map(rows.map((row) => [`${row.tagId} ${row.day}`, row]))
    for (const touchedDay of touchedDays) {
      const key = toDayKey(touchedDay.tagId, touchedDay.day)
      const stored = rowsByKey.get(key) ?? null
      this.byKey.set(key, { ...touchedDay, stored, value: createRollUp(touchedDay, stored) })
    }
  }
  private lastEntry: DayRollUp<Stored, T> | null = null
  /** Called for each reading in turn, mostly for the same day, so the last entry is cached. */
  get(tagId: string, day: PlantDay): T {
    if (this.lastEntry?.tagId === tagId && this.lastEntry.day.start === day.start) return this.lastEntry.value
    const entry = this.byKey.get(toDayKey(tagId, day))
    if (!entry) throw new Error(`the roll-up of ${day.day} was not read`)
    this.lastEntry = entry
    return entry.value
  }
  /** Separates entries with a stored row, which are updated, from new ones, which are inserted. */
  partitionByStored(): {
    readonly stored: (DayRollUp<Stored, T> & { readonly stored: Stored })[]
    readonly fresh: DayRollUp<Stored, T>[]
  } {
    const entries = [...this.byKey.values()]
    return {
      stored: entries.flatMap((one) => (one.stored ? [{ ...one, stored: one.stored }] : [])),
      fresh: entries.filter((one) => !one.stored),
    }
  }
}

/** Roll-ups that have been read: `aggregate` adds the readings in memory, `write` stores the result. */
export interface PendingRollUp {
  aggregate(): void
  /** To be called after the readings are stored. */
  write(): Promise<void>
}
/** Rounds to six decimals, so that running totals stay short and do not depend on the order of additions. */
export const roundToMillionth = (value: number): number => Math.round(value * 1e6) / 1e6
