/** When something measured was outside its limits. */
export interface Slot {
  /** ms since 1970 at which the slot begins. */
  readonly from: number
  readonly low: number
  readonly high: number
}
export interface Alarm {
  readonly from: number
  /** Null: it still is. */
  readonly to: number | null
  /** The value that was furthest outside. */
  readonly worst: number
}
/** Stretches of slots in which anything read was below or above the limits, oldest first; slots without readings end one. */
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
