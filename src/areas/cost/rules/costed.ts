/** An order's cost as it is kept: amounts in CNY, with the standard's and the variances. */
import { costParts, isMetered, type CostLine, type Missing } from './cost-line'
import { perUnit, sumOf, toYuan } from './money'
import { withLanes, type Lanes, type LanesTaken } from './lanes'
import type { OrderCost, OrderFacts } from './order-cost'
import { standardOf, type Quantities, type Rate } from './standard-rates'
import { standardCost, varianceNames, variancesOf, type Standard, type Variances } from './variances'

export interface CostedAsked {
  readonly facts: OrderFacts
  /** Lanes of other orders in its rolls, and its own in theirs. */
  readonly gives: readonly Lanes[]
  readonly takes: readonly LanesTaken[]
  /** Good rolls of the winder that no slitter has cut yet, kg. */
  readonly uncutKg: number
  readonly goodRolls: number
  readonly downgradedKg: number
  readonly wasteKg: number
  readonly quantities: Quantities | null
  readonly rates: readonly Rate[]
  /** Day of its start: the standard is that of then. */
  readonly day: string
  readonly webM: number | null
  readonly webGsm: number | null
}
/** Everything of a kept cost that follows from facts. */
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
 * Equivalent units (Horngren, Cost Accounting, process costing): the good kilograms that the standard lets come of rolls
 * which wait for the slitter.
 */
const goodOf = ({ uncutKg, quantities }: CostedAsked): number =>
  uncutKg * (1 - (quantities?.trimPercent ?? 0) / 100) * (1 - (quantities?.wastePercent ?? 0) / 100)
const gram = (kg: number): number => Math.round(kg * 1000) / 1000

/** What variances are worked out of. */
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
