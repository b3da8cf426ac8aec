/**
 * Compares the grid's monthly bill with the amounts that the plant calculates from meters, tariff slots and charges.
 */
import { billCharges, type BillCharge, type PerKwhCharge } from '@/areas/prices/rules/dated-price'
import { bands, type TariffBand } from '@/areas/prices/rules/tariff'
import type { Day } from '@/plant/rules/plant-time'
import type { EnergyBand } from './energy-bands'
import { roundToCent } from '@/plant/rules/quantity'

export const billLines = [...bands, ...billCharges, 'other', 'total'] as const
export type BillLine = (typeof billLines)[number]
const isBand = (line: BillLine): line is TariffBand => bands.some((band) => band === line)

/** Consumption of the top meters on a day in a tariff band in kWh; cost in CNY by the price of each slot. */
export interface DayUse {
  readonly day: Day
  readonly band: EnergyBand
  readonly used: number
  readonly cost: number
  readonly estimated: number
  readonly unpriced: number
}
export interface ChargePrice {
  readonly kind: BillCharge
  readonly effectiveFrom: Day
  readonly effectiveTo: Day | null
  readonly price: number
  /** Contracted kVA; only for the capacity charge. */
  readonly contracted: number | null
}
/** One line of a bill: kWh of energy, kW of demand or kVA of capacity, and CNY. Null if the bill has no value. */
export interface LineAmounts {
  readonly quantity: number | null
  readonly cny: number | null
}
export type BillAmounts = Readonly<Partial<Record<BillLine, LineAmounts>>>

const sumNumbers = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
/** Returns the CNY per kWh of a charge on a day: the sum of its prices in force. */
export const getPerKwhPrice = (
  prices: readonly Pick<ChargePrice, 'kind' | 'effectiveFrom' | 'effectiveTo' | 'price'>[],
  charge: PerKwhCharge,
  day: Day,
): number =>
  sumNumbers(prices.filter((price) => price.kind === charge && isInForce(price, day)).map(({ price }) => price))
const isInForce = (
  { effectiveFrom, effectiveTo }: Pick<ChargePrice, 'effectiveFrom' | 'effectiveTo'>,
  day: Day,
): boolean => effectiveFrom <= day && (effectiveTo === null || effectiveTo >= day)

/**
 * Calculates the lines of a month's bill.
 * @param input consumption by day and band, the highest quarter of an hour in kW, and the charges in force in the month
 */
export function calculateBill(input: {
  readonly monthStart: Day
  readonly dayUses: readonly DayUse[]
  readonly demandKw: number | null
  readonly charges: readonly ChargePrice[]
}): BillAmounts {
  const { dayUses, monthStart, demandKw } = input
  const listChargesInForce = (kind: BillCharge, day: Day) =>
    input.charges.filter((charge) => charge.kind === kind && isInForce(charge, day))
  const calculatePerKwhCharge = (kind: PerKwhCharge): number | null =>
    input.charges.some((charge) => charge.kind === kind)
      ? roundToCent(sumNumbers(dayUses.map(({ day, used }) => used * getPerKwhPrice(input.charges, kind, day))))
      : null
  const calculateMonthlyCharge = (
    kind: BillCharge,
    getAmount: (charge: ChargePrice) => number | null,
  ): number | null => {
    const amounts = listChargesInForce(kind, monthStart).map(getAmount)
    return amounts.length === 0 || amounts.includes(null)
      ? null
      : roundToCent(sumNumbers(amounts.map((amount) => amount ?? 0)))
  }
  const sumBand = (name: EnergyBand): LineAmounts => {
    const bandUses = dayUses.filter(({ band }) => band === name)
    return {
      quantity: sumNumbers(bandUses.map(({ used }) => used)),
      cny: roundToCent(sumNumbers(bandUses.map(({ cost }) => cost))),
    }
  }
  const totalKwh = sumNumbers(dayUses.map(({ used }) => used))
  const contractedKva = listChargesInForce('capacity', monthStart).flatMap((charge) => charge.contracted ?? [])
  const calculatedLines = {
    ...(Object.fromEntries(bands.map((band) => [band, sumBand(band)])) as Record<TariffBand, LineAmounts>),
    demand: {
      quantity: demandKw,
      cny: calculateMonthlyCharge('demand', ({ price }) => (demandKw === null ? null : demandKw * price)),
    },
    capacity: {
      quantity: contractedKva.length > 0 ? sumNumbers(contractedKva) : null,
      cny: calculateMonthlyCharge('capacity', ({ price, contracted }) =>
        contracted === null ? null : contracted * price,
      ),
    },
    transmission: { quantity: null, cny: calculatePerKwhCharge('transmission') },
    surcharge: { quantity: null, cny: calculatePerKwhCharge('surcharge') },
    // Slots without a tariff band have no price either.
    other: { quantity: sumBand('none').quantity || null, cny: null },
  }
  // The power factor adjustment 力调 applies to energy, transmission and basic charges, but not to state surcharges.
  const adjustedCny = sumNumbers(
    [...bands, 'demand' as const, 'capacity' as const, 'transmission' as const].map(
      (line) => calculatedLines[line].cny ?? 0,
    ),
  )
  const powerFactor = {
    quantity: null,
    cny: calculateMonthlyCharge('powerFactor', ({ price }) => (adjustedCny * price) / 100),
  }
  const allLines = [...Object.values(calculatedLines), powerFactor]
  return {
    ...calculatedLines,
    powerFactor,
    total: { quantity: totalKwh, cny: roundToCent(sumNumbers(allLines.map(({ cny }) => cny ?? 0))) },
  }
}

/** Returns the part of a bill's total that its lines do not explain; null if they add up or there are no lines. */
export function calculateOtherCny(totalCny: number, lineAmounts: readonly (number | null)[]): number | null {
  const billedAmounts = lineAmounts.filter((amount) => amount !== null)
  const remainder = roundToCent(totalCny - sumNumbers(billedAmounts))
  return billedAmounts.length === 0 || remainder === 0 ? null : remainder
}

/** Smaller differences count as agreement, because grid meters have accuracy class 0.5. */
export const AGREEMENT_TOLERANCE_PERCENT = 0.5
/**
 * Explanation of a difference: estimated consumption, missing hours, no value on the bill (`notBilled`) or in the
 * plant's calculation (`notWorkedOut`).
 */
export const billFindings = ['agrees', 'estimated', 'missing', 'notBilled', 'notWorkedOut', 'unexplained'] as const
export type BillFinding = (typeof billFindings)[number]
export interface BillLineComparison {
  readonly line: BillLine
  readonly calculated: LineAmounts
  readonly billed: LineAmounts
  /** Billed minus calculated. */
  readonly quantityDifference: number | null
  readonly quantityPercent: number | null
  readonly cnyDifference: number | null
  readonly cnyPercent: number | null
  /** kWh that the plant only estimated, and kWh without a price. */
  readonly estimated: number
  readonly unpriced: number
  readonly finding: BillFinding
}
const calculateDifference = (calculated: number | null, billed: number | null) => {
  if (calculated === null || billed === null) return { difference: null, percent: null }
  const difference = Math.round((billed - calculated) * 1000) / 1000
  return {
    difference,
    percent: calculated !== 0 ? Math.round((difference / Math.abs(calculated)) * 1000) / 10 : null,
  }
}
/**
 * Compares two bills line by line; omits lines that neither side has.
 * @param missingHours hours without readings in the month
 */
export function compareBill(
  calculatedBill: BillAmounts,
  billed: BillAmounts,
  dayUses: readonly DayUse[],
  missingHours: number,
): BillLineComparison[] {
  const emptyAmounts: LineAmounts = { quantity: null, cny: null }
  const hasAmount = ({ quantity, cny }: LineAmounts) => (quantity ?? 0) !== 0 || (cny ?? 0) !== 0
  return billLines.flatMap((line): BillLineComparison[] => {
    const calculatedAmounts = calculatedBill[line] ?? emptyAmounts
    const billedAmounts = billed[line] ?? emptyAmounts
    if (line !== 'total' && !hasAmount(calculatedAmounts) && !hasAmount(billedAmounts)) return []
    const lineUses = dayUses.filter(({ band }) => line === 'total' || (isBand(line) && band === line))
    const quantityComparison = calculateDifference(calculatedAmounts.quantity, billedAmounts.quantity)
    const cnyComparison = calculateDifference(calculatedAmounts.cny, billedAmounts.cny)
    const estimated = sumNumbers(lineUses.map((dayUse) => dayUse.estimated))
    const comparison = {
      line,
      calculated: calculatedAmounts,
      billed: billedAmounts,
      quantityDifference: quantityComparison.difference,
      quantityPercent: quantityComparison.percent,
      cnyDifference: cnyComparison.difference === null ? null : roundToCent(cnyComparison.difference),
      cnyPercent: cnyComparison.percent,
      estimated,
      unpriced: sumNumbers(lineUses.map(({ unpriced }) => unpriced)),
    }
    return [
      { ...comparison, finding: classifyComparison(comparison, isBand(line) || line === 'total' ? missingHours : 0) },
    ]
  })
}
type ComparisonWithoutFinding = Omit<BillLineComparison, 'finding'>
function classifyComparison(comparison: ComparisonWithoutFinding, missingHours: number): BillFinding {
  const { calculated, billed, quantityDifference, quantityPercent, cnyDifference, cnyPercent, estimated } = comparison
  if (billed.quantity === null && billed.cny === null) return 'notBilled'
  if (calculated.quantity === null && calculated.cny === null) return 'notWorkedOut'
  const isWithinTolerance = (difference: number | null, percent: number | null) =>
    difference === null || difference === 0 || (percent !== null && Math.abs(percent) <= AGREEMENT_TOLERANCE_PERCENT)
  if (isWithinTolerance(quantityDifference, quantityPercent) && isWithinTolerance(cnyDifference, cnyPercent))
    return 'agrees'
  if (!isWithinTolerance(quantityDifference, quantityPercent)) {
    if (Math.abs(quantityDifference ?? 0) <= estimated) return 'estimated'
    if ((quantityDifference ?? 0) > 0 && missingHours > 0) return 'missing'
  }
  return 'unexplained'
}
