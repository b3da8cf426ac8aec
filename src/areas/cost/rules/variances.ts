/**
 * Compares an order with the standard cost of its output and splits the difference into variances. Material: price,
 * mix, yield; labour: rate, efficiency; electricity: price, quantity; fixed and financial: spending, volume. Every other
 * part has a single variance, named like the part. Positive: more expensive than the standard.
 * @see Horngren, Cost Accounting: PV = AQ·(AP − SP), MV = Σ(AQᵢ − AQ·mᵢ)·SPᵢ, YV = (AQ − SQ)·Σmᵢ·SPᵢ
 */
import { type PartAmounts, sumFen, toFen, type Fen } from './cost-line'

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
  // Value of downgraded goods and returned material.
  'credit',
] as const
export type VarianceName = (typeof varianceNames)[number]
export type Variances = Readonly<Record<VarianceName, Fen>>

/** Quantities and prices that a standard allows. */
export interface CostStandard {
  /** By material: share of all dosed material, 0–1, and standard price, CNY/kg. */
  readonly mix: readonly { readonly materialId: string; readonly share: number; readonly price: number }[]
  /** Edge trim as a share of the input, 0–1. */
  readonly trimShare: number
  /** Waste as a share of the input that remains after the trim, 0–1. */
  readonly wasteShare: number
  readonly kwhPerKg: number
  readonly crewHoursPerKg: number
  /** Machine hours per kilogram at the standard speed. */
  readonly machineHoursPerKg: number
  /** CNY/kWh. */
  readonly electricityPrice: number
  /** CNY per person hour. */
  readonly labourRate: number
  /** Fixed and financial costs, CNY per machine hour. */
  readonly fixedRate: number
  /** CNY per kg of good output. */
  readonly packingPerKg: number
  readonly gasPerKg: number
  readonly waterPerKg: number
  readonly toolsPerKg: number
  readonly otherPerKg: number
}
interface DosedMaterial {
  readonly materialId: string
  readonly kg: number
  readonly fen: Fen
}
/** Actual use of an order. */
export interface ActualUsage {
  readonly madeKg: number
  readonly parts: PartAmounts
  /** A material without a standard price is valued at its actual price, so its price variance is zero. */
  readonly dosedMaterials: readonly DosedMaterial[]
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

/** Calculates the input mass that an output of `madeKg` needs: its trim and waste are added. */
export const calculateInputKg = (
  madeKg: number,
  { trimShare, wasteShare }: Pick<CostStandard, 'trimShare' | 'wasteShare'>,
): number => (trimShare < 1 && wasteShare < 1 ? madeKg / ((1 - trimShare) * (1 - wasteShare)) : madeKg)
/** A mass below this is a rounding difference (masses are stored to the gram) and has no meaningful price. */
const MIN_PRICED_KG = 0.001
const calculateMixPrice = ({ mix }: CostStandard): number =>
  mix.reduce((sum, { share, price }) => sum + share * price, 0)

/** Calculates the standard cost of an output of `madeKg`; `fixed` includes financial costs. */
export function calculateStandardCost(standard: CostStandard, madeKg: number): StandardCost {
  const parts = {
    material: toFen(calculateInputKg(madeKg, standard) * calculateMixPrice(standard)),
    packing: toFen(madeKg * standard.packingPerKg),
    electricity: toFen(madeKg * standard.kwhPerKg * standard.electricityPrice),
    gas: toFen(madeKg * standard.gasPerKg),
    water: toFen(madeKg * standard.waterPerKg),
    labour: toFen(madeKg * standard.crewHoursPerKg * standard.labourRate),
    tools: toFen(madeKg * standard.toolsPerKg),
    fixed: toFen(madeKg * standard.machineHoursPerKg * standard.fixedRate),
    other: toFen(madeKg * standard.otherPerKg),
  }
  return { parts, total: sumFen(standardParts.map((part) => parts[part])) }
}

/**
 * Calculates the variances of an order. They add up to its cost less the standard cost, to the fen: the last variance
 * of each group takes the rounding difference.
 */
export function calculateVariances(actual: ActualUsage, standard: CostStandard): Variances {
  const { parts: standardCosts } = calculateStandardCost(standard, actual.madeKg)
  const standardPriceByMaterial = new Map(standard.mix.map(({ materialId, price }) => [materialId, price]))
  const dosedKg = actual.dosedMaterials.reduce((sum, { kg }) => sum + kg, 0)
  const calculateActualPrice = ({ kg, fen }: DosedMaterial) => (Math.abs(kg) < MIN_PRICED_KG ? 0 : fen / 100 / kg)
  const getStandardPrice = (material: DosedMaterial) =>
    standardPriceByMaterial.get(material.materialId) ?? calculateActualPrice(material)
  const costAtStandardPrices = actual.dosedMaterials.reduce(
    (sum, material) => sum + material.kg * getStandardPrice(material),
    0,
  )
  const materialPrice = sumFen(actual.dosedMaterials.map(({ fen }) => fen)) - toFen(costAtStandardPrices)
  const materialMix = toFen(costAtStandardPrices - dosedKg * calculateMixPrice(standard))
  const electricityPrice = actual.parts.electricity - toFen(actual.kwh * standard.electricityPrice)
  const labourRate = actual.parts.labour - toFen(actual.labourHours * standard.labourRate)
  const fixedCost = actual.parts.fixed + actual.parts.financial
  const fixedSpending = fixedCost - toFen(actual.machineHours * standard.fixedRate)
  return {
    materialPrice,
    materialMix,
    materialYield: actual.parts.material - standardCosts.material - materialPrice - materialMix,
    packing: actual.parts.packing - standardCosts.packing,
    electricityPrice,
    electricityQuantity: actual.parts.electricity - standardCosts.electricity - electricityPrice,
    gas: actual.parts.gas - standardCosts.gas,
    water: actual.parts.water - standardCosts.water,
    labourRate,
    labourEfficiency: actual.parts.labour - standardCosts.labour - labourRate,
    tools: actual.parts.tools - standardCosts.tools,
    fixedSpending,
    fixedVolume: fixedCost - standardCosts.fixed - fixedSpending,
    other: actual.parts.other - standardCosts.other,
    credit: actual.parts.credit,
  }
}
