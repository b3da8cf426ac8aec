/** Times of a market sheet: they name the beginning of each interval or its end, as clock times, serial numbers or hours. */
import { parseTime } from '@/contract/date-text'
import { numberOfCell, timeOfCell, type CellValue } from '@/contract/sheet-cell'
import type { Day } from '@/plant/rules/plant-time'

export const intervalLabels = ['begin', 'end'] as const
export type IntervalLabels = (typeof intervalLabels)[number]
const MINUTE_MS = 60_000
const DAY_MINUTES = 1440

/**
 * A reader of the cells of a time column: minutes after midnight of the row's day, 1440 for its end; null for what is no quarter
 * of an hour. Where a number of the column is a fraction, all are serial numbers and 1 is 24:00; else 1 is one o'clock.
 */
export function labelReader(cells: readonly CellValue[]): (cell: CellValue, day: Day) => number | null {
  const serials = cells.some((cell) => !Number.isInteger(numberOfCell(cell) ?? 0))
  return (cell, day) => {
    const minute = minuteOf(cell, day, serials)
    return minute !== null && minute >= 0 && minute <= DAY_MINUTES && minute % 15 === 0 ? minute : null
  }
}
function minuteOf(cell: CellValue, day: Day, serials: boolean): number | null {
  if (cell instanceof Date && timeOfCell(cell) === null)
    return (cell.getTime() - Date.parse(`${day}T00:00:00Z`)) / MINUTE_MS
  if (!serials && numberOfCell(cell) !== null) return (numberOfCell(cell) ?? 0) * 60
  if (typeof cell !== 'string') return inMinutes(timeOfCell(cell))
  const [from = '', to] = cell.normalize('NFKC').split(/\s*[-–—~至到]\s*/)
  const minute = clockMinute(from)
  if (to === undefined || minute === null) return minute
  const end = clockMinute(to)
  // An interval of a quarter or an hour, whose end may be written as the midnight that follows.
  return end !== null && [15, 60].includes((end || DAY_MINUTES) - minute) ? minute : null
}
const clockMinute = (text: string): number | null => {
  const bare = text.trim()
  return /^\d{1,2}$/.test(bare) ? Number(bare) * 60 : inMinutes(parseTime(bare))
}
const inMinutes = (time: number | null): number | null => (time === null ? null : time / MINUTE_MS)

interface Labelled {
  readonly row: number
  readonly minute: number
}
/**
 * The rows of each day with the beginnings of their intervals, and what the sheet's times name. They name ends where 24:00 stands
 * among them or the heading says so, or where 00:00 follows 23:45 as a day's last row; both in one sheet leave its other rows
 * in doubt.
 * @returns the row that contradicts the others, where one does
 */
export function beginningsOf<T extends Labelled>(
  days: readonly (readonly T[])[],
  headedEnd: boolean,
): { labels: IntervalLabels; days: T[][] } | { row: number } {
  const kinds = days.map((lines) => labelsOf(lines, headedEnd))
  const labels = kinds[0] ?? 'begin'
  const other = kinds.findIndex((kind) => kind === 'both' || kind !== labels)
  if (labels === 'both' || other >= 0) return { row: days[Math.max(0, other)]?.[0]?.row ?? 0 }
  if (labels === 'begin') return { labels, days: days.map((lines) => [...lines]) }
  const step = days.flat().some(({ minute }) => minute % 60 !== 0) ? 15 : 60
  return {
    labels,
    days: days.map((lines) => lines.map((line) => ({ ...line, minute: (line.minute || DAY_MINUTES) - step }))),
  }
}
function labelsOf(lines: readonly Labelled[], headedEnd: boolean): IntervalLabels | 'both' {
  const minutes = lines.map(({ minute }) => minute)
  const [atStart, atEnd] = [minutes.includes(0), minutes.includes(DAY_MINUTES)]
  if (atStart && atEnd) return 'both'
  if (atEnd || headedEnd) return 'end'
  const isAscending = minutes.slice(0, -1).every((minute, i) => i === 0 || minute >= (minutes[i - 1] ?? 0))
  // 00:15 … 23:45, 00:00: in the order of time, midnight can only be the day's end.
  return minutes.length > 1 && minutes.at(-1) === 0 && isAscending ? 'end' : 'begin'
}
