/** Counts open repairs by age. */
import { DAY_MS } from '@/plant/rules/plant-time'

/** Lower ends of the ages, in days. */
const AGE_STARTS_DAYS = [0, 1, 3, 7] as const

export interface AgeCount {
  readonly fromDays: number
  /** Null for the last age, which has no end. */
  readonly toDays: number | null
  readonly repairs: number
  /** Repairs that stop a line. */
  readonly stopping: number
}
/** Counts repairs of each age, the youngest first. A repair that is exactly one day old counts as 1–3 days. */
export function countByAge(
  repairs: readonly { readonly since: number; readonly isStopping: boolean }[],
  nowMs: number,
): AgeCount[] {
  return AGE_STARTS_DAYS.map((fromDays, index) => {
    const toDays = AGE_STARTS_DAYS[index + 1] ?? null
    // The first age includes negative ages, which occur if a reporter's clock is ahead.
    const isOfAge = (ageDays: number) => (ageDays >= fromDays || index === 0) && (toDays === null || ageDays < toDays)
    const repairsOfAge = repairs.filter(({ since }) => isOfAge((nowMs - since) / DAY_MS))
    return {
      fromDays,
      toDays,
      repairs: repairsOfAge.length,
      stopping: repairsOfAge.filter(({ isStopping }) => isStopping).length,
    }
  })
}
