import { formatMoment } from '@/client/format/time'
import { calculateExpectedLateness } from '@/areas/orders/rules/order-progress'
import { producingStates } from '@/areas/orders/rules/work-order'
import { addDays, resolveLocalTime, HOUR_MS, toLocalTime, MINUTE_MS } from '@/plant/rules/plant-time'

/** Formats a moment without the year, e.g. `11-27 06:00`. */
export const formatMomentWithoutYear = (moment: string | null, zone: string): string =>
  formatMoment(moment, zone).slice(5)
/** A period drawn over a width; ms since 1970. */
export interface TimeScale {
  from: number
  to: number
}
/** Step by which bars move. */
export const SNAP_STEP_MS = 15 * MINUTE_MS
/** Rounds a moment in ms to the nearest step. */
export const snapToStep = (millis: number): number => Math.round(millis / SNAP_STEP_MS) * SNAP_STEP_MS
/** Converts a moment to percent of the width; below 0 or above 100 outside the period. */
export const toPercent = (scale: TimeScale, millis: number): number =>
  ((millis - scale.from) / (scale.to - scale.from)) * 100

export interface Tick {
  time: number
  label: string
  /** True at midnight in the plant's time zone. */
  isMidnight: boolean
}
/** Possible hours between two ticks; the smallest without overlapping labels is used. */
const TICK_HOURS = [2, 6, 12, 24, 48, 72, 168]
/** Width of a label, px at default text size. */
const LABEL_WIDTH_PX = 44
/**
 * Builds ticks on whole hours of the plant's clock, as dense as their labels permit; midnight shows the date.
 * @param widthPx px at default text size
 */
export function buildTicks({ from, to }: TimeScale, zone: string, widthPx: number): Tick[] {
  const pxPerHour = widthPx / ((to - from) / HOUR_MS)
  const tickHours = TICK_HOURS.find((hours) => hours * pxPerHour >= LABEL_WIDTH_PX) ?? TICK_HOURS.at(-1)!
  const [hourStep, dayStep] = [Math.min(tickHours, 24), Math.max(1, tickHours / 24)]
  const ticks: Tick[] = []
  for (
    let day = toLocalTime(new Date(from).toISOString(), zone).day;
    resolveLocalTime(day, 0, zone) < to;
    day = addDays(day, dayStep)
  ) {
    for (let hour = 0; hour < 24; hour += hourStep) {
      const tickMs = resolveLocalTime(day, hour * 60, zone)
      if (tickMs >= from && tickMs < to)
        ticks.push({
          time: tickMs,
          label: hour === 0 ? day.slice(5) : `${String(hour).padStart(2, '0')}:00`,
          isMidnight: hour === 0,
        })
    }
  }
  return ticks
}

/** Widths in px of a character, of the warning icon, and of the padding around both. */
const [CHARACTER_WIDTH_PX, WARN_ICON_WIDTH_PX, PADDING_WIDTH_PX] = [8.5, 20, 14]
/** Number of digits of the day before the last hyphen. They remain visible, because serials restart every day. */
const DAY_DIGITS = 2
/**
 * Shortens an order number so that it fits into its bar. Leading characters are removed, but at least e.g. `27-002`
 * remains, so that the order is recognizable. If that is too long, it is split into two lines if permitted. Returns an
 * empty list if nothing fits.
 */
export function fitOrderNumber(
  number: string,
  barWidthPx: number,
  hasWarning: boolean,
  maxLines: 1 | 2 = 2,
): readonly string[] {
  const countFittingCharacters = (hasIcon: boolean) =>
    Math.floor((barWidthPx - PADDING_WIDTH_PX - (hasIcon ? WARN_ICON_WIDTH_PX : 0)) / CHARACTER_WIDTH_PX)
  const hyphenIndex = number.lastIndexOf('-')
  const shortestStart = hyphenIndex < 0 ? 0 : Math.max(0, hyphenIndex - DAY_DIGITS)
  const firstDigit = number.search(/\d/)
  const start = [0, firstDigit, hyphenIndex - 2 * DAY_DIGITS, shortestStart].find(
    (index) => index >= 0 && index <= shortestStart && number.length - index <= countFittingCharacters(hasWarning),
  )
  if (start !== undefined) return [number.slice(start)]
  if (hyphenIndex < 0 || maxLines === 1) return []
  const [dayPart, serialPart] = [number.slice(shortestStart, hyphenIndex + 1), number.slice(hyphenIndex + 1)]
  return dayPart.length <= countFittingCharacters(hasWarning) && serialPart.length <= countFittingCharacters(false)
    ? [dayPart, serialPart]
    : []
}
/** Minimum space beside the warning icon. */
const WARN_ICON_MARGIN_PX = 6
/** Minimum width of a bar on which the name of a product is readable. */
const PRODUCT_MIN_WIDTH_PX = 72
/** True if the warning icon fits. */
export const hasRoomForWarning = (barWidthPx: number): boolean => barWidthPx >= WARN_ICON_WIDTH_PX + WARN_ICON_MARGIN_PX
/** True if a second line with the product is readable. */
export const hasRoomForProduct = (barWidthPx: number): boolean => barWidthPx >= PRODUCT_MIN_WIDTH_PX

/** A bar in the row of its line, from its changeover to its drawn end. */
export interface DrawnBar {
  readonly id: string
  readonly row: number
  readonly from: number
  readonly to: number
}
/** One of `count` equal parts of a row's height, with its index from 0. */
export interface BarShelf {
  readonly index: number
  readonly count: number
}
/**
 * Assigns overlapping bars of a row to shelves, e.g. an order that runs into the next one: the earlier bar on top.
 * Bars without overlap have the whole height and are not in the result.
 */
export function assignShelves(bars: readonly DrawnBar[]): ReadonlyMap<string, BarShelf> {
  const shelfById = new Map<string, BarShelf>()
  const barsByRow = new Map<number, DrawnBar[]>()
  for (const bar of bars) barsByRow.set(bar.row, [...(barsByRow.get(bar.row) ?? []), bar])
  const assignGroup = (group: readonly { bar: DrawnBar; index: number }[]) => {
    const shelfCount = Math.max(0, ...group.map(({ index }) => index + 1))
    if (shelfCount > 1) for (const { bar, index } of group) shelfById.set(bar.id, { index, count: shelfCount })
  }
  for (const row of barsByRow.values()) {
    let group: { bar: DrawnBar; index: number }[] = []
    for (const bar of row.toSorted((a, b) => a.from - b.from)) {
      if (group.every((other) => other.bar.to <= bar.from)) {
        assignGroup(group)
        group = []
      }
      const takenIndexes = new Set(group.filter((other) => other.bar.to > bar.from).map(({ index }) => index))
      let index = 0
      while (takenIndexes.has(index)) index += 1
      group.push({ bar, index })
    }
    assignGroup(group)
  }
  return shelfById
}
/** Returns the end of an order's bar: the forecast end of a running order, else the planned end. */
export const getDrawnEnd = (entry: { state: string; forecastEnd: string | null }, endsAt: number): number =>
  entry.state === 'running' && entry.forecastEnd ? Date.parse(entry.forecastEnd) : endsAt
/**
 * Returns the period for the separate forecast part of an order in production: from the end of its bar to its forecast
 * end. For a paused order the period starts when the order can resume. Null if there is no such period.
 */
export function getForecastSpan(
  entry: { state: string; forecastEnd: string | null; forecastFrom: string | null },
  endsAt: number,
): Pick<DrawnBar, 'from' | 'to'> | null {
  if (!(producingStates as readonly string[]).includes(entry.state) || !entry.forecastEnd) return null
  const startsAt = Math.max(endsAt, entry.forecastFrom ? Date.parse(entry.forecastFrom) : endsAt)
  const forecastEndMs = Date.parse(entry.forecastEnd)
  return forecastEndMs > startsAt ? { from: startsAt, to: forecastEndMs } : null
}

/** Returns the actual or expected delay of an order, ms; null if it is on time. */
export function getEntryDelay(
  entry: { late: boolean; dueAt: string | null; forecastEnd: string | null; endsAt: string },
  nowMs: number,
): number | null {
  return entry.late && entry.dueAt ? calculateExpectedLateness({ ...entry, plannedEnd: entry.endsAt }, nowMs) : null
}
