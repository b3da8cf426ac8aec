/** The cost of an order from its facts, with the prices of their time. Pure: the same facts always give the same lines. */
import { monthOf } from '@/plant/rules/month'
import type { Day } from '@/plant/rules/plant-time'
import { pricesFor, type PerKwhCharge } from '@/areas/prices/rules/dated-price'
import { partsOf, totalOf, type CostLine, type CostPart, type Missing, type Parts } from './cost-line'
import { toFen, type Fen } from './money'
import { hoursByDay, hoursOf, monthHours, type Span } from './run-time'

/** A price of a kind of cost, CNY per one of its basis. */
export interface DatedPrice {
  readonly id: string
  readonly item: string
  readonly basis: 'month' | 'machineHour' | 'labourHour' | 'kg'
  readonly lineId: string | null
  readonly productId: string | null
  readonly effectiveFrom: Day
  readonly effectiveTo: Day | null
  readonly price: number
}
export interface FedFact {
  readonly materialId: string
  readonly lotId: string | null
  readonly kind: string
  readonly month: string
  readonly kg: number
  /** CNY/kg; null where nobody entered one. */
  readonly price: number | null
  readonly priceId: string | null
}
/** What came back and is worth something, or was downgraded. */
export interface CreditFact {
  readonly item: CreditItem
  readonly resource: string
  readonly rowId: string | null
  readonly month: string
  readonly kg: number
  readonly price: number | null
  readonly priceId: string | null
}
export const creditItems = ['creditDowngraded', 'creditTrim', 'creditWaste'] as const
export type CreditItem = (typeof creditItems)[number]
export interface EnergyFact {
  readonly part: 'electricity' | 'gas' | 'water'
  /** The tariff period, the charge per kWh, or the medium. */
  readonly what: string
  readonly month: string | null
  readonly quantity: number
  /** CNY, not rounded; null where a price is missing. */
  readonly cost: number | null
}
/** What the grid charges for the order's energy beside its price: transmission, surcharges. */
export interface ChargeFact {
  readonly charge: PerKwhCharge
  readonly month: string
  /** kWh */
  readonly quantity: number
  /** CNY, not rounded. */
  readonly cost: number
}
/** Hours of people in a shift that are the order's. */
export interface LabourFact {
  readonly lineId: string
  readonly businessDate: Day
  readonly shift: string
  readonly people: number
  readonly hours: number
}
export interface ToolFact {
  readonly toolId: string
  /** The line or slitter it was on. */
  readonly lineId: string
  readonly used: number
  readonly unit: 'h' | 'm' | 'kg'
  readonly cost: number | null
}
export interface OrderFacts {
  readonly lineId: string
  readonly productId: string
  readonly goodKg: number
  readonly runs: readonly Span[]
  readonly fed: readonly FedFact[]
  readonly credits: readonly CreditFact[]
  /** Null: the meters of its line gave no readings for the run. */
  readonly energy: readonly EnergyFact[] | null
  readonly charges: readonly ChargeFact[]
  readonly labour: readonly LabourFact[]
  /** Shifts in which it ran and nobody signed who worked. */
  readonly unsigned: readonly { readonly lineId: string; readonly businessDate: Day; readonly shift: string }[]
  readonly tools: readonly ToolFact[]
  readonly prices: {
    readonly direct: readonly DatedPrice[]
    readonly fixed: readonly DatedPrice[]
    readonly financial: readonly DatedPrice[]
    readonly other: readonly DatedPrice[]
  }
  /** What its rolls and its waste took out of the hoppers, by lot; null: no roll tells it, and all that was fed to it counts. */
  readonly drawn: readonly FedFact[] | null
  /** And what they took that no hopper is known to have held. */
  readonly unrecorded: readonly { readonly month: string; readonly kg: number }[]
  readonly isRunning: boolean
  /** Lines that make goods: what the plant pays by the month falls on each of them alike. */
  readonly lines: number
  readonly timeZone: string
}
export interface OrderCost {
  readonly lines: readonly CostLine[]
  readonly parts: Parts
  readonly total: Fen
  readonly missing: readonly Missing[]
  readonly machineHours: number
  readonly labourHours: number
}

/** Works out the cost of an order. Quantities are rounded to 0.0001 of their unit before they are priced, so that a line can be checked by hand. */
export function orderCost(facts: OrderFacts): OrderCost {
  const labourHours = facts.labour.reduce((sum, { hours }) => sum + hours, 0)
  const lines = [
    ...materialLines(facts),
    ...facts.credits.map(creditLine),
    ...(facts.energy ?? []).map(energyLine),
    ...facts.charges.map(({ charge, ...of }) => energyLine({ part: 'electricity', what: charge, ...of })),
    ...rateLines('labour', facts.prices.direct, facts),
    ...facts.tools.map(toolLine),
    ...rateLines('fixed', facts.prices.fixed, facts),
    ...rateLines('financial', facts.prices.financial, facts),
    ...rateLines('other', facts.prices.other, facts),
  ].filter(isSomething)
  return {
    ...totalled(lines),
    missing: missingOf(facts, lines),
    machineHours: hoursOf(facts.runs),
    labourHours,
  }
}

export const isSomething = ({ quantity, fen }: CostLine): boolean => quantity !== 0 || fen !== 0
/** Lines with their sums. */
export function totalled(lines: readonly CostLine[]): Pick<OrderCost, 'lines' | 'parts' | 'total'> {
  const parts = partsOf(lines)
  return { lines, parts, total: totalOf(parts) }
}

const exact = (quantity: number): number => Math.round(quantity * 10_000) / 10_000
const line = (of: Omit<CostLine, 'fen'> & { readonly yuan?: number | null }): CostLine => {
  const { yuan, ...rest } = of
  const quantity = exact(rest.quantity)
  return { ...rest, quantity, fen: toFen(yuan ?? (rest.price === null ? 0 : quantity * rest.price)) }
}
const materialLine = ({ materialId, lotId, kind, month, kg, price, priceId }: FedFact): CostLine =>
  line({
    part: kind === 'pack' ? 'packing' : 'material',
    what: materialId,
    resource: lotId ? 'materialLot' : 'material',
    rowId: lotId ?? materialId,
    priceId,
    month,
    quantity: kg,
    unit: 'kg',
    price,
  })
/**
 * What an order drew though no hopper is known to have held it: somebody forgot to scan a feed. By material, in the proportion
 * and at the mean price of what it drew beside that, or else of what was fed to it.
 */
function unrecordedLines(dosed: readonly FedFact[], unrecorded: OrderFacts['unrecorded']): CostLine[] {
  const kgOf = (of: readonly FedFact[]) => of.reduce((sum, { kg }) => sum + kg, 0)
  const allKg = kgOf(dosed)
  if (allKg <= 0) return []
  return [...new Set(dosed.map(({ materialId }) => materialId))].flatMap((what) => {
    const of = dosed.filter(({ materialId }) => materialId === what)
    const kg = kgOf(of)
    if (kg <= 0) return []
    const worth = of.reduce((sum, one) => sum + one.kg * (one.price ?? NaN), 0)
    return unrecorded.map(({ month, kg: missing }) =>
      line({
        part: 'material',
        what,
        resource: 'hopper',
        rowId: null,
        priceId: null,
        month,
        quantity: (missing * kg) / allKg,
        unit: 'kg',
        price: Number.isNaN(worth) ? null : exact(worth / kg),
      }),
    )
  })
}
/** Material as it was drawn from the hoppers, and packing as it was fetched. */
function materialLines({ fed, drawn, unrecorded }: OrderFacts): CostLine[] {
  const dosed = fed.filter(({ kind }) => kind !== 'pack')
  const packing = fed.filter(({ kind }) => kind === 'pack')
  if (drawn === null) return fed.map(materialLine)
  return [...[...drawn, ...packing].map(materialLine), ...unrecordedLines(drawn.length > 0 ? drawn : dosed, unrecorded)]
}
const creditLine = ({ item, resource, rowId, month, kg, price, priceId }: CreditFact): CostLine =>
  line({
    part: 'credit',
    what: item,
    resource,
    rowId,
    priceId,
    month,
    quantity: kg,
    unit: 'kg',
    price: price === null ? null : -price,
  })
const energyLine = ({ part, what, month, quantity, cost }: EnergyFact): CostLine =>
  line({
    part,
    what,
    resource: null,
    rowId: null,
    priceId: null,
    month,
    quantity,
    unit: part === 'electricity' ? 'kWh' : 'm³',
    price: null,
    yuan: cost,
  })
const toolLine = ({ toolId, used, unit, cost }: ToolFact): CostLine =>
  line({
    part: 'tools',
    what: toolId,
    resource: 'tool',
    rowId: toolId,
    priceId: null,
    month: null,
    quantity: used,
    unit,
    price: null,
    yuan: cost,
  })

const unitOf = { month: 'month', machineHour: 'h', labourHour: 'h', kg: 'kg' } as const
/** Amounts by a price per month (by the share of its hours that the order ran, and of its lines where it is for all of them), machine hour, labour hour or kg; each with the price of its day. */
function rateLines(part: CostPart, prices: readonly DatedPrice[], facts: OrderFacts): CostLine[] {
  const sums = new Map<string, { price: DatedPrice; month: string; quantity: number }>()
  const add = (price: DatedPrice, day: Day, quantity: number) => {
    const key = `${price.id} ${monthOf(day)}`
    const held = sums.get(key)
    sums.set(key, { price, month: monthOf(day), quantity: (held?.quantity ?? 0) + quantity })
  }
  const shareOf = ({ lineId }: DatedPrice) => (lineId ? 1 : 1 / Math.max(1, facts.lines))
  const on = (day: Day, lineId: string) => pricesFor(prices, { lineId, productId: facts.productId, day })
  const days = hoursByDay(facts.runs, facts.timeZone)
  for (const { day, hours } of days)
    for (const price of on(day, facts.lineId)) {
      if (price.basis === 'machineHour') add(price, day, hours)
      if (price.basis === 'month') add(price, day, (hours / monthHours(monthOf(day), facts.timeZone)) * shareOf(price))
    }
  for (const { businessDate, lineId, hours } of facts.labour)
    for (const price of on(businessDate, lineId)) if (price.basis === 'labourHour') add(price, businessDate, hours)
  const last = days.at(-1)?.day
  if (last) for (const price of on(last, facts.lineId)) if (price.basis === 'kg') add(price, last, facts.goodKg)
  return [...sums.values()].map(({ price, month, quantity }) =>
    line({
      part,
      what: price.item,
      resource: null,
      rowId: null,
      priceId: price.id,
      month,
      quantity,
      unit: unitOf[price.basis],
      price: price.price,
    }),
  )
}

function missingOf(facts: OrderFacts, lines: readonly CostLine[]): Missing[] {
  const one = (what: Missing['what'], more: Partial<Missing> = {}): Missing => ({
    what,
    resource: null,
    rowId: null,
    businessDate: null,
    shift: null,
    ...more,
  })
  const unpriced = lines.filter((l) => l.price === null && (l.part === 'material' || l.part === 'packing'))
  const labour = lines.some(({ part }) => part === 'labour')
  const lacking = { electricity: 'tariff', gas: 'gasPrice', water: 'waterPrice' } as const
  const media = new Set((facts.energy ?? []).filter((e) => e.cost === null && e.quantity > 0).map(({ part }) => part))
  return [
    ...(facts.isRunning ? [one('running')] : []),
    ...(facts.goodKg > 0 && !lines.some(({ part }) => part === 'material') ? [one('noFeeds')] : []),
    ...unpriced.map(({ what, resource, rowId }) =>
      one('lotPrice', resource === 'hopper' ? { resource: 'material', rowId: what } : { resource, rowId }),
    ),
    ...(facts.energy === null ? [one('noReadings')] : []),
    ...[...media].map((part) => one(lacking[part])),
    ...facts.unsigned.map(({ lineId, businessDate, shift }) =>
      one('handover', { resource: 'line', rowId: lineId, businessDate, shift }),
    ),
    ...(facts.labour.length > 0 && !labour ? [one('labourPrice')] : []),
    ...(facts.runs.length > 0 && !lines.some(({ part }) => part === 'fixed') ? [one('fixedPrice')] : []),
    ...facts.tools
      .filter(({ cost, used }) => cost === null && used > 0)
      .map(({ toolId }) => one('toolPrice', { resource: 'tool', rowId: toolId })),
  ]
}
