/**
 * Compares the grid's monthly bill with the amounts that the plant calculates from meters, tariff slots and charges.
 */
import { billCharges, type BillCharge, type PerKwhCharge } from '@/areas/prices/rules/dated-price'
import { bands, type TariffBand } from '@/areas/prices/rules/tariff'
import type { Day } from '@/plant/rules/plant-time'
import type { EnergyBand } from './energy-bands'

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
/** One line of one side: kWh of energy, kW of demand or kVA of capacity, and CNY. Null if that side has no value. */
export interface LineAmounts {
  readonly quantity: number | null
  readonly cny: number | null
}
export type BillAmounts = Readonly<Partial<Record<BillLine, LineAmounts>>>

const sum = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)
/** Returns the CNY per kWh of a charge on a day: the sum of its prices in force. */
export const getPerKwhPrice = (
  prices: readonly Pick<ChargePrice, 'kind' | 'effectiveFrom' | 'effectiveTo' | 'price'>[],
  charge: PerKwhCharge,
  day: Day,
): number => sum(prices.filter((one) => one.kind === charge && isInForce(one, day)).map(({ price }) => price))
const isInForce = (
  { effectiveFrom, effectiveTo }: Pick<ChargePrice, 'effectiveFrom' | 'effectiveTo'>,
  day: Day,
): boolean => effectiveFrom <= day && (effectiveTo === null || effectiveTo >= day)
const roundToCent = (cny: number): number => Math.round(cny * 100) / 100

/**
 * Calculates the lines of a month's bill.
 * @param input consumption by day and band, the highest quarter of an hour in kW, and the charges in force in the month
 */
export function calculateBill(input: {
  readonly first: Day
  readonly uses: readonly DayUse[]
  readonly demandKw: number | null
  readonly charges: readonly ChargePrice[]
}): BillAmounts {
  const { uses, first, demandKw } = input
  const listChargesInForce = (kind: BillCharge, day: Day) =>
    input.charges.filter((one) => one.kind === kind && isInForce(one, day))
  const calculatePerKwhCharge = (kind: PerKwhCharge): number | null =>
    input.charges.some((one) => one.kind === kind)
      ? roundToCent(sum(uses.map(({ day, used }) => used * getPerKwhPrice(input.charges, kind, day))))
      : null
  const calculateMonthlyCharge = (
    kind: BillCharge,
    getAmount: (charge: ChargePrice) => number | null,
  ): number | null => {
    const amounts = listChargesInForce(kind, first).map(getAmount)
    return amounts.length === 0 || amounts.includes(null) ? null : roundToCent(sum(amounts.map((one) => one ?? 0)))
  }
  const sumBand = (name: EnergyBand): LineAmounts => {
    const bandUses = uses.filter(({ band }) => band === name)
    return { quantity: sum(bandUses.map(({ used }) => used)), cny: roundToCent(sum(bandUses.map(({ cost }) => cost))) }
  }
  const totalKwh = sum(uses.map(({ used }) => used))
  const contractedKva = listChargesInForce('capacity', first).flatMap((one) => one.contracted ?? [])
  const calculatedLines = {
    ...(Object.fromEntries(bands.map((band) => [band, sumBand(band)])) as Record<TariffBand, LineAmounts>),
    demand: { quantity: demandKw, cny: calculateMonthlyCharge('demand', ({ price }) => demandKw && demandKw * price) },
    capacity: {
      quantity: contractedKva.length > 0 ? sum(contractedKva) : null,
      cny: calculateMonthlyCharge('capacity', ({ price, contracted: kva }) => kva && kva * price),
    },
    transmission: { quantity: null, cny: calculatePerKwhCharge('transmission') },
    surcharge: { quantity: null, cny: calculatePerKwhCharge('surcharge') },
    // Slots without a tariff band have no price either.
    other: { quantity: sumBand('none').quantity || null, cny: null },
  }
  // 力调 applies to energy, transmission and basic charges; state surcharges are not adjusted.
  const adjustedCny = sum(
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
    total: { quantity: totalKwh, cny: roundToCent(sum(allLines.map(({ cny }) => cny ?? 0))) },
  }
}

/** Returns the part of a bill's total that its lines do not explain; null if they add up or there are no lines. */
export function calculateOtherCny(total: number, lines: readonly (number | null)[]): number | null {
  const billedLines = lines.filter((one) => one !== null)
  const remainder = roundToCent(total - sum(billedLines))
  return billedLines.length === 0 || remainder === 0 ? null : remainder
}

/** Grid meters have accuracy class 0.5; smaller differences count as agreement. */
export const AGREEMENT_TOLERANCE_PERCENT = 0.5
export const billFindings = ['agrees', 'estimated', 'missing', 'notBilled', 'notWorkedOut', 'unexplained'] as const
export type BillFinding = (typeof billFindings)[number]
export interface BillLineComparison {
  readonly line: BillLine
  readonly own: LineAmounts
  readonly billed: LineAmounts
  /** Billed minus calculated. */
  readonly quantityOff: number | null
  readonly quantityPercent: number | null
  readonly cnyOff: number | null
  readonly cnyPercent: number | null
  /** kWh that the plant only estimated, and kWh without a price. */
  readonly estimated: number
  readonly unpriced: number
  readonly finding: BillFinding
}
const calculateDifference = (own: number | null, billed: number | null) => {
  if (own === null || billed === null) return { by: null, percent: null }
  const difference = Math.round((billed - own) * 1000) / 1000
  return { by: difference, percent: own !== 0 ? Math.round((difference / Math.abs(own)) * 1000) / 10 : null }
}
/**
 * Compares two bills line by line; omits lines that neither side has.
 * @param missingHours hours without readings in the month
 */
export function compareBill(
  own: BillAmounts,
  billed: BillAmounts,
  uses: readonly DayUse[],
  missingHours: number,
): BillLineComparison[] {
  const emptyAmounts: LineAmounts = { quantity: null, cny: null }
  const hasAmount = ({ quantity, cny }: LineAmounts) => (quantity ?? 0) !== 0 || (cny ?? 0) !== 0
  return billLines.flatMap((line): BillLineComparison[] => {
    const [ownAmounts, billedAmounts] = [own[line] ?? emptyAmounts, billed[line] ?? emptyAmounts]
    if (line !== 'total' && !hasAmount(ownAmounts) && !hasAmount(billedAmounts)) return []
    const lineUses = uses.filter(({ band }) => line === 'total' || (isBand(line) && band === line))
    const [quantity, cny] = [
      calculateDifference(ownAmounts.quantity, billedAmounts.quantity),
      calculateDifference(ownAmounts.cny, billedAmounts.cny),
    ]
    const estimated = sum(lineUses.map((comparison) => comparison.estimated))
    const comparison = {
      line,
      own: ownAmounts,
      billed: billedAmounts,
      quantityOff: quantity.by,
      quantityPercent: quantity.percent,
      cnyOff: cny.by === null ? null : roundToCent(cny.by),
      cnyPercent: cny.percent,
      estimated,
      unpriced: sum(lineUses.map(({ unpriced }) => unpriced)),
    }
    return [
      { ...comparison, finding: judgeComparison(comparison, isBand(line) || line === 'total' ? missingHours : 0) },
    ]
  })
}
type UnjudgedComparison = Omit<BillLineComparison, 'finding'>
function judgeComparison(comparison: UnjudgedComparison, missingHours: number): BillFinding {
  const { own, billed, quantityOff, quantityPercent, cnyOff, cnyPercent, estimated } = comparison
  if (billed.quantity === null && billed.cny === null) return 'notBilled'
  if (own.quantity === null && own.cny === null) return 'notWorkedOut'
  const isWithinTolerance = (difference: number | null, percent: number | null) =>
    difference === null || difference === 0 || (percent !== null && Math.abs(percent) <= AGREEMENT_TOLERANCE_PERCENT)
  if (isWithinTolerance(quantityOff, quantityPercent) && isWithinTolerance(cnyOff, cnyPercent)) return 'agrees'
  if (!isWithinTolerance(quantityOff, quantityPercent)) {
    if (Math.abs(quantityOff ?? 0) <= estimated) return 'estimated'
    if ((quantityOff ?? 0) > 0 && missingHours > 0) return 'missing'
  }
  return 'unexplained'
}
