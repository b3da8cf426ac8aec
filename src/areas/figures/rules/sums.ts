/**
 * What is kept of every shift of a line, by order: plain sums, so that shifts add up to days, months and years, lines to the plant.
 * What a person reads is worked out of them in `values`. Web is counted where it was wound, slit rolls where they were cut: they are
 * the same kilograms, and never added.
 */
const kg = { unit: 'kg', digits: 3 } as const
const minutes = { unit: 'min', digits: 3 } as const
const number = { unit: '', digits: 0 } as const
const money = { unit: 'CNY', digits: 6 } as const

export interface SumSpec {
  readonly unit: string
  readonly digits: number
}
export const sums = {
  // Off the winder, as weighed; jumbos not weighed by grammage, width and length. `woundFirstKg`: of jumbos without any downgrade.
  woundKg: kg,
  woundM: { unit: 'm', digits: 1 },
  jumboRolls: number,
  woundGoodKg: kg,
  woundDowngradedKg: kg,
  woundWasteKg: kg,
  woundFirstKg: kg,
  // Off the slitter. What went back to pellets is waste; trim and ends of cuttings that were finished stand beside it.
  slitKg: kg,
  slitRolls: number,
  slitGoodKg: kg,
  slitDowngradedKg: kg,
  slitWasteKg: kg,
  slitFirstKg: kg,
  trimKg: kg,
  cutWasteKg: kg,
  // Start-up web and purgings: what came through the die, became no roll and is waste wherever it goes.
  startUpWasteKg: kg,
  // Fed, packing left out; pellets of the plant's own in it; edge trim, off-grade, start-up web and purgings that came back.
  fedKg: kg,
  pelletsKg: kg,
  recycledKg: kg,
  // Electricity with its price by slot, other media with theirs; `energyCost` is of all media. `meteredKg`: web of shifts whose electricity is
  // known, of the line or in common: days are metered after their rolls are counted.
  kwh: { unit: 'kWh', digits: 3 },
  gas: { unit: 'm³', digits: 3 },
  water: { unit: 'm³', digits: 3 },
  energyCost: money,
  meteredKg: kg,
  // Cost of orders by the share of their web, and by the same share the good kilograms that the order made and that its uncut rolls give.
  cost: money,
  costedKg: kg,
  // People of signed handovers by the length of the shift, who stood at several lines shared by them: as the time sheet.
  labourHours: { unit: 'h', digits: 3 },
  // Of lines that make web, since their first order, roll or stop: all time, what stops for reasons outside planned busy time took of it, and all
  // stops, planned, unplanned, unexplained ones. A stop counts in the shift in which it began, its time where it lay.
  calendarMinutes: minutes,
  outsideMinutes: minutes,
  standingMinutes: minutes,
  plannedMinutes: minutes,
  unplannedMinutes: minutes,
  unknownMinutes: minutes,
  stops: number,
  unplannedStops: number,
  endedStops: number,
  restoreMinutes: minutes,
  // Metres that the approved ideal speed would have made in the time the line ran for orders.
  idealM: { unit: 'm', digits: 1 },
  // First whole checks of rolls made in the shift.
  rollsFirstChecked: number,
  rollsFirstPassed: number,
  // Time of all lines, slitters too, since their first order, roll or stop, in which they did not stand; failures that began, and breakdown repairs that ended.
  operatingMinutes: minutes,
  breakdowns: number,
  breakdownsRepaired: number,
  repairMinutes: minutes,
  waitingMinutes: minutes,
  // Orders by the day they were due.
  ordersDue: number,
  ordersOnTime: number,
} as const satisfies Record<string, SumSpec>

export type SumName = keyof typeof sums
export type Sums = Readonly<Record<SumName, number>>
export const sumNames = Object.keys(sums) as SumName[]
export const noSums: Sums = Object.fromEntries(sumNames.map((name) => [name, 0])) as Record<SumName, number>
/** Adds sums name by name, to the digits that are kept. */
export function addSums(all: readonly Partial<Sums>[]): Sums {
  const total: Record<SumName, number> = { ...noSums }
  for (const name of sumNames) {
    const scale = 10 ** sums[name].digits
    total[name] = Math.round(all.reduce((sum, one) => sum + (one[name] ?? 0), 0) * scale) / scale
  }
  return total
}
