/** Schedule of a line: consecutive orders with the changeovers between them. Times in ms since 1970. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/plant/rules/plant-time'
import { calculateKgPerHour, calculateLateness } from './order-progress'

export interface ScheduleSlot {
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
  /** Width of the web; the slit widths do not affect the line. */
  readonly webWidthMm: number
}
/** Changeover minutes by what changes, configurable per plant. */
export interface ChangeoverTimes {
  /** Nothing changes. */
  readonly same: number
  readonly width: number
  readonly gsm: number
  readonly product: number
  readonly colour: number
  readonly treatment: number
}
export const DEFAULT_CHANGEOVER_TIMES: ChangeoverTimes = {
  same: 10,
  width: 20,
  gsm: 30,
  product: 45,
  colour: 120,
  treatment: 60,
}

/**
 * Returns the changeover minutes between two orders on a line. Crews make all changes in parallel, so the longest
 * change counts. Every change of colour counts the same. In reality lightening takes longer than darkening, but plants
 * differ in how much.
 * @param previousRecipe null if the line is empty and clean
 */
export function calculateChangeoverMinutes(
  previousRecipe: Recipe | null,
  nextRecipe: Recipe,
  times: ChangeoverTimes = DEFAULT_CHANGEOVER_TIMES,
): number {
  if (previousRecipe === null) return times.same
  const changes = [times.same]
  if (previousRecipe.productId !== nextRecipe.productId) changes.push(times.product)
  if (previousRecipe.gsm !== nextRecipe.gsm) changes.push(times.gsm)
  if (previousRecipe.webWidthMm !== nextRecipe.webWidthMm) changes.push(times.width)
  if ((previousRecipe.colour ?? '') !== (nextRecipe.colour ?? '')) changes.push(times.colour)
  if ((previousRecipe.treatment ?? '') !== (nextRecipe.treatment ?? '')) changes.push(times.treatment)
  return Math.max(...changes)
}

const QUARTER_HOUR_MS = 15 * MINUTE_MS
/** Maximum planned duration of one order, ms. */
export const MAX_PLANNED_MS = 30 * DAY_MS
/**
 * Returns the duration of an order at a speed over the whole web width, in ms, rounded up to a quarter of an hour. Null
 * if a size or the speed is unknown.
 */
export function calculateOrderDuration(order: {
  readonly orderedKg: number | null
  readonly speed: number | null
  readonly widthMm: number | null
  readonly gsm: number | null
}): number | null {
  const { orderedKg, speed, widthMm, gsm } = order
  if (!orderedKg || !speed || !widthMm || !gsm) return null
  const durationHours = orderedKg / calculateKgPerHour(speed, widthMm, gsm)
  return Math.max(QUARTER_HOUR_MS, Math.ceil((durationHours * HOUR_MS) / QUARTER_HOUR_MS) * QUARTER_HOUR_MS)
}
/** True if the planned time is shorter than the needed time. A longer planned time is the planner's reserve. */
export const isPlanTooShort = (plannedMs: number, neededMs: number | null): boolean =>
  neededMs !== null && plannedMs < neededMs

/** Returns the slots that a slot would overlap; touching slots do not count. */
export const findOverlappingSlots = <S extends ScheduleSlot>(slot: ScheduleSlot, others: readonly S[]): S[] =>
  others.filter((other) => other.id !== slot.id && other.startsAt < slot.endsAt && slot.startsAt < other.endsAt)

/**
 * Inserts a slot and delays later slots as far as needed. The slots keep their sequence and do not overlap; gaps
 * between them absorb the delay first. Slots that have begun (`fixed`) never move.
 * @returns the inserted slot and the delayed slots; null if an earlier or a fixed slot is in the way
 */
export function placeSlot(
  slot: ScheduleSlot,
  others: readonly (ScheduleSlot & { readonly fixed: boolean })[],
  getChangeoverMs: (previousId: string, nextId: string) => number,
): ScheduleSlot[] | null {
  const otherSlots = others.filter((other) => other.id !== slot.id).sort((a, b) => a.startsAt - b.startsAt)
  if (
    findOverlappingSlots(
      slot,
      otherSlots.filter((other) => other.fixed || other.startsAt < slot.startsAt),
    ).length > 0
  )
    return null
  const changedSlots: ScheduleSlot[] = [slot]
  let previousSlot: ScheduleSlot = slot
  for (const other of otherSlots.filter(({ startsAt }) => startsAt >= slot.startsAt)) {
    const earliestStart = previousSlot.endsAt + getChangeoverMs(previousSlot.id, other.id)
    if (other.startsAt >= earliestStart) {
      previousSlot = other
      continue
    }
    if (other.fixed) return null
    const movedSlot = { id: other.id, startsAt: earliestStart, endsAt: earliestStart + (other.endsAt - other.startsAt) }
    changedSlots.push(movedSlot)
    previousSlot = movedSlot
  }
  return changedSlots
}
/**
 * Moves up the slots behind a removed slot. The next slot moves to the removed slot's start, but not into the previous
 * slot and not before `earliestStartMs`. The other slots move by the same time, so gaps remain. Returns an empty list if
 * one of the slots has begun.
 */
export function moveUpSlots(
  removedSlot: ScheduleSlot,
  others: readonly (ScheduleSlot & { readonly fixed: boolean })[],
  getChangeoverMs: (previousId: string, nextId: string) => number,
  earliestStartMs: number,
): ScheduleSlot[] {
  const otherSlots = others.filter((other) => other.id !== removedSlot.id).sort((a, b) => a.startsAt - b.startsAt)
  const laterSlots = otherSlots.filter((other) => other.startsAt >= removedSlot.startsAt)
  const [nextSlot] = laterSlots
  if (!nextSlot || laterSlots.some((other) => other.fixed)) return []
  const previousSlot = otherSlots
    .filter((other) => other.startsAt < removedSlot.startsAt)
    .sort((a, b) => a.endsAt - b.endsAt)
    .at(-1)
  const newStart = Math.max(
    removedSlot.startsAt,
    earliestStartMs,
    previousSlot ? previousSlot.endsAt + getChangeoverMs(previousSlot.id, nextSlot.id) : 0,
  )
  const shiftMs = Math.floor((nextSlot.startsAt - newStart) / QUARTER_HOUR_MS) * QUARTER_HOUR_MS
  return shiftMs > 0
    ? laterSlots.map(({ id, startsAt, endsAt }) => ({ id, startsAt: startsAt - shiftMs, endsAt: endsAt - shiftMs }))
    : []
}
/** Returns the slots that a move makes late or later, worst first, with their delays before and after the move. */
export function findDelayedSlots<S extends ScheduleSlot & { readonly dueAt: number | null }>(
  lineSlots: readonly S[],
  movedSlots: readonly ScheduleSlot[],
): { readonly slot: S; readonly delayBeforeMs: number; readonly delayAfterMs: number }[] {
  const newEndById = new Map(movedSlots.map((moved) => [moved.id, moved.endsAt]))
  return lineSlots
    .map((slot) => ({
      slot,
      delayBeforeMs: calculateLateness(slot.endsAt, slot.dueAt),
      delayAfterMs: calculateLateness(newEndById.get(slot.id) ?? slot.endsAt, slot.dueAt),
    }))
    .filter(({ delayBeforeMs, delayAfterMs }) => delayAfterMs > delayBeforeMs)
    .sort((a, b) => b.delayAfterMs - b.delayBeforeMs - (a.delayAfterMs - a.delayBeforeMs))
}
/** True if a start lies before the current quarter of an hour. Starts are multiples of a quarter of an hour. */
export const isInPast = (startsAt: number, nowMs: number): boolean =>
  startsAt < Math.floor(nowMs / QUARTER_HOUR_MS) * QUARTER_HOUR_MS

/**
 * Moves a dropped slot behind the preceding order and its changeover if the slot starts earlier. If the preceding order
 * has begun and overlaps the slot, the slot stays where it is.
 */
export function snapSlot<S extends ScheduleSlot>(
  slot: S,
  others: readonly (ScheduleSlot & { readonly fixed: boolean })[],
  getChangeoverMs: (previousId: string, nextId: string) => number,
): S {
  const previousSlot = others
    .filter((other) => other.id !== slot.id && other.startsAt < slot.startsAt)
    .sort((a, b) => a.endsAt - b.endsAt)
    .at(-1)
  if (!previousSlot || (previousSlot.fixed && previousSlot.endsAt > slot.startsAt)) return slot
  const shiftMs = Math.max(0, previousSlot.endsAt + getChangeoverMs(previousSlot.id, slot.id) - slot.startsAt)
  return { ...slot, startsAt: slot.startsAt + shiftMs, endsAt: slot.endsAt + shiftMs }
}
/** Returns the adjacent slot that leaves too little time for the changeover, with the minutes needed; else null. */
export function findTooCloseSlot<S extends ScheduleSlot>(
  slot: ScheduleSlot,
  others: readonly S[],
  getChangeoverMs: (previousId: string, nextId: string) => number,
): { readonly other: S; readonly minutes: number } | null {
  for (const other of others) {
    if (other.id === slot.id) continue
    const [first, second] = other.startsAt < slot.startsAt ? [other, slot] : [slot, other]
    const changeoverMs = getChangeoverMs(first.id, second.id)
    if (second.startsAt < first.endsAt + changeoverMs && isAdjacent(first, second, others))
      return { other, minutes: changeoverMs / MINUTE_MS }
  }
  return null
}
/**
 * Returns the first quarter of an hour from `fromMs` on at which a slot fits with its changeovers, without moving other
 * slots.
 */
export function findFirstFreeStart(
  slot: ScheduleSlot,
  others: readonly ScheduleSlot[],
  getChangeoverMs: (previousId: string, nextId: string) => number,
  fromMs: number,
): number {
  const toSlotAt = (millis: number): ScheduleSlot => {
    const startsAt = Math.ceil(millis / QUARTER_HOUR_MS) * QUARTER_HOUR_MS
    return { id: slot.id, startsAt, endsAt: startsAt + slot.endsAt - slot.startsAt }
  }
  const startsBehindOthers = others
    .map((other) => other.endsAt + getChangeoverMs(other.id, slot.id))
    .filter((millis) => millis > fromMs)
  const candidateSlots = [fromMs, ...startsBehindOthers].sort((a, b) => a - b).map(toSlotAt)
  // There is always room behind the last slot.
  return (
    candidateSlots.find(
      (candidate) =>
        findOverlappingSlots(candidate, others).length === 0 && !findTooCloseSlot(candidate, others, getChangeoverMs),
    ) ?? candidateSlots.at(-1)!
  ).startsAt
}
/** True if no other slot starts between the starts of two slots. */
const isAdjacent = (first: ScheduleSlot, second: ScheduleSlot, others: readonly ScheduleSlot[]): boolean =>
  !others.some(
    (other) =>
      other.id !== first.id &&
      other.id !== second.id &&
      other.startsAt >= first.startsAt &&
      other.startsAt < second.startsAt,
  )
