/** Kinds of date input: `YYYY-MM-DD`, `YYYY-MM-DDTHH:mm`, `YYYY-MM` or `HH:mm`. */
export type DateKind = 'day' | 'moment' | 'month' | 'time'

const padTwoDigits = (part: string): string => part.padStart(2, '0')
/** Accepted years; others are typing errors. */
const MIN_YEAR = '1900'
const MAX_YEAR = '2200'
/** Returns the day if it exists in the calendar and is within the accepted years; else null. */
function toValidDay(year: string, month: string, day: string): string | null {
  const text = `${year}-${padTwoDigits(month)}-${padTwoDigits(day)}`
  const timestamp = Date.parse(`${text}T00:00:00Z`)
  const exists = !Number.isNaN(timestamp) && new Date(timestamp).toISOString().startsWith(text)
  return exists && year >= MIN_YEAR && year <= MAX_YEAR ? text : null
}
const DAY_PATTERNS = { complete: /^(\d{4})(-?)(\d{2})\2(\d{2})$/, abbreviated: /^(?:(\d{4})-)?(\d{1,2})-(\d{1,2})$/ }
function parseDay(text: string, defaultYear: string): string | null {
  const completeMatch = DAY_PATTERNS.complete.exec(text)
  if (completeMatch) return toValidDay(completeMatch[1]!, completeMatch[3]!, completeMatch[4]!)
  const abbreviatedMatch = DAY_PATTERNS.abbreviated.exec(text)
  return abbreviatedMatch && toValidDay(abbreviatedMatch[1] ?? defaultYear, abbreviatedMatch[2]!, abbreviatedMatch[3]!)
}
function parseMonth(text: string): string | null {
  const parts = /^(\d{4})-?(\d{1,2})$/.exec(text)
  return parts && (toValidDay(parts[1]!, parts[2]!, '01')?.slice(0, 7) ?? null)
}
function parseMoment(text: string, defaultYear: string): string | null {
  const parts =
    /^([\d-]+)[T ]+(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?$/.exec(text) ?? /^(\d{8})\s*(\d{2})(\d{2})$/.exec(text)
  const [day, time] = parts ? [parseDay(parts[1]!, defaultYear), parseTime(`${parts[2]}:${parts[3]}`)] : []
  return day && time ? `${day}T${time}` : null
}
function parseTime(text: string): string | null {
  const parts = /^(\d{1,2}):(\d{2})$/.exec(text) ?? /^(\d{2})(\d{2})$/.exec(text)
  return parts && Number(parts[1]) < 24 && Number(parts[2]) < 60 ? `${padTwoDigits(parts[1]!)}:${parts[2]}` : null
}
/**
 * Parses a typed date: `2026-12-07`, `20261207`, `2026-12-7`, `12-7` (in `defaultYear`), also with points, slashes or the
 * Chinese characters for year, month and day. Followed by `21:15` or a browser's `T` it is a moment; `8:05` or `0805`
 * is a time. Returns null if invalid.
 */
export function parseTypedDate(kind: DateKind, typedText: string, defaultYear: string): string | null {
  const text = typedText
    .normalize('NFKC')
    .trim()
    .replace(/[\u65e5\u6708]$|\u65e5(?=\D)/, '')
    .replace(/[\u5e74\u6708/.](?=\d)/g, '-')
  const parsers = { day: parseDay, month: parseMonth, moment: parseMoment, time: parseTime }
  return parsers[kind](text, defaultYear)
}
/** True if no further character can follow: shorter input, such as 2026-12-1, may still become the 17th. */
export const isCompleteDate = (kind: DateKind, typedText: string): boolean =>
  ({
    day: /^\d{4}(-?)\d{2}\1\d{2}$/,
    month: /^\d{4}-?\d{2}$/,
    time: /^\d{2}:?\d{2}$/,
    moment: /^\d{4}(-?)\d{2}\1\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/,
  })[kind].test(typedText.trim())
/** Formats a date value as the rest of the app displays it. */
export const formatTypedDate = (value: string): string => value.replace('T', ' ')
