/** Roll-ups of days as they are stored: of each day that a batch touches, the slots from the first to the last that it touches. */
import { SLOT_MS, type PlantDay } from '../../rules/slots'

/** A day of a tag, and which of its slots are read and written, counted from 0. */
export interface Touched {
  readonly tagId: string
  readonly day: PlantDay
  readonly first: number
  readonly last: number
}
export interface Span {
  readonly tagId: string
  readonly day: PlantDay
  /** Moments between which it is touched, the second not among them, ms. */
  readonly from: number
  readonly to: number
}
const keyOf = (tagId: string, { day }: PlantDay): string => `${tagId} ${day}`
const slotOf = ({ start }: PlantDay, at: number): number => Math.floor((at - start) / SLOT_MS)

/** Each day once, with all that is touched of it. */
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

/** What is known of a day: how it stood, null where nothing was read yet, and what becomes of it. */
export interface DayRead<Stored, T> extends Touched {
  readonly stored: Stored | null
  readonly value: T
}
/** Roll-ups of some days of some tags. Of each the slots that are touched are as they were stored; the others are empty. */
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
  /** Asked for each reading of a tag in turn, mostly of one day. */
  get(tagId: string, day: PlantDay): T {
    if (this.last?.tagId === tagId && this.last.day.start === day.start) return this.last.value
    const found = this.byKey.get(keyOf(tagId, day))
    if (!found) throw new Error(`the roll-up of ${day.day} was not read`)
    this.last = found
    return found.value
  }
  /** Those that are stored already, and those that are not. */
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

/** Roll-ups that were read: brought up to the readings without the database, then stored. */
export interface RollUp {
  sumUp(): void
  /** Once the readings are stored. */
  write(): Promise<void>
}
/** Rounded to a millionth: running totals of a day stay short and the same in whatever steps they were added. */
export const rounded = (value: number): number => Math.round(value * 1e6) / 1e6
