/**
 * Dated prices of the standard cost. The newest price on a day applies; a price of the line takes precedence over one of
 * the plant.
 */
import type { Day } from '@/plant/rules/plant-time'
import { creditItems } from './cost-sources'
import type { CostStandard } from './variances'

export const rateItems = [
  'material',
  'packing',
  'electricity',
  'gas',
  'water',
  'labour',
  'fixed',
  'tools',
  'other',
  ...creditItems,
] as const
export type RateItem = (typeof rateItems)[number]
/** Unit of each rate. Rates per kg of good output (packing, gas, water, tools, other) also use `kg`. */
export const rateUnits = {
  material: 'kg',
  packing: 'kg',
  electricity: 'kWh',
  gas: 'kg',
  water: 'kg',
  labour: 'h',
  fixed: 'h',
  tools: 'kg',
  other: 'kg',
  creditDowngraded: 'kg',
  creditTrim: 'kg',
  creditWaste: 'kg',
} as const satisfies Record<RateItem, 'kg' | 'kWh' | 'h'>

export interface StandardRate {
  readonly id: string
  readonly item: RateItem
  readonly materialId: string | null
  readonly lineId: string | null
  readonly effectiveFrom: Day
  readonly price: number
}
export interface RateQuery {
  readonly item: RateItem
  readonly materialId?: string | null
  readonly lineId: string
  readonly day: Day
}
/** Returns the effective rate; null if none was entered. */
export function getEffectiveRate(
  rates: readonly StandardRate[],
  { item, materialId, lineId, day }: RateQuery,
): StandardRate | null {
  const candidates = rates.filter(
    (rate) =>
      rate.item === item &&
      rate.materialId === (materialId ?? null) &&
      (rate.lineId === null || rate.lineId === lineId) &&
      rate.effectiveFrom <= day,
  )
  const pickNewest = (candidateRates: readonly StandardRate[]) =>
    candidateRates.reduce<StandardRate | null>(
      (newestRate, rate) => (newestRate && newestRate.effectiveFrom >= rate.effectiveFrom ? newestRate : rate),
      null,
    )
  return (
    pickNewest(candidates.filter((rate) => rate.lineId === lineId)) ??
    pickNewest(candidates.filter((rate) => rate.lineId === null))
  )
}

/** Quantities of an approved product standard. */
export interface ProductStandardQuantities {
  readonly mix: readonly { readonly materialId: string; readonly percent: number }[]
  readonly trimPercent: number | null
  readonly wastePercent: number | null
  readonly energy: readonly { readonly lineId: string; readonly kwhPerKg: number }[]
  /** h/t */
  readonly crewHours: number | null
  /** m/min */
  readonly speed: number | null
}
/** Line and day that select the rates; width and grammage of the web for the output per hour. */
export interface StandardQuery {
  readonly lineId: string
  readonly day: Day
  readonly webM: number | null
  /** g/m² */
  readonly webGsm: number | null
}
/**
 * Builds the standard of an order from its pinned version and the rates of its start day. Null without a mix or its
 * prices, because the material cost is unknown then.
 */
export function buildStandard(
  quantities: ProductStandardQuantities,
  rates: readonly StandardRate[],
  query: StandardQuery,
): CostStandard | null {
  const { lineId, day, webM, webGsm } = query
  const findPrice = (item: RateItem, materialId?: string) =>
    getEffectiveRate(rates, { item, materialId: materialId ?? null, lineId, day })?.price ?? null
  const mix = quantities.mix.map(({ materialId, percent }) => ({
    materialId,
    share: percent / 100,
    price: findPrice('material', materialId),
  }))
  if (mix.length === 0 || mix.some(({ price }) => price === null)) return null
  const kgPerHour = ((quantities.speed ?? 0) * 60 * (webM ?? 0) * (webGsm ?? 0)) / 1000
  return {
    mix: mix.map((dosedMaterial) => ({ ...dosedMaterial, price: dosedMaterial.price ?? 0 })),
    trimShare: (quantities.trimPercent ?? 0) / 100,
    wasteShare: (quantities.wastePercent ?? 0) / 100,
    kwhPerKg: quantities.energy.find((entry) => entry.lineId === lineId)?.kwhPerKg ?? 0,
    crewHoursPerKg: (quantities.crewHours ?? 0) / 1000,
    machineHoursPerKg: kgPerHour > 0 ? 1 / kgPerHour : 0,
    electricityPrice: findPrice('electricity') ?? 0,
    labourRate: findPrice('labour') ?? 0,
    fixedRate: findPrice('fixed') ?? 0,
    packingPerKg: findPrice('packing') ?? 0,
    gasPerKg: findPrice('gas') ?? 0,
    waterPerKg: findPrice('water') ?? 0,
    toolsPerKg: findPrice('tools') ?? 0,
    otherPerKg: findPrice('other') ?? 0,
  }
}
