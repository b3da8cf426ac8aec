import { isSlittingLineKind, isWebLineKind, type LineKind } from '@/plant/rules/line'

const kgSpec = { unit: 'kg', digits: 3 } as const
const minutesSpec = { unit: 'min', digits: 3 } as const
const countSpec = { unit: '', digits: 0 } as const
const moneySpec = { unit: 'CNY', digits: 6 } as const

export interface SumSpec {
  readonly unit: string
  readonly digits: number
}
/**
 * Sums stored for every shift by line and order. They are additive: shifts add up to days, months and years, and lines
 * to the plant. `metric-values` calculates the metrics from them. Wound web and slit rolls are the same kilograms
 * (counted at the winder and at the slitter) and must never be added.
 */
export const sumSpecs = {
  // Winder output as weighed; unweighed jumbos by grammage, width and length. `woundFirstKg`: jumbos without downgrade.
  // `woundWasteKg`: scrapped jumbos, and waste metres of jumbos sold or used whole. Waste metres of other jumbos count as
  // downgraded, because they become waste of the slitter.
  woundKg: kgSpec,
  woundM: { unit: 'm', digits: 1 },
  jumboRolls: countSpec,
  woundGoodKg: kgSpec,
  woundDowngradedKg: kgSpec,
  woundWasteKg: kgSpec,
  woundFirstKg: kgSpec,
  // Slitter output. Rolls sent to pelletizing are waste. `trimKg` and `cutWasteKg` are trim and ends of finished cuttings.
  slitKg: kgSpec,
  slitRolls: countSpec,
  slitGoodKg: kgSpec,
  slitDowngradedKg: kgSpec,
  slitWasteKg: kgSpec,
  slitFirstKg: kgSpec,
  trimKg: kgSpec,
  cutWasteKg: kgSpec,
  // Start-up web and purgings: material that passed the die without becoming a roll; always waste.
  startUpWasteKg: kgSpec,
  // `fedKg`: material fed, without packing. `pelletsKg`: the part of it that is own pellets. `recycledKg`: edge trim,
  // off-grade, start-up web and purgings.
  fedKg: kgSpec,
  pelletsKg: kgSpec,
  recycledKg: kgSpec,
  // `energyCost` covers all media; electricity is priced by time slot. `meteredKg` is the web wound in shifts with
  // known electricity of the line or of shared meters. It can be less than `woundKg`, because the meters of a day are
  // evaluated later than its rolls.
  kwh: { unit: 'kWh', digits: 3 },
  gas: { unit: 'm³', digits: 3 },
  water: { unit: 'm³', digits: 3 },
  energyCost: moneySpec,
  meteredKg: kgSpec,
  // Order cost in proportion to the shift's share of the order's web. `costedKg` is the same share of the order's good kilograms,
  // including the expected good kilograms of uncut rolls.
  cost: moneySpec,
  costedKg: kgSpec,
  // Number of people in signed handovers × shift length. As in the time sheet, a person at several lines counts in
  // equal parts at each line.
  labourHours: { unit: 'h', digits: 3 },
  // Minutes of web lines since their first order, roll or stop. `outsideMinutes`: stops outside planned busy time.
  // `standingMinutes`: all stops. `unknownMinutes`: unexplained stops. Minutes count in the shift in which they fall; a
  // stop counts in the shift in which it began.
  calendarMinutes: minutesSpec,
  outsideMinutes: minutesSpec,
  standingMinutes: minutesSpec,
  plannedMinutes: minutesSpec,
  unplannedMinutes: minutesSpec,
  unknownMinutes: minutesSpec,
  stops: countSpec,
  unplannedStops: countSpec,
  // Number and whole duration of the unplanned stops that ended in the shift.
  endedStops: countSpec,
  restoreMinutes: minutesSpec,
  // Metres at the approved ideal speed for the time the line ran for orders.
  idealM: { unit: 'm', digits: 1 },
  // First complete checks of the rolls produced in the shift.
  rollsFirstChecked: countSpec,
  rollsFirstPassed: countSpec,
  // `operatingMinutes`: running time of all lines including slitters since their first order, roll or stop.
  // `breakdowns`: failures that began in the shift, since the same moment. `breakdownsRepaired` and `repairMinutes`:
  // breakdown repairs that ended in the shift, waiting time included.
  operatingMinutes: minutesSpec,
  breakdowns: countSpec,
  breakdownsRepaired: countSpec,
  repairMinutes: minutesSpec,
  waitingMinutes: minutesSpec,
  // Orders by due day.
  ordersDue: countSpec,
  ordersOnTime: countSpec,
} as const satisfies Record<string, SumSpec>

export type SumName = keyof typeof sumSpecs
export type ShiftSums = Readonly<Record<SumName, number>>
export const sumNames = Object.keys(sumSpecs) as SumName[]
export const zeroSums: ShiftSums = Object.fromEntries(sumNames.map((name) => [name, 0])) as Record<SumName, number>
/** Times and stops of web lines. Slitters, and the rows of a single order, have none. */
const webLineTimeSums: ReadonlySet<SumName> = new Set([
  'calendarMinutes',
  'outsideMinutes',
  'standingMinutes',
  'plannedMinutes',
  'unplannedMinutes',
  'unknownMinutes',
  'stops',
  'unplannedStops',
  'endedStops',
  'restoreMinutes',
])
/** Kinds of the lines to which sums are limited; null if they are not limited to lines. */
export type LineScope = readonly LineKind[] | null
/** Sums of wound web, which belong to the line that wound it. */
const woundSums: ReadonlySet<SumName> = new Set([
  'woundKg',
  'woundM',
  'jumboRolls',
  'woundGoodKg',
  'woundDowngradedKg',
  'woundWasteKg',
  'woundFirstKg',
])
/** Sums of slit rolls, which belong to the line that slit them. */
const slitSums: ReadonlySet<SumName> = new Set([
  'slitKg',
  'slitRolls',
  'slitGoodKg',
  'slitDowngradedKg',
  'slitWasteKg',
  'slitFirstKg',
  'trimKg',
  'cutWasteKg',
])
/** True if lines of the scope can have the sum: web is wound on web lines, and rolls are slit on slitting lines. */
const isMeasuredInScope = (name: SumName, lineScope: LineScope): boolean => {
  if (lineScope === null) return true
  if (woundSums.has(name)) return lineScope.some(isWebLineKind)
  return !slitSums.has(name) || lineScope.some(isSlittingLineKind)
}
/**
 * Returns a sum. Null for sums that are not measured, because zero would be a wrong value: times and stops without
 * calendar time, slit rolls of winding lines, and wound web of slitting lines.
 */
export const getKnownSum = (sums: ShiftSums, name: SumName, lineScope: LineScope = null): number | null => {
  if (sums[name] !== 0) return sums[name]
  if (webLineTimeSums.has(name) && sums.calendarMinutes === 0) return null
  return isMeasuredInScope(name, lineScope) ? 0 : null
}
/** Stop time by class. The classes are parts of `standingMinutes`. */
const stopClassSums: ReadonlySet<SumName> = new Set(['plannedMinutes', 'unplannedMinutes', 'unknownMinutes'])
/**
 * Returns the sums that a correction changes. A correction of the stop or calendar time of a line also changes its
 * operating time. A correction of the stop time of a class also changes the whole stop time. A late change of source
 * rows is booked for each sum on its own.
 */
export function expandCorrection(sum: SumName, delta: number, cause: 'person' | 'late'): Partial<ShiftSums> {
  if (cause === 'late') return { [sum]: delta }
  if (stopClassSums.has(sum)) return { [sum]: delta, standingMinutes: delta, operatingMinutes: -delta }
  if (sum === 'standingMinutes') return { standingMinutes: delta, operatingMinutes: -delta }
  if (sum === 'calendarMinutes') return { calendarMinutes: delta, operatingMinutes: delta }
  return { [sum]: delta }
}
/** Adds sums name by name and rounds them to the stored digits. */
export function addShiftSums(addends: readonly Partial<ShiftSums>[]): ShiftSums {
  const total: Record<SumName, number> = { ...zeroSums }
  for (const name of sumNames) {
    const scale = 10 ** sumSpecs[name].digits
    total[name] = Math.round(addends.reduce((sum, addend) => sum + (addend[name] ?? 0), 0) * scale) / scale
  }
  return total
}
