/** Calculates the cost of an order from its source rows, with the prices valid at their time. Pure function. */
import { toMonth } from '@/plant/rules/month'
import type { Day } from '@/plant/rules/plant-time'
import { selectEffectivePrices } from '@/areas/prices/rules/dated-price'
import {
  sumByPart,
  sumParts,
  type CostLine,
  type CostPart,
  type MissingCostInput,
  type PartAmounts,
  roundLineQuantity,
  toFen,
  type Fen,
} from './cost-line'
import type {
  CreditedMaterial,
  DatedPrice,
  EnergyUsage,
  MaterialUsage,
  OrderCostSources,
  ToolUsage,
} from './cost-sources'
import { groupHoursByDay, countHours, countMonthHours } from './run-spans'

export interface OrderCost {
  readonly lines: readonly CostLine[]
  readonly parts: PartAmounts
  readonly total: Fen
  readonly missing: readonly MissingCostInput[]
  readonly machineHours: number
  readonly labourHours: number
}

/**
 * Calculates the cost of an order. Quantities are rounded to 0.0001 of their unit before pricing, so that a line can be
 * checked by hand.
 */
export function calculateOrderCost(sources: OrderCostSources): OrderCost {
  const labourHours = sources.labour.reduce((sum, { hours }) => sum + hours, 0)
  const lines = [
    ...buildMaterialLines(sources),
    ...sources.credits.map(toCreditLine),
    ...(sources.energy ?? []).map(toEnergyLine),
    ...sources.gridCharges.map(({ charge, ...usage }) => toEnergyLine({ part: 'electricity', what: charge, ...usage })),
    ...buildRateLines('labour', sources.prices.direct, sources),
    ...sources.tools.map(toToolLine),
    ...buildRateLines('fixed', sources.prices.fixed, sources),
    ...buildRateLines('financial', sources.prices.financial, sources),
    ...buildRateLines('other', sources.prices.other, sources),
  ].filter(isNonZero)
  return {
    ...sumLines(lines),
    missing: findMissingInputs(sources, lines),
    machineHours: countHours(sources.runs),
    labourHours,
  }
}

/** True if a line has a quantity or an amount. */
export const isNonZero = ({ quantity, fen }: CostLine): boolean => quantity !== 0 || fen !== 0
/** Returns cost lines with their sums per part and their total. */
export function sumLines(lines: readonly CostLine[]): Pick<OrderCost, 'lines' | 'parts' | 'total'> {
  const parts = sumByPart(lines)
  return { lines, parts, total: sumParts(parts) }
}

/** Creates a line. Its amount is `yuan` if given, because several prices apply; otherwise quantity × price. */
const createLine = (fields: Omit<CostLine, 'fen'> & { readonly yuan?: number | null }): CostLine => {
  const { yuan, ...lineFields } = fields
  const quantity = roundLineQuantity(lineFields.quantity, lineFields.unit)
  return { ...lineFields, quantity, fen: toFen(yuan ?? (lineFields.price === null ? 0 : quantity * lineFields.price)) }
}
const toMaterialLine = ({ materialId, lotId, kind, month, kg, price, priceId }: MaterialUsage): CostLine =>
  createLine({
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
 * Builds lines for mass that was drawn although no hopper held it, because a feed was not scanned. It is split over the
 * materials of `knownUsage`, in their proportions and at their mean prices.
 */
function buildUnrecordedLines(
  knownUsage: readonly MaterialUsage[],
  unrecordedDraws: OrderCostSources['unrecordedDraws'],
): CostLine[] {
  const sumKg = (usage: readonly MaterialUsage[]) => usage.reduce((sum, { kg }) => sum + kg, 0)
  const allKg = sumKg(knownUsage)
  if (allKg <= 0) return []
  return [...new Set(knownUsage.map(({ materialId }) => materialId))].flatMap((dosedMaterialId) => {
    const materialUsage = knownUsage.filter(({ materialId }) => materialId === dosedMaterialId)
    const materialKg = sumKg(materialUsage)
    if (materialKg <= 0) return []
    // NaN if a price is missing; the line then has no price.
    const materialCost = materialUsage.reduce((sum, { kg, price }) => sum + kg * (price ?? NaN), 0)
    return unrecordedDraws.map(({ month, kg: unrecordedKg }) =>
      createLine({
        part: 'material',
        what: dosedMaterialId,
        resource: 'hopper',
        rowId: null,
        priceId: null,
        month,
        quantity: (unrecordedKg * materialKg) / allKg,
        unit: 'kg',
        price: Number.isNaN(materialCost) ? null : roundLineQuantity(materialCost / materialKg, 'kg'),
      }),
    )
  })
}
/** Builds lines for material as drawn from the hoppers, and for packing as issued. */
function buildMaterialLines({ feeds, drawnMaterial, unrecordedDraws }: OrderCostSources): CostLine[] {
  const webFeeds = feeds.filter(({ kind }) => kind !== 'pack')
  const packing = feeds.filter(({ kind }) => kind === 'pack')
  if (drawnMaterial === null) return feeds.map(toMaterialLine)
  return [
    ...[...drawnMaterial, ...packing].map(toMaterialLine),
    ...buildUnrecordedLines(drawnMaterial.length > 0 ? drawnMaterial : webFeeds, unrecordedDraws),
  ]
}
const toCreditLine = ({ item, resource, rowId, month, kg, price, priceId }: CreditedMaterial): CostLine =>
  createLine({
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
const toEnergyLine = ({ part, what, month, quantity, cost }: EnergyUsage): CostLine =>
  createLine({
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
const toToolLine = ({ toolId, used, unit, cost }: ToolUsage): CostLine =>
  createLine({
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

const UNIT_BY_BASIS = { month: 'month', machineHour: 'h', labourHour: 'h', kg: 'kg' } as const
/**
 * Builds lines for prices per month, machine hour, labour hour or kg, each with the price of its day. A monthly price
 * is multiplied by the order's share of the hours of the month. A plant-wide monthly price is also divided by the number
 * of web lines.
 */
function buildRateLines(part: CostPart, prices: readonly DatedPrice[], sources: OrderCostSources): CostLine[] {
  const usageByKey = new Map<string, { price: DatedPrice; month: string; quantity: number }>()
  const addQuantity = (price: DatedPrice, day: Day, quantity: number) => {
    const key = `${price.id} ${toMonth(day)}`
    const previousUsage = usageByKey.get(key)
    usageByKey.set(key, { price, month: toMonth(day), quantity: (previousUsage?.quantity ?? 0) + quantity })
  }
  const getLineShare = ({ lineId }: DatedPrice) => (lineId ? 1 : 1 / Math.max(1, sources.webLineCount))
  const getPrices = (day: Day, lineId: string) =>
    selectEffectivePrices(prices, { lineId, productId: sources.productId, day })
  const days = groupHoursByDay(sources.runs, sources.timeZone)
  for (const { day, hours } of days)
    for (const price of getPrices(day, sources.lineId)) {
      if (price.basis === 'machineHour') addQuantity(price, day, hours)
      if (price.basis === 'month')
        addQuantity(price, day, (hours / countMonthHours(toMonth(day), sources.timeZone)) * getLineShare(price))
    }
  for (const { businessDate, lineId, hours } of sources.labour)
    for (const price of getPrices(businessDate, lineId))
      if (price.basis === 'labourHour') addQuantity(price, businessDate, hours)
  const lastDay = days.at(-1)?.day
  if (lastDay)
    for (const price of getPrices(lastDay, sources.lineId))
      if (price.basis === 'kg') addQuantity(price, lastDay, sources.goodKg)
  return [...usageByKey.values()].map(({ price, month, quantity }) =>
    createLine({
      part,
      what: price.item,
      resource: null,
      rowId: null,
      priceId: price.id,
      month,
      quantity,
      unit: UNIT_BY_BASIS[price.basis],
      price: price.price,
    }),
  )
}

/** Lists the inputs without which the cost is incomplete. */
function findMissingInputs(sources: OrderCostSources, lines: readonly CostLine[]): MissingCostInput[] {
  const createMissingInput = (
    what: MissingCostInput['what'],
    overrides: Partial<MissingCostInput> = {},
  ): MissingCostInput => ({
    what,
    resource: null,
    rowId: null,
    businessDate: null,
    shift: null,
    ...overrides,
  })
  const unpricedLines = lines.filter(({ part, price }) => price === null && (part === 'material' || part === 'packing'))
  const hasLabourLine = lines.some(({ part }) => part === 'labour')
  const missingPriceByPart = { electricity: 'tariff', gas: 'gasPrice', water: 'waterPrice' } as const
  const unpricedParts = new Set(
    (sources.energy ?? []).filter(({ cost, quantity }) => cost === null && quantity > 0).map(({ part }) => part),
  )
  return [
    ...(sources.isRunning ? [createMissingInput('running')] : []),
    ...(sources.goodKg > 0 && !lines.some(({ part }) => part === 'material') ? [createMissingInput('noFeeds')] : []),
    ...unpricedLines.map(({ what: materialId, resource, rowId }) =>
      createMissingInput(
        'lotPrice',
        resource === 'hopper' ? { resource: 'material', rowId: materialId } : { resource, rowId },
      ),
    ),
    ...(sources.energy === null ? [createMissingInput('noReadings')] : []),
    ...[...unpricedParts].map((part) => createMissingInput(missingPriceByPart[part])),
    ...sources.unsignedShifts.map(({ lineId, businessDate, shift }) =>
      createMissingInput('handover', { resource: 'line', rowId: lineId, businessDate, shift }),
    ),
    ...(sources.labour.length > 0 && !hasLabourLine ? [createMissingInput('labourPrice')] : []),
    ...(sources.runs.length > 0 && !lines.some(({ part }) => part === 'fixed')
      ? [createMissingInput('fixedPrice')]
      : []),
    ...sources.tools
      .filter(({ cost, used }) => cost === null && used > 0)
      .map(({ toolId }) => createMissingInput('toolPrice', { resource: 'tool', rowId: toolId })),
  ]
}
