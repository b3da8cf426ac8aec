import {
  DAY_MS,
  addDays,
  addMonths,
  resolveLocalTime,
  toLocalTime,
  toMoment,
  type Day,
  type Moment,
} from '@/plant/rules/plant-time'
import { fourTeamsThreeShifts, getShiftAt, type Shift } from '@/plant/rules/shift'
import type { PlantCalendar } from '@/plant/rules/shift'
import type { DemoLanguage, Said } from './said'

/** Longest history of the demonstration. */
export const HISTORY_MONTHS = 13
/** Enough for closed months, their bills and a trend, even if few days of production are requested. */
const SHORTEST_HISTORY_MONTHS = 4

/** Counts the months of history for `days` days of orders; the maximum when `days` is omitted. */
export const historyMonths = (days: number | undefined): number =>
  days === undefined
    ? HISTORY_MONTHS
    : Math.min(HISTORY_MONTHS, Math.max(SHORTEST_HISTORY_MONTHS, Math.ceil(days / 30)))

/** The period of the demonstration: whole months that end at `now`. */
export interface Era {
  /** Milliseconds since 1970 UTC. */
  readonly from: number
  readonly now: number
  readonly firstDay: Day
  /** Number of months from the first day to today. */
  readonly months: number
  readonly today: Day
  readonly zone: string
  readonly calendar: PlantCalendar
  shiftAt(millis: number): Shift
  dayOf(millis: number): Day
  /** Converts a minute of a plant day to milliseconds since 1970. */
  at(day: Day, minute: number): number
  /** True from 20:00 to 08:00 plant time, when only the shift's own people are present. */
  isNight(millis: number): boolean
  days(): Day[]
  /** Returns a free text in the language of the demonstration. */
  say(text: Said): string
  readonly language: DemoLanguage
}

// All time zones are a multiple of 15 minutes from UTC, so no shift begins within a quarter of an hour.
const QUARTER = 15 * 60_000

function remember<T>(known: Map<number, T>, millis: number, find: (moment: Moment) => T): T {
  const key = Math.floor(millis / QUARTER)
  let found = known.get(key)
  if (found === undefined) known.set(key, (found = find(toMoment(key * QUARTER))))
  return found
}

/**
 * Creates the era that ends at `now`.
 *
 * @param days as in `DemoOptions`
 */
export function eraOf(now: Date, zone: string, language: DemoLanguage, days?: number): Era {
  const end = now.getTime()
  const today = toLocalTime(toMoment(end), zone).day
  const months = historyMonths(days)
  const firstDay = addMonths(today, -months)
  const calendar = { pattern: fourTeamsThreeShifts, timeZone: zone }
  const shifts = new Map<number, Shift>()
  const clocks = new Map<number, { day: Day; minute: number }>()
  const clock = (millis: number) => remember(clocks, millis, (moment) => toLocalTime(moment, zone))
  return {
    from: resolveLocalTime(firstDay, 0, zone),
    now: end,
    firstDay,
    months,
    today,
    zone,
    calendar,
    shiftAt: (millis) => remember(shifts, millis, (moment) => getShiftAt(moment, fourTeamsThreeShifts, zone)),
    dayOf: (millis) => clock(millis).day,
    at: (day, minute) => resolveLocalTime(day, minute, zone),
    isNight: (millis) => {
      const { minute } = clock(millis)
      return minute < 8 * 60 || minute >= 20 * 60
    },
    language,
    say: (text) => text[language],
    days: () =>
      Array.from(
        { length: Math.round((resolveLocalTime(today, 0, zone) - resolveLocalTime(firstDay, 0, zone)) / DAY_MS) + 1 },
        (_, i) => addDays(firstDay, i),
      ),
  }
}
