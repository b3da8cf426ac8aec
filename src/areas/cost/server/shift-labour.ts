/** Labour of orders, from the people who signed for the shifts at lines and slitters. */
import type { SignedShift } from '@/areas/handover/server/queries/signed-shifts'
import { HOUR_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { getShiftAt, getShiftsBetween, getShiftsOfDay, type PlantCalendar } from '@/plant/rules/shift'
import type { LabourUsage } from '../rules/cost-sources'
import { countHoursWithin, type TimeSpan } from '../rules/run-spans'
import type { SlitShare } from '../rules/slit-shares'

/** Source rows of the labour of a batch of orders. */
export interface LabourSources {
  readonly calendar: PlantCalendar
  readonly slitSharesByOrder: ReadonlyMap<string, readonly SlitShare[]>
  /** Signed shifts by `toShiftKey`. */
  readonly signedShiftByKey: ReadonlyMap<string, SignedShift>
  /** ms since 1970 */
  readonly now: number
}
/** Builds the key of a shift of a line. */
export const toShiftKey = (lineId: string, businessDate: string, shift: string): string =>
  `${lineId} ${businessDate} ${shift}`

/** Labour of a shift; without hours if nobody has signed for the shift. */
type ShiftLabour = LabourUsage | Omit<LabourUsage, 'hours' | 'people'>
/** Lists the labour at the line: everybody who signed for a shift, for the hours in which the order ran. */
export function listLineLabour(
  lineId: string,
  runs: readonly TimeSpan[],
  { calendar, signedShiftByKey, now }: LabourSources,
): ShiftLabour[] {
  const firstRun = runs[0]
  const lastRun = runs.at(-1)
  if (!firstRun || !lastRun) return []
  const { rotation, timeZone } = calendar
  // The order usually starts within a shift, whose people worked for it too.
  const { startsAt } = getShiftAt(toMoment(firstRun.from), rotation, timeZone)
  return getShiftsBetween(startsAt, toMoment(lastRun.to), rotation, timeZone).flatMap((shift): ShiftLabour[] => {
    const shiftSpan = getShiftSpan(shift.businessDate, shift.shift, calendar)
    const hours = shiftSpan ? countHoursWithin(runs, shiftSpan) : 0
    if (!shiftSpan || hours === 0) return []
    return toShiftLabour(
      { lineId, businessDate: shift.businessDate, shift: shift.shift },
      hours,
      shiftSpan.to <= now,
      signedShiftByKey,
    )
  })
}
/** Lists the labour at slitters by the order's share of the cut kilograms, because a slitter cuts several orders a shift. */
export function listSlitterLabour(
  orderId: string,
  { calendar, slitSharesByOrder, signedShiftByKey, now }: LabourSources,
): ShiftLabour[] {
  return (slitSharesByOrder.get(orderId) ?? []).flatMap(
    ({ slitterId, businessDate, shift, kg, allKg }): ShiftLabour[] => {
      const shiftSpan = getShiftSpan(businessDate, shift, calendar)
      if (!shiftSpan || allKg <= 0) return []
      const hours = ((shiftSpan.to - shiftSpan.from) / HOUR_MS) * (kg / allKg)
      return toShiftLabour({ lineId: slitterId, businessDate, shift }, hours, shiftSpan.to <= now, signedShiftByKey)
    },
  )
}
/** Returns the labour of a signed shift, an unsigned shift without hours, or nothing while the shift still runs. */
function toShiftLabour(
  shiftRef: { lineId: string; businessDate: string; shift: string },
  hours: number,
  isShiftOver: boolean,
  signedShiftByKey: LabourSources['signedShiftByKey'],
): ShiftLabour[] {
  const signature = signedShiftByKey.get(toShiftKey(shiftRef.lineId, shiftRef.businessDate, shiftRef.shift))
  if (signature) return [{ ...shiftRef, people: signature.people, hours: signature.people * hours }]
  return isShiftOver ? [shiftRef] : []
}
/** Returns the time span of a shift; null if the shift pattern has no such shift. */
function getShiftSpan(businessDate: string, shiftKey: string, { rotation, timeZone }: PlantCalendar): TimeSpan | null {
  const shift = getShiftsOfDay(businessDate, rotation, timeZone).find((candidate) => candidate.shift === shiftKey)
  return shift ? { from: toMillis(shift.startsAt), to: toMillis(shift.endsAt) } : null
}
