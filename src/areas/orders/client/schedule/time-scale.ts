import { producing } from '../../rules/work-order'
import { addDays, resolveLocalTime, HOUR_MS, toLocalTime, MINUTE_MS } from '@/plant/rules/plant-time'

/** A span of time drawn over a width; all in ms since 1970. */
export interface Scale {
  from: number
  to: number
}
/** Bars move by this, ms. */
export const STEP = 15 * MINUTE_MS
export const snap = (millis: number): number => Math.round(millis / STEP) * STEP
/** Where a moment stands, in percent of the width; outside of it below 0 or over 100. */
export const percentAt = (scale: Scale, millis: number): number =>
  ((millis - scale.from) / (scale.to - scale.from)) * 100

export interface Tick {
  at: number
  label: string
  /** Midnight of the plant. */ day: boolean
}
/** Hours between two ticks; the smallest that leaves the labels apart is taken. */
const STEPS = [2, 6, 12, 24, 48, 72, 168]
/** Room that a label needs, px of usual text. */
const LABEL = 44
/** Marks on whole hours of the plant's clock over so many px of usual text, which labels as large as they are drawn leave apart; midnight tells the day. */
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

/** Widths in px of a sign of a number, of the sign for trouble, and of what surrounds both. */
const [SIGN, TROUBLE, AROUND] = [8.5, 20, 14]
/** So many signs before its last hyphen are kept of a number: its day, as the orders of each day are counted anew. */
const OF_THE_DAY = 2
/**
 * As much of an order's number as fits, by which it can still be told from others: all of it, else shortened from the front
 * down to `27-002`, that in two lines where one is too long and there are two; no line where there is room for neither.
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
/** Whether the sign for trouble has its room. */
export const fitsTrouble = (room: number): boolean => room >= TROUBLE + 6
/** Whether a second line under the number can be read. */
export const fitsProduct = (room: number): boolean => room >= 72

/** A bar in the row of its line, from its changeover to the end it is drawn to. */
export interface Drawn {
  readonly id: string
  readonly row: number
  readonly from: number
  readonly to: number
}
/** A part of a row's height: which one, of how many. */
export interface Shelf {
  readonly at: number
  readonly of: number
}
/**
 * Where bars of one row stand that would lie over each other, such as the next order and one that runs into its time: below
 * each other, the earlier one above. Bars that nothing lies over have the whole height, and are not in the answer.
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
/** When the bar of an order ends: what runs, when it will be done as forecast; the rest as planned. */
export const drawnEnd = (entry: { state: string; forecastEnd: string | null }, endsAt: number): number =>
  entry.state === 'running' && entry.forecastEnd ? Date.parse(entry.forecastEnd) : endsAt
/**
 * What of an order that is being made is still to come behind the end of its bar, up to its forecast; of one that pauses from
 * where it can go on. Null where nothing is.
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

/** By how much an order is, or is expected, behind the day it is due, ms; null when it is in time. */
export function delayOf(entry: {
  late: boolean
  dueAt: string | null
  forecastEnd: string | null
  endsAt: string
}): number | null {
  return entry.late && entry.dueAt ? Date.parse(entry.forecastEnd ?? entry.endsAt) - Date.parse(entry.dueAt) : null
}
