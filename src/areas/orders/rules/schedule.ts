/** Schedule of a line: consecutive orders with the changeovers between them. Times in ms since 1970. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/plant/rules/plant-time'
import { kgPerHourAt, lateBy } from './progress'

export interface Slot {
  readonly id: string
  readonly startsAt: number
  readonly endsAt: number
}
/** Properties of an order that determine the length of a changeover. */
export interface Recipe {
  readonly productId: string
  readonly gsm: number
  readonly colour: string | null
  readonly treatment: string | null
  /** Width of the web; the slit widths do not affect the line. */ readonly webWidthMm: number
}
/** Changeover minutes by what changes, configurable per plant. */
export interface ChangeoverTimes {
  readonly same: number
  readonly width: number
  readonly gsm: number
  readonly product: number
  readonly colour: number
  readonly treatment: number
}
export const usualChangeover: ChangeoverTimes = {
  same: 10,
  width: 20,
  gsm: 30,
  product: 45,
  colour: 120,
  treatment: 60,
}

/**
 * Returns the minutes between two orders on a line: the longest of the changes, as they are done in parallel.
 * Lightening a colour takes longer than darkening it, but plants differ, so there is one value.
 * @param previousRecipe null if the line is empty and clean
 */
export function changeoverMinutes(
  before: Recipe | null,
  after: Recipe,
  times: ChangeoverTimes = usualChangeover,
): number {
  if (before === null) return times.same
  const changes = [times.same]
  if (before.productId !== after.productId) changes.push(times.product)
  if (before.gsm !== after.gsm) changes.push(times.gsm)
  if (before.webWidthMm !== after.webWidthMm) changes.push(times.width)
  if ((before.colour ?? '') !== (after.colour ?? '')) changes.push(times.colour)
  if ((before.treatment ?? '') !== (after.treatment ?? '')) changes.push(times.treatment)
  return Math.max(...changes)
}

const QUARTER = 15 * MINUTE_MS
/** Maximum planned duration of one order, ms. */
export const LONGEST = 30 * DAY_MS
/**
 * Returns the duration of an order at a speed over the whole web width, in ms, rounded up to a quarter of an hour; null
 * if a size or the speed is unknown.
 */
export function neededLength(order: {
  readonly orderedKg: number | null
  readonly speed: number | null
  readonly widthMm: number | null
  readonly gsm: number | null
}): number | null {
  const { orderedKg, speed, widthMm, gsm } = order
  if (!orderedKg || !speed || !widthMm || !gsm) return null
  const hours = orderedKg / kgPerHourAt(speed, widthMm, gsm)
  return Math.max(QUARTER, Math.ceil((hours * HOUR_MS) / QUARTER) * QUARTER)
}
/** True if the planned time is shorter than needed. A longer one is the planner's reserve. */
export const planIsShort = (planned: number, needed: number | null): boolean => needed !== null && planned < needed

/** Returns the slots that a slot would overlap; touching slots do not count. */
export const overlapping = <S extends Slot>(slot: Slot, others: readonly S[]): S[] =>
  others.filter((other) => other.id !== slot.id && other.startsAt < slot.endsAt && slot.startsAt < other.endsAt)

/**
 * Inserts a slot and moves later ones back as far as needed: no overlaps, same sequence, gaps absorb the shift first.
 * Slots that have begun (`fixed`) never move.
 * @returns the slots whose times changed; null if there is no room
 */
export function shifted(
  slot: Slot,
  others: readonly (Slot & { readonly fixed: boolean })[],
  gapAfter: (id: string, next: string) => number,
): Slot[] | null {
  const rest = others.filter((o) => o.id !== slot.id).sort((a, b) => a.startsAt - b.startsAt)
  if (
    overlapping(
      slot,
      rest.filter((o) => o.fixed || o.startsAt < slot.startsAt),
    ).length > 0
  )
    return null
  const moved: Slot[] = [slot]
  let before: Slot = slot
  for (const other of rest.filter((o) => o.startsAt >= slot.startsAt)) {
    const earliest = before.endsAt + gapAfter(before.id, other.id)
    if (other.startsAt >= earliest) {
      before = other
      continue
    }
    if (other.fixed) return null
    const next = { id: other.id, startsAt: earliest, endsAt: earliest + (other.endsAt - other.startsAt) }
    moved.push(next)
    before = next
  }
  return moved
}
/**
 * Moves up the slots behind a removed one. The next slot takes its place, as far as the previous slot leaves room and
 * not before `earliest`; the others move by the same time, so gaps remain. Returns none if one of them has begun.
 */
export function movedUp(
  gone: Slot,
  others: readonly (Slot & { readonly fixed: boolean })[],
  gapAfter: (id: string, next: string) => number,
  earliest: number,
): Slot[] {
  const rest = others.filter((o) => o.id !== gone.id).sort((a, b) => a.startsAt - b.startsAt)
  const behind = rest.filter((o) => o.startsAt >= gone.startsAt)
  const [next] = behind
  if (!next || behind.some((o) => o.fixed)) return []
  const before = rest
    .filter((o) => o.startsAt < gone.startsAt)
    .sort((a, b) => a.endsAt - b.endsAt)
    .at(-1)
  const soonest = Math.max(gone.startsAt, earliest, before ? before.endsAt + gapAfter(before.id, next.id) : 0)
  const by = Math.floor((next.startsAt - soonest) / QUARTER) * QUARTER
  return by > 0 ? behind.map(({ id, startsAt, endsAt }) => ({ id, startsAt: startsAt - by, endsAt: endsAt - by })) : []
}
/** Returns the slots that a move makes late or later, worst first, with their delays in ms. */
export function madeLater<S extends Slot & { readonly dueAt: number | null }>(
  row: readonly S[],
  moved: readonly Slot[],
): { readonly slot: S; readonly before: number; readonly after: number }[] {
  const ends = new Map(moved.map((m) => [m.id, m.endsAt]))
  return row
    .map((slot) => ({
      slot,
      before: lateBy(slot.endsAt, slot.dueAt),
      after: lateBy(ends.get(slot.id) ?? slot.endsAt, slot.dueAt),
    }))
    .filter(({ before, after }) => after > before)
    .sort((a, b) => b.after - b.before - (a.after - a.before))
}
/** True if a start lies before the current quarter of an hour, as places lie on quarters. */
export const inPast = (startsAt: number, now: number): boolean => startsAt < Math.floor(now / QUARTER) * QUARTER

/**
 * Snaps a dropped slot to the end of the preceding order plus changeover. If that order has begun and reaches into the
 * slot, the slot stays where it is and overlaps it.
 */
export function snapped<S extends Slot>(
  slot: S,
  others: readonly (Slot & { readonly fixed: boolean })[],
  gapAfter: (id: string, next: string) => number,
): S {
  const before = others
    .filter((o) => o.id !== slot.id && o.startsAt < slot.startsAt)
    .sort((a, b) => a.endsAt - b.endsAt)
    .at(-1)
  if (!before || (before.fixed && before.endsAt > slot.startsAt)) return slot
  const by = Math.max(0, before.endsAt + gapAfter(before.id, slot.id) - slot.startsAt)
  return { ...slot, startsAt: slot.startsAt + by, endsAt: slot.endsAt + by }
}
/** Returns the adjacent slot that leaves too little time for the changeover, with the minutes needed; else null. */
export function tooClose<S extends Slot>(
  slot: Slot,
  others: readonly S[],
  gapAfter: (id: string, next: string) => number,
): { readonly other: S; readonly minutes: number } | null {
  for (const other of others) {
    if (other.id === slot.id) continue
    const [first, second] = other.startsAt < slot.startsAt ? [other, slot] : [slot, other]
    const gap = gapAfter(first.id, second.id)
    if (second.startsAt < first.endsAt + gap && neighbours(first, second, others))
      return { other, minutes: gap / 60_000 }
  }
  return null
}
/** Returns the first quarter of an hour from `from` on at which a slot fits with its changeovers, moving no other. */
export function firstFree(
  slot: Slot,
  others: readonly Slot[],
  gapAfter: (id: string, next: string) => number,
  from: number,
): number {
  const at = (millis: number): Slot => {
    const startsAt = Math.ceil(millis / QUARTER) * QUARTER
    return { id: slot.id, startsAt, endsAt: startsAt + slot.endsAt - slot.startsAt }
  }
  const behind = others.map((other) => other.endsAt + gapAfter(other.id, slot.id)).filter((millis) => millis > from)
  const places = [from, ...behind].sort((a, b) => a - b).map(at)
  // There is always room behind the last slot.
  return (
    places.find((place) => overlapping(place, others).length === 0 && !tooClose(place, others, gapAfter)) ??
    places.at(-1)!
  ).startsAt
}
const neighbours = (first: Slot, second: Slot, others: readonly Slot[]): boolean =>
  !others.some(
    (o) => o.id !== first.id && o.id !== second.id && o.startsAt >= first.startsAt && o.startsAt < second.startsAt,
  )
