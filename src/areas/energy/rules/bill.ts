/**
 * Compares the grid's monthly bill with the amounts that the plant calculates from meters, tariff slots and charges.
 */
import { billCharges, type BillCharge, type PerKwhCharge } from '@/areas/prices/rules/dated-price'
import { bands, type TariffBand } from '@/areas/prices/rules/tariff'
import type { Day } from '@/plant/rules/plant-time'
import type { UseBand } from './bands'

export const billLines = [...bands, ...billCharges, 'other', 'total'] as const
export type BillLine = (typeof billLines)[number]
const isBand = (line: BillLine): line is TariffBand => bands.some((band) => band === line)

/** Consumption of the top meters on a day in a tariff band in kWh; cost in CNY by the price of each slot. */
export interface DayUse {
  readonly day: Day
  readonly band: UseBand
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
export interface Amounts {
  readonly quantity: number | null
  readonly cny: number | null
}
export type Lines = Readonly<Partial<Record<BillLine, Amounts>>>

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)
/** Returns the CNY per kWh of a charge on a day: the sum of its prices in force. */
export const perKwhPriceOn = (
  prices: readonly Pick<ChargePrice, 'kind' | 'effectiveFrom' | 'effectiveTo' | 'price'>[],
  charge: PerKwhCharge,
  day: Day,
): number => sumOf(prices.filter((one) => one.kind === charge && holdsOn(one, day)).map(({ price }) => price))
const holdsOn = (
  { effectiveFrom, effectiveTo }: Pick<ChargePrice, 'effectiveFrom' | 'effectiveTo'>,
  day: Day,
): boolean => effectiveFrom <= day && (effectiveTo === null || effectiveTo >= day)
const cent = (cny: number): number => Math.round(cny * 100) / 100

/**
 * Calculates the lines of a month's bill.
 * @param input consumption by day and band, the highest quarter of an hour in kW, and the charges in force in the month
 */
export function workedOut(asked: {
  readonly first: Day
  readonly uses: readonly DayUse[]
  readonly demandKw: number | null
  readonly charges: readonly ChargePrice[]
}): Lines {
  const { uses, first, demandKw } = asked
  const holds = (kind: BillCharge, day: Day) => asked.charges.filter((one) => one.kind === kind && holdsOn(one, day))
  const perKwh = (kind: PerKwhCharge): number | null =>
    asked.charges.some((one) => one.kind === kind)
      ? cent(sumOf(uses.map(({ day, used }) => used * perKwhPriceOn(asked.charges, kind, day))))
      : null
  const once = (kind: BillCharge, of: (charge: ChargePrice) => number | null): number | null => {
    const amounts = holds(kind, first).map(of)
    return amounts.length === 0 || amounts.includes(null) ? null : cent(sumOf(amounts.map((one) => one ?? 0)))
  }
  const ofBand = (name: UseBand): Amounts => {
    const mine = uses.filter(({ band }) => band === name)
    return { quantity: sumOf(mine.map(({ used }) => used)), cny: cent(sumOf(mine.map(({ cost }) => cost))) }
  }
  const kwh = sumOf(uses.map(({ used }) => used))
  const contracted = holds('capacity', first).flatMap((one) => one.contracted ?? [])
  const own = {
    ...(Object.fromEntries(bands.map((band) => [band, ofBand(band)])) as Record<TariffBand, Amounts>),
    demand: { quantity: demandKw, cny: once('demand', ({ price }) => demandKw && demandKw * price) },
    capacity: {
      quantity: contracted.length > 0 ? sumOf(contracted) : null,
      cny: once('capacity', ({ price, contracted: kva }) => kva && kva * price),
    },
    transmission: { quantity: null, cny: perKwh('transmission') },
    surcharge: { quantity: null, cny: perKwh('surcharge') },
    // Slots without a tariff band have no price either.
    other: { quantity: ofBand('none').quantity || null, cny: null },
  }
  // 力调 applies to energy, transmission and basic charges; state surcharges are not adjusted.
  const adjusted = sumOf(
    [...bands, 'demand' as const, 'capacity' as const, 'transmission' as const].map((line) => own[line].cny ?? 0),
  )
  const powerFactor = { quantity: null, cny: once('powerFactor', ({ price }) => (adjusted * price) / 100) }
  const all = [...Object.values(own), powerFactor]
  return { ...own, powerFactor, total: { quantity: kwh, cny: cent(sumOf(all.map(({ cny }) => cny ?? 0))) } }
}

/** Returns the part of a bill's total that its lines do not explain; null if they add up or there are no lines. */
export function otherOf(total: number, lines: readonly (number | null)[]): number | null {
  const given = lines.filter((one) => one !== null)
  const left = cent(total - sumOf(given))
  return given.length === 0 || left === 0 ? null : left
}

/** Grid meters have accuracy class 0.5; smaller differences count as agreement. */
export const AGREES_PERCENT = 0.5
export const findings = ['agrees', 'estimated', 'missing', 'notBilled', 'notWorkedOut', 'unexplained'] as const
export type Finding = (typeof findings)[number]
export interface Compared {
  readonly line: BillLine
  readonly own: Amounts
  readonly billed: Amounts
  /** Billed minus calculated. */
  readonly quantityOff: number | null
  readonly quantityPercent: number | null
  readonly cnyOff: number | null
  readonly cnyPercent: number | null
  /** kWh that the plant only estimated, and kWh without a price. */
  readonly estimated: number
  readonly unpriced: number
  readonly finding: Finding
}
const off = (own: number | null, billed: number | null) => {
  if (own === null || billed === null) return { by: null, percent: null }
  const by = Math.round((billed - own) * 1000) / 1000
  return { by, percent: own !== 0 ? Math.round((by / Math.abs(own)) * 1000) / 10 : null }
}
/**
 * Compares two bills line by line; omits lines that neither side has.
 * @param missingHours hours without readings in the month
 */
export function comparedBill(own: Lines, billed: Lines, uses: readonly DayUse[], missingHours: number): Compared[] {
  const none: Amounts = { quantity: null, cny: null }
  const said = ({ quantity, cny }: Amounts) => (quantity ?? 0) !== 0 || (cny ?? 0) !== 0
  return billLines.flatMap((line): Compared[] => {
    const [mine, theirs] = [own[line] ?? none, billed[line] ?? none]
    if (line !== 'total' && !said(mine) && !said(theirs)) return []
    const of = uses.filter(({ band }) => line === 'total' || (isBand(line) && band === line))
    const [quantity, cny] = [off(mine.quantity, theirs.quantity), off(mine.cny, theirs.cny)]
    const estimated = sumOf(of.map((one) => one.estimated))
    const one = {
      line,
      own: mine,
      billed: theirs,
      quantityOff: quantity.by,
      quantityPercent: quantity.percent,
      cnyOff: cny.by === null ? null : cent(cny.by),
      cnyPercent: cny.percent,
      estimated,
      unpriced: sumOf(of.map(({ unpriced }) => unpriced)),
    }
    return [{ ...one, finding: findingOf(one, isBand(line) || line === 'total' ? missingHours : 0) }]
  })
}
type Unjudged = Omit<Compared, 'finding'>
function findingOf(one: Unjudged, missingHours: number): Finding {
  const { own, billed, quantityOff, quantityPercent, cnyOff, cnyPercent, estimated } = one
  if (billed.quantity === null && billed.cny === null) return 'notBilled'
  if (own.quantity === null && own.cny === null) return 'notWorkedOut'
  const within = (by: number | null, percent: number | null) =>
    by === null || by === 0 || (percent !== null && Math.abs(percent) <= AGREES_PERCENT)
  if (within(quantityOff, quantityPercent) && within(cnyOff, cnyPercent)) return 'agrees'
  if (!within(quantityOff, quantityPercent)) {
    if (Math.abs(quantityOff ?? 0) <= estimated) return 'estimated'
    if ((quantityOff ?? 0) > 0 && missingHours > 0) return 'missing'
  }
  return 'unexplained'
}
