import {
  DAY_MS,
  MINUTE_MS,
  addDays,
  addMonths,
  resolveLocalTime,
  toLocalTime,
  toMillis,
  toMoment,
  type Day,
  type Moment,
} from '@/plant/rules/plant-time'
import { fourTeamsThreeShifts, getShiftAt, type Shift } from '@/plant/rules/shift'
import type { PlantCalendar } from '@/plant/rules/shift'
import type { DemoLanguage, BilingualText } from './bilingual-text'

/** Longest history of the demonstration. */
export const HISTORY_MONTHS = 13
/** Enough for closed months, their bills and a trend, even if few days of production are requested. */
const MIN_HISTORY_MONTHS = 4

/** Counts the months of history for `days` days of orders; the maximum when `days` is omitted. */
export const countHistoryMonths = (days: number | undefined): number =>
  days === undefined ? HISTORY_MONTHS : Math.min(HISTORY_MONTHS, Math.max(MIN_HISTORY_MONTHS, Math.ceil(days / 30)))

/** Period of the demonstration's history: whole months that end at `now`. Moments are in ms since 1970. */
export interface DemoEra {
  /** Start of the history, ms since 1970. */
  readonly from: number
  /** Start of the first orders, rolls and handovers: a whole shift, so that each of their shifts is handed over. */
  readonly productionFrom: number
  readonly now: number
  readonly firstDay: Day
  /** Number of months from the first day to today. */
  readonly months: number
  readonly today: Day
  readonly zone: string
  readonly calendar: PlantCalendar
  getShift(millis: number): Shift
  toDay(millis: number): Day
  /** Converts a minute of a plant day to milliseconds since 1970. */
  toMillis(day: Day, minute: number): number
  /** True from 20:00 to 08:00 plant time, when only the shift's own people are present. */
  isNight(millis: number): boolean
  listDays(): Day[]
  /** Returns a free text in the language of the demonstration. */
  localize(text: BilingualText): string
  readonly language: DemoLanguage
}

// All time zones are a multiple of 15 minutes from UTC, so no shift begins within a quarter of an hour.
const QUARTER_MS = 15 * MINUTE_MS

function cacheByQuarter<T>(cache: Map<number, T>, millis: number, compute: (moment: Moment) => T): T {
  const key = Math.floor(millis / QUARTER_MS)
  const cachedValue = cache.get(key)
  if (cachedValue !== undefined) return cachedValue
  const value = compute(toMoment(key * QUARTER_MS))
  cache.set(key, value)
  return value
}

/**
 * Creates the era that ends at `now`.
 *
 * @param days days of orders, as in `DemoOptions`
 */
export function createDemoEra(now: Date, zone: string, language: DemoLanguage, days?: number): DemoEra {
  const nowMs = now.getTime()
  const today = toLocalTime(toMoment(nowMs), zone).day
  const months = countHistoryMonths(days)
  const firstDay = addMonths(today, -months)
  const calendar = { rotation: fourTeamsThreeShifts, timeZone: zone }
  const shifts = new Map<number, Shift>()
  const clocks = new Map<number, { day: Day; minute: number }>()
  const toClock = (millis: number) => cacheByQuarter(clocks, millis, (moment) => toLocalTime(moment, zone))
  const from = resolveLocalTime(firstDay, 0, zone)
  const getShift = (millis: number) =>
    cacheByQuarter(shifts, millis, (moment) => getShiftAt(moment, fourTeamsThreeShifts, zone))
  return {
    from,
    productionFrom: days ? Math.max(from, toMillis(getShift(nowMs - days * DAY_MS).startsAt)) : from,
    now: nowMs,
    firstDay,
    months,
    today,
    zone,
    calendar,
    getShift,
    toDay: (millis) => toClock(millis).day,
    toMillis: (day, minute) => resolveLocalTime(day, minute, zone),
    isNight: (millis) => {
      const { minute } = toClock(millis)
      return minute < 8 * 60 || minute >= 20 * 60
    },
    language,
    localize: (text) => text[language],
    listDays: () =>
      Array.from(
        { length: Math.round((resolveLocalTime(today, 0, zone) - resolveLocalTime(firstDay, 0, zone)) / DAY_MS) + 1 },
        (_, i) => addDays(firstDay, i),
      ),
  }
}
