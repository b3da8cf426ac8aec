/**
 * Stored daily roll-ups. For each day that a batch touches, only the slots from the first to the last touched one are
 * read.
 */
import { SLOT_MS, type PlantDay } from '../../rules/slots'

/** A day of a tag with the range of slots that are read and written; slots count from 0. */
export interface Touched {
  readonly tagId: string
  readonly day: PlantDay
  readonly first: number
  readonly last: number
}
export interface Span {
  readonly tagId: string
  readonly day: PlantDay
  /** Touched period in ms; `to` is exclusive. */
  readonly from: number
  readonly to: number
}
const keyOf = (tagId: string, { day }: PlantDay): string => `${tagId} ${day}`
const slotOf = ({ start }: PlantDay, at: number): number => Math.floor((at - start) / SLOT_MS)

/** Merges spans into one entry per tag and day that covers all touched slots. */
export function touchedDays(spans: Iterable<Span>): Touched[] {
  const days = new Map<string, Touched>()
  for (const { tagId, day, from, to } of spans) {
    const first = Math.max(0, slotOf(day, from))
    const last = Math.min(day.slots - 1, slotOf(day, to - 1))
    const key = keyOf(tagId, day)
    const known = days.get(key)
    if (known && known.first <= first && last <= known.last) continue
    days.set(key, {
      tagId,
      day,
      first: Math.min(first, known?.first ?? first),
      last: Math.max(last, known?.last ?? last),
    })
  }
  return [...days.values()]
}

/** Roll-up of a day: the stored row (null if there is none yet) and the value that the batch changes. */
export interface DayRead<Stored, T> extends Touched {
  readonly stored: Stored | null
  readonly value: T
}
/** Daily roll-ups by tag and day. Touched slots hold the stored values; all other slots are empty. */
export class Days<Stored, T> {
  private readonly byKey = new Map<string, DayRead<Stored, T>>()
  constructor(
    touched: readonly Touched[],
    rows: readonly (Stored & { readonly tagId: string; readonly day: string })[],
    make: (of: Touched, stored: Stored | null) => T,
  ) {
    const known = new Map(rows.map((row) => [`${row.tagId} ${row.day}`, row]))
    for (const of of touched) {
      const key = keyOf(of.tagId, of.day)
      const stored = known.get(key) ?? null
      this.byKey.set(key, { ...of, stored, value: make(of, stored) })
    }
  }
  private last: DayRead<Stored, T> | null = null
  /** Called for each reading in turn, mostly for the same day, so the last entry is cached. */
  get(tagId: string, day: PlantDay): T {
    if (this.last?.tagId === tagId && this.last.day.start === day.start) return this.last.value
    const found = this.byKey.get(keyOf(tagId, day))
    if (!found) throw new Error(`the roll-up of ${day.day} was not read`)
    this.last = found
    return found.value
  }
  /** Separates entries with a stored row, which are updated, from new ones, which are inserted. */
  parted(): {
    readonly stored: (DayRead<Stored, T> & { readonly stored: Stored })[]
    readonly fresh: DayRead<Stored, T>[]
  } {
    const all = [...this.byKey.values()]
    return {
      stored: all.flatMap((one) => (one.stored ? [{ ...one, stored: one.stored }] : [])),
      fresh: all.filter((one) => !one.stored),
    }
  }
}

/** Roll-ups that have been read: `aggregate` adds the readings in memory, `write` stores the result. */
export interface RollUp {
  sumUp(): void
  /** To be called after the readings are stored. */
  write(): Promise<void>
}
/** Rounds to six decimals, so that running totals stay short and do not depend on the order of additions. */
export const rounded = (value: number): number => Math.round(value * 1e6) / 1e6
