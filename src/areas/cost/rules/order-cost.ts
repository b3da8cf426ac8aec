/** Calculates the cost of an order from its source rows, with the prices valid at their time. Pure function. */
import { monthOf } from '@/plant/rules/month'
import type { Day } from '@/plant/rules/plant-time'
import { pricesFor } from '@/areas/prices/rules/dated-price'
import { partsOf, totalOf, type CostLine, type CostPart, type Missing, type Parts } from './cost-line'
import { toFen, type Fen } from './money'
import type { CreditFact, DatedPrice, EnergyFact, FedFact, OrderFacts, ToolFact } from './order-facts'
import { hoursByDay, hoursOf, monthHours } from './run-time'

export interface OrderCost {
  readonly lines: readonly CostLine[]
  readonly parts: Parts
  readonly total: Fen
  readonly missing: readonly Missing[]
  readonly machineHours: number
  readonly labourHours: number
}

/**
 * Calculates the cost of an order. Quantities are rounded to 0.0001 of their unit before pricing, so that a line can be
 * checked by hand.
 */
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

/** True if a line has a quantity or an amount. */
export const isSomething = ({ quantity, fen }: CostLine): boolean => quantity !== 0 || fen !== 0
/** Returns lines with their sums by part and their total. */
export function totalled(lines: readonly CostLine[]): Pick<OrderCost, 'lines' | 'parts' | 'total'> {
  const parts = partsOf(lines)
  return { lines, parts, total: totalOf(parts) }
}

/** Rounds to 0.0001 of the unit. */
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
 * Builds lines for material that was drawn without a known hopper content, because a feed was not scanned. Materials,
 * proportions and mean prices follow the recorded draws, or else the feeds.
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
/** Builds lines for material as drawn from the hoppers, and for packing as issued. */
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
/**
 * Builds lines for prices per month, machine hour, labour hour or kg, each with the price of its day. A monthly price
 * is charged by the share of the month's hours in which the order ran; plant-wide prices are also divided by the number
 * of lines.
 */
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

/** Lists the inputs that are missing for a whole cost. */
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
