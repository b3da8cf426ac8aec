/**
 * 15-minute slots of plant days, in which readings are aggregated. Every time zone differs from UTC by a multiple of a
 * slot.
 */
import { addDays, resolveLocalTime, toLocalTime, MINUTE_MS, toMoment, type Day } from '@/plant/rules/plant-time'

export const READING_SLOT_MS = 15 * MINUTE_MS
/** A plant day: 96 slots, except on days with a clock change. Times in ms since 1970. */
export interface PlantDay {
  readonly day: Day
  readonly start: number
  readonly end: number
  readonly slots: number
}
/** Builds the plant day of a date in a time zone. */
export function buildPlantDay(day: Day, zone: string): PlantDay {
  const start = resolveLocalTime(day, 0, zone)
  const end = resolveLocalTime(addDays(day, 1), 0, zone)
  return { day, start, end, slots: Math.round((end - start) / READING_SLOT_MS) }
}
/**
 * Creates a function that returns the plant day of a moment. Results are cached, because many moments fall on few
 * days.
 */
export function createPlantDayLookup(zone: string): (at: number) => PlantDay {
  const daysBySlot = new Map<number, PlantDay>()
  let lastDay: PlantDay | null = null
  return (at) => {
    if (lastDay && lastDay.start <= at && at < lastDay.end) return lastDay
    // A slot never spans two days.
    const slot = Math.floor(at / READING_SLOT_MS)
    let day = daysBySlot.get(slot)
    if (!day) daysBySlot.set(slot, (day = buildPlantDay(toLocalTime(toMoment(at), zone).day, zone)))
    return (lastDay = day)
  }
}
/** Returns the start of the slot that contains a moment, ms. */
export const getSlotStart = (at: number): number => Math.floor(at / READING_SLOT_MS) * READING_SLOT_MS
/** Rounds a moment up to the next slot boundary, ms. */
export const getSlotEnd = (at: number): number => Math.ceil(at / READING_SLOT_MS) * READING_SLOT_MS
