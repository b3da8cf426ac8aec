/** Fields of a stored order cost: amounts in CNY, standard cost and variances. */
import { costParts, isMetered, type CostLine, type MissingCostInput, toYuanPerUnit, sumFen, toYuan } from './cost-line'
import { calculateCostWithLanes, type LaneShare, type TakenLanes } from './lanes'
import type { OrderCost } from './calculate-order-cost'
import type { OrderCostSources } from './cost-sources'
import { buildStandard, type ProductStandardQuantities, type StandardRate } from './standard-rates'
import {
  calculateStandardCost,
  varianceNames,
  calculateVariances,
  type ActualUsage,
  type CostStandard,
  type Variances,
} from './variances'
import { roundToGram, roundToHundredth } from '@/plant/rules/quantity'

export interface OrderCostInput {
  readonly sources: OrderCostSources
  /** Lanes of other orders in this order's rolls. */
  readonly givenLanes: readonly LaneShare[]
  /** This order's lanes in rolls of other orders. */
  readonly takenLanes: readonly TakenLanes[]
  /** Mass of good rolls from the winder that are not slit yet. */
  readonly uncutKg: number
  readonly goodRolls: number
  readonly downgradedKg: number
  readonly wasteKg: number
  /** Quantities of the product standard that the order is pinned to; null without a standard. */
  readonly quantities: ProductStandardQuantities | null
  readonly rates: readonly StandardRate[]
  /** Start day of the order; selects the standard rates. */
  readonly day: string
  /** Width of the web, m. */
  readonly webM: number | null
  /** Grammage of the web, g/m². */
  readonly webGsm: number | null
}
/** Builds all fields of a stored cost that follow from the source rows. */
export function buildOrderCostFields(input: OrderCostInput) {
  const { sources, goodRolls, downgradedKg, wasteKg } = input
  const cost = calculateCostWithLanes(sources, input.givenLanes, input.takenLanes)
  const { goodKg } = sources
  const standard = input.quantities
    ? buildStandard(input.quantities, input.rates, { ...input, lineId: sources.lineId })
    : null
  const totalKg = goodKg + downgradedKg + wasteKg
  const kwh = sumKwh(cost.lines)
  const madeKg = roundToGram(goodKg + calculateEquivalentKg(input))
  const standardAmounts = standard && madeKg > 0 ? calculateStandardCost(standard, madeKg) : null
  return {
    ...(Object.fromEntries(costParts.map((part) => [part, toYuan(cost.parts[part])])) as Record<
      (typeof costParts)[number],
      number
    >),
    goodKg,
    madeKg,
    goodRolls,
    quality: totalKg > 0 ? Math.round((goodKg / totalKg) * 10_000) / 10_000 : null,
    machineHours: roundToHundredth(cost.machineHours),
    labourHours: roundToHundredth(cost.labourHours),
    kwh: roundToHundredth(kwh),
    total: toYuan(cost.total),
    perKg: toYuanPerUnit(cost.total, madeKg),
    // The cost of rolls that are not slit yet is left out.
    perRoll: goodRolls > 0 && goodKg > 0 ? toYuan(Math.round((cost.total * (goodKg / madeKg)) / goodRolls)) : null,
    standardTotal: standardAmounts ? toYuan(standardAmounts.total) : null,
    standardPerKg: standardAmounts ? toYuanPerUnit(standardAmounts.total, madeKg) : null,
    variances:
      standard && standardAmounts ? toVarianceList(calculateVariances(buildActualUsage(cost, madeKg), standard)) : [],
    missing: cost.missing as MissingCostInput[],
    whole: cost.missing.length === 0,
    lines: cost.lines.map(({ fen, ...line }) => ({ ...line, amount: toYuan(fen) })),
    lanes: cost.lanes.map(({ orderId, kg, fen }) => ({
      workOrderId: orderId,
      kg: roundToGram(kg),
      amount: toYuan(fen),
    })),
  }
}
const sumKwh = (lines: readonly CostLine[]): number =>
  lines
    .filter((line) => line.part === 'electricity' && isMetered(line))
    .reduce((sum, { quantity }) => sum + quantity, 0)
const toVarianceList = (variances: Variances) =>
  varianceNames.map((name) => ({ name, amount: toYuan(variances[name]) }))

/**
 * Calculates the good kilograms that the standard expects from rolls waiting for the slitter.
 * @see Horngren, Cost Accounting, process costing: equivalent units
 */
const calculateEquivalentKg = ({ uncutKg, quantities }: OrderCostInput): number =>
  uncutKg * (1 - (quantities?.trimPercent ?? 0) / 100) * (1 - (quantities?.wastePercent ?? 0) / 100)

/** Builds the actual quantities and amounts for the variance calculation. */
function buildActualUsage(cost: OrderCost, madeKg: number): ActualUsage {
  const materialLines = cost.lines.filter(({ part }) => part === 'material')
  return {
    madeKg,
    parts: cost.parts,
    dosedMaterials: [...new Set(materialLines.map(({ what }) => what))].map((materialId) => {
      const linesOfMaterial = materialLines.filter(({ what }) => what === materialId)
      return {
        materialId,
        kg: linesOfMaterial.reduce((sum, { quantity }) => sum + quantity, 0),
        fen: sumFen(linesOfMaterial.map(({ fen }) => fen)),
      }
    }),
    kwh: sumKwh(cost.lines),
    labourHours: cost.labourHours,
    machineHours: cost.machineHours,
  }
}
export type { CostStandard }
