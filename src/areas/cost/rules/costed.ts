/** Fields of a stored order cost: amounts in CNY, standard cost and variances. */
import { costParts, isMetered, type CostLine, type Missing } from './cost-line'
import { perUnit, sumOf, toYuan } from './money'
import { withLanes, type Lanes, type LanesTaken } from './lanes'
import type { OrderCost } from './order-cost'
import type { OrderFacts } from './order-facts'
import { standardOf, type Quantities, type Rate } from './standard-rates'
import { standardCost, varianceNames, variancesOf, type Standard, type Variances } from './variances'

export interface CostedAsked {
  readonly facts: OrderFacts
  /** Lanes of other orders in this order's rolls. */
  readonly gives: readonly Lanes[]
  /** This order's lanes in rolls of other orders. */
  readonly takes: readonly LanesTaken[]
  /** Good rolls from the winder that are not slit yet, kg. */
  readonly uncutKg: number
  readonly goodRolls: number
  readonly downgradedKg: number
  readonly wasteKg: number
  readonly quantities: Quantities | null
  readonly rates: readonly Rate[]
  /** Start day of the order; selects the standard rates. */
  readonly day: string
  readonly webM: number | null
  readonly webGsm: number | null
}
/** Builds all fields of a stored cost that follow from the source rows. */
export function costedOrder(asked: CostedAsked) {
  const { facts, goodRolls, downgradedKg, wasteKg } = asked
  const cost = withLanes(facts, asked.gives, asked.takes)
  const { goodKg } = facts
  const standard = asked.quantities
    ? standardOf(asked.quantities, asked.rates, { ...asked, lineId: facts.lineId })
    : null
  const cut = goodKg + downgradedKg + wasteKg
  const kwh = kwhOf(cost.lines)
  const madeKg = gram(goodKg + goodOf(asked))
  const at = standard && madeKg > 0 ? standardCost(standard, madeKg) : null
  return {
    ...(Object.fromEntries(costParts.map((part) => [part, toYuan(cost.parts[part])])) as Record<
      (typeof costParts)[number],
      number
    >),
    goodKg,
    madeKg,
    goodRolls,
    quality: cut > 0 ? Math.round((goodKg / cut) * 10_000) / 10_000 : null,
    machineHours: hundredth(cost.machineHours),
    labourHours: hundredth(cost.labourHours),
    kwh: hundredth(kwh),
    total: toYuan(cost.total),
    perKg: perUnit(cost.total, madeKg),
    perRoll: goodRolls > 0 ? toYuan(Math.round((cost.total * (goodKg / madeKg)) / goodRolls)) : null,
    standardTotal: at ? toYuan(at.total) : null,
    standardPerKg: at ? perUnit(at.total, madeKg) : null,
    variances: standard && at ? listed(variancesOf(actualOf(cost, madeKg), standard)) : [],
    missing: cost.missing as Missing[],
    whole: cost.missing.length === 0,
    lines: cost.lines.map(({ fen, ...line }) => ({ ...line, amount: toYuan(fen) })),
    lanes: cost.lanes.map(({ orderId, kg, fen }) => ({ workOrderId: orderId, kg: gram(kg), amount: toYuan(fen) })),
  }
}
const hundredth = (hours: number): number => Math.round(hours * 100) / 100
const kwhOf = (lines: readonly CostLine[]): number =>
  lines
    .filter((line) => line.part === 'electricity' && isMetered(line))
    .reduce((sum, { quantity }) => sum + quantity, 0)
const listed = (variances: Variances) => varianceNames.map((name) => ({ name, amount: toYuan(variances[name]) }))

/**
 * Good kilograms that the standard expects from rolls waiting for the slitter.
 * @see Horngren, Cost Accounting, process costing: equivalent units
 */
const goodOf = ({ uncutKg, quantities }: CostedAsked): number =>
  uncutKg * (1 - (quantities?.trimPercent ?? 0) / 100) * (1 - (quantities?.wastePercent ?? 0) / 100)
const gram = (kg: number): number => Math.round(kg * 1000) / 1000

/** Builds the actual quantities and amounts for the variance calculation. */
function actualOf(cost: OrderCost, goodKg: number) {
  const dosed = cost.lines.filter(({ part }) => part === 'material')
  return {
    goodKg,
    parts: cost.parts,
    fed: [...new Set(dosed.map(({ what }) => what))].map((materialId) => {
      const of = dosed.filter(({ what }) => what === materialId)
      return {
        materialId,
        kg: of.reduce((sum, { quantity }) => sum + quantity, 0),
        fen: sumOf(of.map(({ fen }) => fen)),
      }
    }),
    kwh: kwhOf(cost.lines),
    labourHours: cost.labourHours,
    machineHours: cost.machineHours,
  }
}
export type { Standard }
