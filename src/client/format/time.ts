import { MISSING_TEXT, type AppLanguage } from './number'

/** An ISO 8601 moment, milliseconds since 1970, or a Date. */
export type MomentInput = string | number | Date | null | undefined

const zoneFormats = new Map<string, Intl.DateTimeFormat>()

function toDate(moment: MomentInput): Date | null {
  if (moment === null || moment === undefined || moment === '') return null
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? null : date
}

/** Returns calendar and clock fields in a zone (IANA name such as Asia/Shanghai). */
function toZoneFields(date: Date, zone: string): Record<string, string> {
  let format = zoneFormats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    zoneFormats.set(zone, format)
  }
  return Object.fromEntries(format.formatToParts(date).map((part) => [part.type, part.value]))
}

/** Formats `YYYY-MM-DD` in the plant's zone. A plain day is returned unchanged: it has no zone to convert from. */
export function formatDay(moment: MomentInput, zone: string): string {
  if (typeof moment === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(moment)) return moment
  const date = toDate(moment)
  if (!date) return MISSING_TEXT
  const { year, month, day } = toZoneFields(date, zone)
  return `${year}-${month}-${day}`
}
/** Formats a period in the plant's zone: `2026-11-01 – 2026-11-20`; one end if the other is unknown. */
export const formatPeriod = (from: MomentInput | null, to: MomentInput | null, zone: string): string =>
  [from, to].flatMap((moment) => (moment === null ? [] : [formatDay(moment, zone)])).join(' – ')

/** Formats `HH:mm`, or `HH:mm:ss`, in the plant's zone. */
export function formatClock(moment: MomentInput, zone: string, { showsSeconds = false } = {}): string {
  const date = toDate(moment)
  if (!date) return MISSING_TEXT
  const { hour, minute, second } = toZoneFields(date, zone)
  return showsSeconds ? `${hour}:${minute}:${second}` : `${hour}:${minute}`
}

/** Formats `YYYY-MM-DD HH:mm`, or with seconds, in the plant's zone. */
export function formatMoment(moment: MomentInput, zone: string, { showsSeconds = false } = {}): string {
  if (!toDate(moment)) return MISSING_TEXT
  return `${formatDay(moment, zone)} ${formatClock(moment, zone, { showsSeconds })}`
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const AGE_UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
  ['second', 1000],
]

/**
 * Formats an age (or time ahead) in the largest unit, rounded: `3 minutes ago`; 1 h 57 min ahead is `in 2 hours`.
 */
export function formatAge(moment: MomentInput, nowMs: number, language: AppLanguage): string {
  const date = toDate(moment)
  if (!date) return MISSING_TEXT
  const differenceMs = date.getTime() - nowMs
  // A unit is also used if rounding in the next smaller unit gives a full one: 59.5 min are an hour, not 60 minutes.
  const [unit, unitMs] = AGE_UNITS.find(
    ([, stepMs], i) => Math.abs(differenceMs) >= stepMs - (AGE_UNITS[i + 1]?.[1] ?? 0) / 2,
  ) ?? ['second', 1000]
  const round = unit === 'second' ? Math.floor : Math.round
  // `|| 0` turns -0 into 0.
  const amount = Math.sign(differenceMs) * round(Math.abs(differenceMs) / unitMs) || 0
  return new Intl.RelativeTimeFormat(language, { numeric: amount === 0 ? 'auto' : 'always' }).format(amount, unit)
}

/** SI symbols, as used beside all other numbers; a day has no symbol that everybody recognizes. */
const UNIT_SYMBOLS = { hour: 'h', minute: 'min', second: 's' } as const
function formatDurationPart(amount: number, unit: 'day' | 'hour' | 'minute' | 'second', language: AppLanguage): string {
  if (language === 'en' && unit !== 'day') return `${amount} ${UNIT_SYMBOLS[unit]}`
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(amount)
}

/** Formats a duration in ms as its two largest units: `2 h 5 min`; below a minute in seconds. */
export function formatDuration(ms: number | null | undefined, language: AppLanguage): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms) || ms < 0) return MISSING_TEXT
  if (ms < MINUTE_MS) return formatDurationPart(Math.floor(ms / 1000), 'second', language)
  const days = Math.floor(ms / DAY_MS)
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS)
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS)
  const parts = days
    ? ([
        [days, 'day'],
        [hours, 'hour'],
      ] as const)
    : ([
        [hours, 'hour'],
        [minutes, 'minute'],
      ] as const)
  const texts = parts
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => formatDurationPart(amount, unit, language))
  return texts.join(language === 'zh' ? '' : ' ')
}

/**
 * Formats a moment in the plant's time zone for a `datetime-local` input: `YYYY-MM-DDTHH:mm`. Empty if there is none.
 */
export function toInputTime(moment: string | null | undefined, zone: string): string {
  return moment ? `${formatDay(moment, zone)}T${formatClock(moment, zone)}` : ''
}
/**
 * Returns the moment (ISO, UTC) at which clocks of the zone show `localTime` (`YYYY-MM-DDTHH:mm`). Daylight saving
 * repeats an hour in autumn: the earlier moment is returned. It skips an hour in spring: such a time is converted with
 * the offset that applied before. Null if `localTime` is not a time.
 */
export function parseLocalTime(localTime: string, zone: string): string | null {
  const utcMs = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(localTime)
    ? Date.parse(`${localTime.slice(0, 16)}:00Z`)
    : Number.NaN
  if (Number.isNaN(utcMs)) return null
  const getOffsetMs = (timeMs: number) =>
    Date.parse(`${toInputTime(new Date(timeMs).toISOString(), zone)}:00Z`) - Math.floor(timeMs / MINUTE_MS) * MINUTE_MS
  const msByEarlierOffset = utcMs - getOffsetMs(utcMs - 12 * HOUR_MS)
  const msByLaterOffset = utcMs - getOffsetMs(utcMs + 12 * HOUR_MS)
  const matchingMs = [msByEarlierOffset, msByLaterOffset].filter((timeMs) => timeMs + getOffsetMs(timeMs) === utcMs)
  return new Date(matchingMs.length > 0 ? Math.min(...matchingMs) : msByEarlierOffset).toISOString()
}
