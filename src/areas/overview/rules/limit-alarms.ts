/** Finds the periods in which a measured value was outside its limits. */
export interface ReadingSlot {
  /** Start of the slot, ms since 1970. */
  readonly from: number
  /** Lowest and highest reading in the slot. */
  readonly low: number
  readonly high: number
}
export interface LimitAlarm {
  readonly from: number
  /** Null while the alarm lasts. */
  readonly to: number | null
  /** The value farthest outside the limits. */
  readonly worst: number
}
/**
 * Returns the periods in which any reading was outside the limits, oldest first. A gap without readings ends a period.
 * @param limits `low` and `high` limit, length of a slot (`stepMs`) and the present moment
 */
export function findLimitAlarms(
  slots: readonly ReadingSlot[],
  {
    low,
    high,
    stepMs,
    nowMs,
  }: { readonly low: number | null; readonly high: number | null; readonly stepMs: number; readonly nowMs: number },
): LimitAlarm[] {
  const calculateExcess = (value: number): number =>
    Math.max(low === null ? 0 : low - value, high === null ? 0 : value - high, 0)
  const alarms: { from: number; to: number; worstValue: number }[] = []
  for (const slot of slots) {
    const worstValue = calculateExcess(slot.high) >= calculateExcess(slot.low) ? slot.high : slot.low
    if (calculateExcess(worstValue) === 0) continue
    const lastAlarm = alarms.at(-1)
    if (lastAlarm && lastAlarm.to === slot.from) {
      lastAlarm.to += stepMs
      if (calculateExcess(worstValue) > calculateExcess(lastAlarm.worstValue)) lastAlarm.worstValue = worstValue
    } else alarms.push({ from: slot.from, to: slot.from + stepMs, worstValue })
  }
  return alarms.map(({ from, to, worstValue }) => ({ from, to: to > nowMs ? null : to, worst: worstValue }))
}
