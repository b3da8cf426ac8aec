/**
 * Stored daily roll-ups. For each day that a batch touches, only the slots from the first to the last touched slot are
 * read.
 */
import { READING_SLOT_MS, type PlantDay } from '@/areas/telemetry/rules/rollup'

/** A day of a tag with the range of slots that are read and written; slots count from 0. */
export interface TouchedDay {
  readonly tagId: string
  readonly day: PlantDay
  readonly firstSlot: number
  readonly lastSlot: number
}
/** A period within one day whose readings change. */
export interface TouchedSpan {
  readonly tagId: string
  readonly day: PlantDay
  /** Touched period in ms; `to` is exclusive. */
  readonly from: number
  readonly to: number
}
const toDayKey = (tagId: string, { day }: PlantDay): string => `${tagId} ${day}`
const toSlotIndex = ({ start }: PlantDay, momentMs: number): number => Math.floor((momentMs - start) / READING_SLOT_MS)

/** Merges spans into one entry per tag and day that covers all touched slots. */
export function collectTouchedDays(spans: Iterable<TouchedSpan>): TouchedDay[] {
  const touchedDayByKey = new Map<string, TouchedDay>()
  for (const { tagId, day, from, to } of spans) {
    const firstSlot = Math.max(0, toSlotIndex(day, from))
    const lastSlot = Math.min(day.slots - 1, toSlotIndex(day, to - 1))
    const key = toDayKey(tagId, day)
    const collectedDay = touchedDayByKey.get(key)
    if (collectedDay && collectedDay.firstSlot <= firstSlot && lastSlot <= collectedDay.lastSlot) continue
    touchedDayByKey.set(key, {
      tagId,
      day,
      firstSlot: Math.min(firstSlot, collectedDay?.firstSlot ?? firstSlot),
      lastSlot: Math.max(lastSlot, collectedDay?.lastSlot ?? lastSlot),
    })
  }
  return [...touchedDayByKey.values()]
}

/** Roll-up of a day: the stored row (null if the day is not stored yet), and the value that the batch changes. */
export interface DayRollUp<Stored, T> extends TouchedDay {
  readonly storedRow: Stored | null
  readonly value: T
}
/** Daily roll-ups by tag and day. Touched slots hold the stored values; all other slots are empty. */
export class DayRollUps<Stored, T> {
  private readonly rollUpByDay = new Map<string, DayRollUp<Stored, T>>()
  constructor(
    touchedDays: readonly TouchedDay[],
    rows: readonly (Stored & { readonly tagId: string; readonly day: string })[],
    createRollUp: (touchedDay: TouchedDay, storedRow: Stored | null) => T,
  ) {
    const rowByKey = new Map(rows.map((row) => [`${row.tagId} ${row.day}`, row]))
    for (const touchedDay of touchedDays) {
      const key = toDayKey(touchedDay.tagId, touchedDay.day)
      const storedRow = rowByKey.get(key) ?? null
      this.rollUpByDay.set(key, { ...touchedDay, storedRow, value: createRollUp(touchedDay, storedRow) })
    }
  }
  private lastEntry: DayRollUp<Stored, T> | null = null
  /** Returns the roll-up of a day. Consecutive calls are mostly for the same day, so the last entry is cached. */
  get(tagId: string, day: PlantDay): T {
    if (this.lastEntry?.tagId === tagId && this.lastEntry.day.start === day.start) return this.lastEntry.value
    const entry = this.rollUpByDay.get(toDayKey(tagId, day))
    if (!entry) throw new Error(`the roll-up of ${day.day} was not read`)
    this.lastEntry = entry
    return entry.value
  }
  /** Separates days that are stored, and are updated, from days that are inserted. */
  partitionByStored(): {
    readonly storedDays: DayRollUp<Stored, T>[]
    readonly newDays: DayRollUp<Stored, T>[]
  } {
    const entries = [...this.rollUpByDay.values()]
    return {
      storedDays: entries.filter((entry) => entry.storedRow),
      newDays: entries.filter((entry) => !entry.storedRow),
    }
  }
}

/** Roll-ups that have been read: `aggregate` adds the readings in memory, `write` stores the result. */
export interface PendingRollUp {
  aggregate(): void
  /** Call this after the readings are stored. */
  write(): Promise<void>
}
