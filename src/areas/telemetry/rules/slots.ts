/** The slots of 15 minutes that readings are summed up in, by the plant's days. Every zone of the world is a multiple of them from UTC. */
import { addDays, resolveLocalTime, toLocalTime, MINUTE_MS, toMoment, type Day } from '@/plant/rules/plant-time'

export const SLOT_MS = 15 * MINUTE_MS
/** A day of the plant: 96 slots, but for those on which the clock is put forward or back. Times in ms since 1970. */
export interface PlantDay {
  readonly day: Day
  readonly start: number
  readonly end: number
  readonly slots: number
}
export function plantDay(day: Day, zone: string): PlantDay {
  const start = resolveLocalTime(day, 0, zone)
  const end = resolveLocalTime(addDays(day, 1), 0, zone)
  return { day, start, end, slots: Math.round((end - start) / SLOT_MS) }
}
/** The day that a moment lies in. Asked for many moments of few days, it looks each up once. */
export function plantDays(zone: string): (at: number) => PlantDay {
  const known = new Map<number, PlantDay>()
  let last: PlantDay | null = null
  return (at) => {
    if (last && last.start <= at && at < last.end) return last
    // A slot never lies in two days.
    const slot = Math.floor(at / SLOT_MS)
    let found = known.get(slot)
    if (!found) known.set(slot, (found = plantDay(toLocalTime(toMoment(at), zone).day, zone)))
    return (last = found)
  }
}
export const slotStart = (at: number): number => Math.floor(at / SLOT_MS) * SLOT_MS
export const slotEnd = (at: number): number => Math.ceil(at / SLOT_MS) * SLOT_MS
