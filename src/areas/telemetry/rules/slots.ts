/**
 * 15-minute slots of plant days, in which readings are aggregated. Every time zone differs from UTC by a multiple of a
 * slot.
 */
import { addDays, resolveLocalTime, toLocalTime, MINUTE_MS, toMoment, type Day } from '@/plant/rules/plant-time'

export const SLOT_MS = 15 * MINUTE_MS
/** A plant day: 96 slots, except on days with a clock change. Times in ms since 1970. */
export interface PlantDay {
  readonly day: Day
  readonly start: number
  readonly end: number
  readonly slots: number
}
/** Builds the plant day of a date in a time zone. */
export function plantDay(day: Day, zone: string): PlantDay {
  const start = resolveLocalTime(day, 0, zone)
  const end = resolveLocalTime(addDays(day, 1), 0, zone)
  return { day, start, end, slots: Math.round((end - start) / SLOT_MS) }
}
/**
 * Creates a function that returns the plant day of a moment. Results are cached, because many moments fall on few
 * days.
 */
export function plantDays(zone: string): (at: number) => PlantDay {
  const known = new Map<number, PlantDay>()
  let last: PlantDay | null = null
  return (at) => {
    if (last && last.start <= at && at < last.end) return last
    // A slot never spans two days.
    const slot = Math.floor(at / SLOT_MS)
    let found = known.get(slot)
    if (!found) known.set(slot, (found = plantDay(toLocalTime(toMoment(at), zone).day, zone)))
    return (last = found)
  }
}
/** Returns the start of the slot that contains a moment, ms. */
export const slotStart = (at: number): number => Math.floor(at / SLOT_MS) * SLOT_MS
/** Rounds a moment up to the next slot boundary, ms. */
export const slotEnd = (at: number): number => Math.ceil(at / SLOT_MS) * SLOT_MS
