import { producing } from '../../rules/work-order'
import { addDays, resolveLocalTime, HOUR_MS, toLocalTime, MINUTE_MS } from '@/plant/rules/plant-time'

/** A period drawn over a width; ms since 1970. */
export interface Scale {
  from: number
  to: number
}
/** Step by which bars move, ms. */
export const STEP = 15 * MINUTE_MS
/** Rounds a moment to the nearest step, ms. */
export const snap = (millis: number): number => Math.round(millis / STEP) * STEP
/** Converts a moment to percent of the width; below 0 or above 100 outside the period. */
export const percentAt = (scale: Scale, millis: number): number =>
  ((millis - scale.from) / (scale.to - scale.from)) * 100

export interface Tick {
  at: number
  label: string
  /** True at midnight in the plant's time zone. */ day: boolean
}
/** Possible hours between two ticks; the smallest without overlapping labels is used. */
const STEPS = [2, 6, 12, 24, 48, 72, 168]
/** Width of a label, px at default text size. */
const LABEL = 44
/**
 * Builds ticks on whole hours of the plant's clock, as dense as their labels permit; midnight shows the date.
 * @param width px at default text size
 */
export function ticksOf({ from, to }: Scale, zone: string, width: number): Tick[] {
  const perHour = width / ((to - from) / HOUR_MS)
  const step = STEPS.find((one) => one * perHour >= LABEL) ?? STEPS.at(-1)!
  const [hours, days] = [Math.min(step, 24), Math.max(1, step / 24)]
  const ticks: Tick[] = []
  for (
    let day = toLocalTime(new Date(from).toISOString(), zone).day;
    resolveLocalTime(day, 0, zone) < to;
    day = addDays(day, days)
  ) {
    for (let hour = 0; hour < 24; hour += hours) {
      const at = resolveLocalTime(day, hour * 60, zone)
      if (at >= from && at < to)
        ticks.push({ at, label: hour === 0 ? day.slice(5) : `${String(hour).padStart(2, '0')}:00`, day: hour === 0 })
    }
  }
  return ticks
}

/** Widths in px of a character, of the warning icon, and of the padding around both. */
const [SIGN, TROUBLE, AROUND] = [8.5, 20, 14]
/** Characters kept before the last hyphen of a number: the day, because order serials restart every day. */
const OF_THE_DAY = 2
/**
 * Shortens an order number to the room of its bar: all of it, else cut from the front down to `27-002`, which still
 * identifies it, else that in two lines if permitted; no lines if nothing fits.
 */
export function numberIn(number: string, room: number, trouble: boolean, lines: 1 | 2 = 2): readonly string[] {
  const signs = (sign: boolean) => Math.floor((room - AROUND - (sign ? TROUBLE : 0)) / SIGN)
  const hyphen = number.lastIndexOf('-')
  const least = hyphen < 0 ? 0 : Math.max(0, hyphen - OF_THE_DAY)
  const letters = number.search(/\d/)
  const from = [0, letters, hyphen - 2 * OF_THE_DAY, least].find(
    (at) => at >= 0 && at <= least && number.length - at <= signs(trouble),
  )
  if (from !== undefined) return [number.slice(from)]
  if (hyphen < 0 || lines === 1) return []
  const [day, count] = [number.slice(least, hyphen + 1), number.slice(hyphen + 1)]
  return day.length <= signs(trouble) && count.length <= signs(false) ? [day, count] : []
}
/** True if the warning icon fits. */
export const fitsTrouble = (room: number): boolean => room >= TROUBLE + 6
/** True if a second line with the product is readable. */
export const fitsProduct = (room: number): boolean => room >= 72

/** A bar in the row of its line, from its changeover to its drawn end. */
export interface Drawn {
  readonly id: string
  readonly row: number
  readonly from: number
  readonly to: number
}
/** A part of a row's height: its index and the number of parts. */
export interface Shelf {
  readonly at: number
  readonly of: number
}
/**
 * Assigns overlapping bars of a row to shelves, e.g. an order that runs into the next one: the earlier bar on top.
 * Bars without overlap have the whole height and are not in the result.
 */
export function shelvesOf(bars: readonly Drawn[]): ReadonlyMap<string, Shelf> {
  const found = new Map<string, Shelf>()
  const rows = new Map<number, Drawn[]>()
  for (const bar of bars) rows.set(bar.row, [...(rows.get(bar.row) ?? []), bar])
  const settle = (group: readonly { bar: Drawn; at: number }[]) => {
    const of = Math.max(0, ...group.map(({ at }) => at + 1))
    if (of > 1) for (const { bar, at } of group) found.set(bar.id, { at, of })
  }
  for (const row of rows.values()) {
    let group: { bar: Drawn; at: number }[] = []
    for (const bar of row.toSorted((a, b) => a.from - b.from)) {
      if (group.every((other) => other.bar.to <= bar.from)) {
        settle(group)
        group = []
      }
      const taken = new Set(group.filter((other) => other.bar.to > bar.from).map(({ at }) => at))
      let at = 0
      while (taken.has(at)) at += 1
      group.push({ bar, at })
    }
    settle(group)
  }
  return found
}
/** Returns the end of an order's bar: the forecast end of a running order, else the planned end. */
export const drawnEnd = (entry: { state: string; forecastEnd: string | null }, endsAt: number): number =>
  entry.state === 'running' && entry.forecastEnd ? Date.parse(entry.forecastEnd) : endsAt
/**
 * Returns the period behind the bar of an order in production up to its forecast end, of a paused order from the
 * moment it can resume. Null if there is none.
 */
export function aheadOf(
  entry: { state: string; forecastEnd: string | null; forecastFrom: string | null },
  endsAt: number,
): Pick<Drawn, 'from' | 'to'> | null {
  if (!(producing as readonly string[]).includes(entry.state) || !entry.forecastEnd) return null
  const from = Math.max(endsAt, entry.forecastFrom ? Date.parse(entry.forecastFrom) : endsAt)
  const to = Date.parse(entry.forecastEnd)
  return to > from ? { from, to } : null
}

/** Returns the actual or expected delay of an order, ms; null if it is on time. */
export function delayOf(entry: {
  late: boolean
  dueAt: string | null
  forecastEnd: string | null
  endsAt: string
}): number | null {
  return entry.late && entry.dueAt ? Date.parse(entry.forecastEnd ?? entry.endsAt) - Date.parse(entry.dueAt) : null
}
