/**
 * Compares an order with the standard cost of its output and splits the difference into variances. Material: price,
 * mix, yield; labour: rate, efficiency; electricity: price, quantity; fixed and financial: spending, volume; the others
 * by name. Positive: more expensive than the standard.
 * @see Horngren, Cost Accounting: PV = AQ·(AP − SP), MV = Σ(AQᵢ − AQ·mᵢ)·SPᵢ, YV = (AQ − SQ)·Σmᵢ·SPᵢ
 */
import type { PartAmounts } from './cost-line'
import { sumFen, toFen, type Fen } from './money'

export const varianceNames = [
  'materialPrice',
  'materialMix',
  'materialYield',
  'packing',
  'electricityPrice',
  'electricityQuantity',
  'gas',
  'water',
  'labourRate',
  'labourEfficiency',
  'tools',
  'fixedSpending',
  'fixedVolume',
  'other',
  'credit',
] as const
export type VarianceName = (typeof varianceNames)[number]
export type Variances = Readonly<Record<VarianceName, Fen>>

/** Allowed quantities and prices of a standard. Prices in CNY per unit. */
export interface CostStandard {
  /** Share of all dosed material, 0–1, and standard price, by material. */
  readonly mix: readonly { readonly materialId: string; readonly share: number; readonly price: number }[]
  /** Share of the input, 0–1. */
  readonly trim: number
  readonly waste: number
  readonly kwhPerKg: number
  readonly crewHoursPerKg: number
  /** Machine hours per kilogram at the standard speed. */
  readonly machineHoursPerKg: number
  readonly electricity: number
  readonly labour: number
  /** Fixed and financial costs, per machine hour. */
  readonly fixed: number
  /** Per kg of good output. */
  readonly packing: number
  readonly gas: number
  readonly water: number
  readonly tools: number
  readonly other: number
}
/** Actual use of an order. */
export interface ActualUsage {
  readonly madeKg: number
  readonly parts: PartAmounts
  /**
   * Dosed materials. A material without a standard price is valued at its actual price, so its price variance is zero.
   */
  readonly feeds: readonly { readonly materialId: string; readonly kg: number; readonly fen: Fen }[]
  readonly kwh: number
  readonly labourHours: number
  readonly machineHours: number
}
export interface StandardCost {
  readonly parts: Readonly<Record<StandardPart, Fen>>
  readonly total: Fen
}
export const standardParts = [
  'material',
  'packing',
  'electricity',
  'gas',
  'water',
  'labour',
  'tools',
  'fixed',
  'other',
] as const
export type StandardPart = (typeof standardParts)[number]

/** Calculates the input mass needed for a good output mass. */
export const calculateInputKg = (goodKg: number, { trim, waste }: Pick<CostStandard, 'trim' | 'waste'>): number =>
  trim < 1 && waste < 1 ? goodKg / ((1 - trim) * (1 - waste)) : goodKg
/** Masses are stored to the gram. */
const MIN_PRICED_KG = 0.001
const calculateMixPrice = ({ mix }: CostStandard): number =>
  mix.reduce((sum, { share, price }) => sum + share * price, 0)

/** Calculates the standard cost of a good output mass; `fixed` includes financial costs. */
export function calculateStandardCost(standard: CostStandard, goodKg: number): StandardCost {
  const parts = {
    material: toFen(calculateInputKg(goodKg, standard) * calculateMixPrice(standard)),
    packing: toFen(goodKg * standard.packing),
    electricity: toFen(goodKg * standard.kwhPerKg * standard.electricity),
    gas: toFen(goodKg * standard.gas),
    water: toFen(goodKg * standard.water),
    labour: toFen(goodKg * standard.crewHoursPerKg * standard.labour),
    tools: toFen(goodKg * standard.tools),
    fixed: toFen(goodKg * standard.machineHoursPerKg * standard.fixed),
    other: toFen(goodKg * standard.other),
  }
  return { parts, total: sumFen(standardParts.map((part) => parts[part])) }
}

/**
 * Calculates the variances of an order. They add up to its cost less the standard cost, to the fen: the last variance
 * of each group takes the rounding difference.
 */
export function calculateVariances(actual: ActualUsage, standard: CostStandard): Variances {
  const { parts } = calculateStandardCost(standard, actual.madeKg)
  const mixByMaterial = new Map(standard.mix.map((each) => [each.materialId, each]))
  const fedKg = actual.feeds.reduce((sum, { kg }) => sum + kg, 0)
  const getStandardPrice = (feed: ActualUsage['feeds'][number]) =>
    mixByMaterial.get(feed.materialId)?.price ?? (Math.abs(feed.kg) < MIN_PRICED_KG ? 0 : feed.fen / 100 / feed.kg)
  const costAtStandardPrices = actual.feeds.reduce((sum, feed) => sum + feed.kg * getStandardPrice(feed), 0)
  const materialPrice = sumFen(actual.feeds.map(({ fen }) => fen)) - toFen(costAtStandardPrices)
  const materialMix = toFen(costAtStandardPrices - fedKg * calculateMixPrice(standard))
  const electricityPrice = actual.parts.electricity - toFen(actual.kwh * standard.electricity)
  const labourRate = actual.parts.labour - toFen(actual.labourHours * standard.labour)
  const fixedCost = actual.parts.fixed + actual.parts.financial
  const fixedSpending = fixedCost - toFen(actual.machineHours * standard.fixed)
  return {
    materialPrice,
    materialMix,
    materialYield: actual.parts.material - parts.material - materialPrice - materialMix,
    packing: actual.parts.packing - parts.packing,
    electricityPrice,
    electricityQuantity: actual.parts.electricity - parts.electricity - electricityPrice,
    gas: actual.parts.gas - parts.gas,
    water: actual.parts.water - parts.water,
    labourRate,
    labourEfficiency: actual.parts.labour - parts.labour - labourRate,
    tools: actual.parts.tools - parts.tools,
    fixedSpending,
    fixedVolume: fixedCost - parts.fixed - fixedSpending,
    other: actual.parts.other - parts.other,
    credit: actual.parts.credit,
  }
}
