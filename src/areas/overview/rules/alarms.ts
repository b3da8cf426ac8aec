/** Finds when a measured value was outside its limits. */
export interface Slot {
  /** Start of the slot, ms since 1970. */
  readonly from: number
  readonly low: number
  readonly high: number
}
export interface Alarm {
  readonly from: number
  /** Null while the alarm lasts. */
  readonly to: number | null
  /** The value farthest outside the limits. */
  readonly worst: number
}
/**
 * Returns the periods in which any reading was outside the limits, oldest first. A gap without readings ends a period.
 */
export function alarmsOf(
  slots: readonly Slot[],
  {
    low,
    high,
    stepMs,
    now,
  }: { readonly low: number | null; readonly high: number | null; readonly stepMs: number; readonly now: number },
): Alarm[] {
  const off = (value: number): number => Math.max(low === null ? 0 : low - value, high === null ? 0 : value - high, 0)
  const found: { from: number; to: number; worst: number }[] = []
  for (const slot of slots) {
    const worst = off(slot.high) >= off(slot.low) ? slot.high : slot.low
    if (off(worst) === 0) continue
    const last = found.at(-1)
    if (last && last.to === slot.from) {
      last.to += stepMs
      if (off(worst) > off(last.worst)) last.worst = worst
    } else found.push({ from: slot.from, to: slot.from + stepMs, worst })
  }
  return found.map(({ from, to, worst }) => ({ from, to: to > now ? null : to, worst }))
}
