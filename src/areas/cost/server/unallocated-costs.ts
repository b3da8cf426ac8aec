/**
 * GET /plant/cost_rest: compares the use of a month (meters, bill, hours, monthly prices, stock movements) with the
 * charges to orders. For each row and in total: used = charged to orders + unallocated (`rest`).
 */
import type { ReportAnswer, ReportInput } from '@/contract/report'
import { refuse } from '@/contract/errno'
import { getMonthDays, isMonth, addMonthsToMonth, toMonth, type Month } from '@/plant/rules/month'
import { addDays, HOUR_MS, toMillis, type Day } from '@/plant/rules/plant-time'
import { webLineKinds } from '@/plant/rules/line'
import { getShiftsOfDay } from '@/plant/rules/shift'
import { findBusinessDate, loadPlantCalendar, getDayStart } from '@/plant/server/plant'
import { listClosedMonthsBetween } from '@/plant/server/queries'
import { listLines } from '@/plant/server/queries/list-lines'
import { listFedInMonths } from '@/areas/feeding/server/queries/cost-sources'
import { listSignedShifts } from '@/areas/handover/server/queries/signed-shifts'
import { loadEnergyGaps, loadGridCharges, loadOrderEnergy } from '@/areas/energy/server/queries'
import { listOrderIdsInPeriod, loadOrdersToCost, type CostedOrder } from '@/areas/orders/server/queries/costed-orders'
import { isPerKwhCharge, selectEffectivePrices } from '@/areas/prices/rules/dated-price'
import { listCostPrices } from '@/areas/prices/server/queries'
import type { ReportNote } from '@/plant/server/report/write-report'
import type { Context } from '@/server/context'
import type { unallocatedCosts } from '../contract/analysis-endpoints'
import { type CostPart, roundLineQuantity, sumFen, toFen, toYuan, type Fen } from '../rules/cost-line'
import { getRunSpans, groupHoursByDay } from '../rules/run-spans'
import {
  calculateAdjustmentAmount,
  calculateMonthlyPriceTotal,
  calculateUnallocatedAmount,
  type CostAdjustment,
  type ProductRun,
  type UsedAmount,
} from '../rules/unallocated-costs'
import { addMaterialPrices, loadPricedEnergy } from './priced-usage'
import { loadAdjustments, loadMonthCharges, type MonthCharge } from './month-charges'
import { countDueOrders } from './recalculate-costs'

type UnallocatedAnswer = ReportAnswer<typeof unallocatedCosts>
type UnallocatedRow = UnallocatedAnswer['rows'][number]
type UnallocatedReason = UnallocatedAnswer['reasons'][number]

/** Calculates the unallocated costs of a month; the previous month by default. */
export async function calculateUnallocatedCosts(
  ctx: Context,
  input: ReportInput<typeof unallocatedCosts>,
): Promise<UnallocatedAnswer> {
  const month = input.month ?? addMonthsToMonth(toMonth(await findBusinessDate(ctx)), -1)
  if (!isMonth(month)) throw refuse('plant:refusals.month.noMonth', { month })
  const dayRange = getMonthDays(month)
  const feeds = await addMaterialPrices(ctx, await listFedInMonths(ctx, { from: month, to: month }))
  const energy = await loadPricedEnergy(ctx, dayRange)
  const allCharges = await loadMonthCharges(ctx, month, toMonth(await findBusinessDate(ctx)))
  const charges = allCharges.filter(({ isLate }) => !isLate)
  const adjustments = buildAdjustmentRow([
    ...(await loadAdjustments(ctx, month)),
    ...allCharges.filter(({ isLate }) => isLate),
  ])
  const filterByPart = (...parts: CostPart[]) =>
    charges.filter(({ part, charge }) => parts.includes(part) && charge === null)
  const buildMeteredRow = (part: 'electricity' | 'gas' | 'water'): UnallocatedRow =>
    buildRow(
      part,
      energy.filter(({ medium }) => medium === part).map(({ used, cost }) => ({ quantity: used, cost })),
      filterByPart(part),
    )
  const material = buildRow(
    'material',
    feeds.map(({ kg, price }) => ({ quantity: kg, cost: roundLineQuantity(kg, 'kg') * (price ?? 0) })),
    filterByPart('material', 'packing'),
  )
  const electricity = buildMeteredRow('electricity')
  const gas = buildMeteredRow('gas')
  const water = buildMeteredRow('water')
  const gridCosts = await buildGridRow(ctx, month, charges)
  const startedOrders = await listOrderIdsInPeriod(ctx, {
    from: getDayStart(ctx, dayRange.from),
    to: getDayStart(ctx, addDays(dayRange.to, 1)),
  })
  const orders = await loadOrdersToCost(ctx, startedOrders)
  const monthRuns = { month, productRuns: orders.flatMap((order) => toProductRun(ctx, order) ?? []) }
  const labour = await buildLabourRow(ctx, monthRuns, filterByPart('labour'))
  const fixedCosts = await buildMonthlyPriceRow(ctx, 'fixed', monthRuns, filterByPart('fixed'))
  const financialCosts = await buildMonthlyPriceRow(ctx, 'financial', monthRuns, filterByPart('financial'))
  const otherCosts = await buildMonthlyPriceRow(ctx, 'other', monthRuns, filterByPart('other'))
  // Tool wear and credits arise only for orders, so nothing of them is unallocated.
  const tools = toFullyChargedRow(buildRow('tools', [], filterByPart('tools')))
  const credit = toFullyChargedRow(buildRow('credit', [], filterByPart('credit')))
  const rows = [
    material,
    electricity,
    ...(gridCosts ? [gridCosts.row] : []),
    gas,
    water,
    labour,
    tools,
    fixedCosts,
    financialCosts,
    otherCosts,
    credit,
    ...(adjustments ? [adjustments] : []),
  ]
  const unrecordedFen = sumFen(charges.filter(({ isUnrecorded }) => isUnrecorded).map(({ fen }) => fen))
  const reasons: (readonly [UnallocatedReason['name'], Fen])[] = [
    ['hopperContent', toFen(material.rest) + unrecordedFen],
    ['unrecordedFeeds', -unrecordedFen],
    ['idleElectricity', toFen(electricity.rest)],
    ...(gridCosts?.reasons ?? []),
    ['idleGas', toFen(gas.rest)],
    ['idleWater', toFen(water.rest)],
    ['hoursWithoutOrder', toFen(labour.rest)],
    ['unabsorbedFixed', toFen(fixedCosts.rest)],
    ['unabsorbedFinancial', toFen(financialCosts.rest)],
    ['unabsorbedOther', toFen(otherCosts.rest)],
    ['closedMonths', toFen(adjustments?.rest ?? 0)],
  ]
  const sumRows = (column: 'used' | 'charged' | 'rest') => toYuan(sumFen(rows.map((row) => toFen(row[column]))))
  const ordersToCount = await countDueOrders(ctx, startedOrders)
  const { uncountedDays } = await loadEnergyGaps(ctx, dayRange)
  const ordersWithoutEnergy = await countOrdersWithoutEnergy(ctx, month, orders)
  const inProcessFen = sumFen(allCharges.filter(({ isInProcess }) => isInProcess).map(({ fen }) => fen))
  return {
    month,
    closedMonths: await listClosedMonthsBetween(ctx, dayRange),
    whole:
      ordersToCount === 0 &&
      uncountedDays === 0 &&
      ordersWithoutEnergy === 0 &&
      feeds.every(({ price }) => price !== null) &&
      energy.every(({ unpriced }) => unpriced === 0),
    rows,
    reasons: reasons.flatMap(([name, fen]) => (fen === 0 ? [] : [{ name, amount: toYuan(fen) }])),
    totalUsed: sumRows('used'),
    finishedOrders: toYuan(toFen(sumRows('charged')) - inProcessFen),
    workInProcess: toYuan(inProcessFen),
    totalRest: sumRows('rest'),
    ordersToCount,
    uncountedDays,
    ordersWithoutEnergy,
  }
}
/** Counts the orders that produced in a month without any electricity in that month. */
async function countOrdersWithoutEnergy(ctx: Context, month: Month, orders: readonly CostedOrder[]): Promise<number> {
  const producingIds = orders.flatMap(({ id, jumboKg, goodKg }) => (jumboKg > 0 || goodKg > 0 ? [id] : []))
  const energyOfOrders = await loadOrderEnergy(ctx, producingIds)
  const hasElectricity = ({ sums }: (typeof energyOfOrders)[number]) =>
    sums.some((sum) => sum.medium === 'electricity' && sum.month === month && sum.used > 0)
  return energyOfOrders.filter((orderEnergy) => !hasElectricity(orderEnergy)).length
}

/** Hours of the orders of a month. */
interface MonthRuns {
  readonly month: Month
  readonly productRuns: readonly ProductRun[]
}
/** Converts an order to its hours by day; null without a line or a start. */
function toProductRun(ctx: Context, order: CostedOrder): ProductRun | null {
  const { lineId, productId, startedAt, finishedAt, pauses } = order
  if (!lineId || !startedAt) return null
  const runs = getRunSpans({ startedAt, finishedAt, pauses }, ctx.now.getTime())
  return { lineId, productId, days: groupHoursByDay(runs, ctx.timeZone) }
}

/** Builds the row of a part from its uses and charges. */
function buildRow(
  part: UnallocatedRow['part'],
  uses: readonly UsedAmount[],
  charges: readonly MonthCharge[],
): UnallocatedRow {
  const amounts = calculateUnallocatedAmount(uses, charges)
  const roundTo3 = (quantity: number) => Math.round(quantity * 1000) / 1000
  return {
    part,
    used: toYuan(amounts.usedFen),
    charged: toYuan(amounts.chargedFen),
    rest: toYuan(amounts.unallocatedFen),
    quantity: roundTo3(amounts.quantity),
    restQuantity: roundTo3(amounts.unallocatedQuantity),
  }
}
/** Sets the used amount to the amount charged to orders, so that nothing is unallocated. */
const toFullyChargedRow = (row: UnallocatedRow): UnallocatedRow => ({
  ...row,
  used: row.charged,
  rest: 0,
  quantity: null,
  restQuantity: null,
})

/** Builds the row of adjustments to closed months; null if there are none. */
function buildAdjustmentRow(adjustments: readonly CostAdjustment[]): UnallocatedRow | null {
  const { usedFen, chargedFen, unallocatedFen } = calculateAdjustmentAmount(adjustments)
  if (usedFen === 0 && chargedFen === 0) return null
  return {
    part: 'adjustments',
    used: toYuan(usedFen),
    charged: toYuan(chargedFen),
    rest: toYuan(unallocatedFen),
    quantity: null,
    restQuantity: null,
  }
}
/** Builds the row of grid charges besides the energy price; null if the plant has no such charges. */
async function buildGridRow(
  ctx: Context,
  month: Month,
  charges: readonly MonthCharge[],
): Promise<{ row: UnallocatedRow; reasons: (readonly [UnallocatedReason['name'], Fen])[] } | null> {
  const billedCharges = await loadGridCharges(ctx, month)
  const chargedFen = sumFen(charges.filter(({ charge }) => charge !== null).map(({ fen }) => fen))
  if (billedCharges.length === 0 && chargedFen === 0) return null
  const usedFen = sumFen(billedCharges.map(({ cny }) => toFen(cny)))
  const perKwhFen = sumFen(billedCharges.filter(({ charge }) => isPerKwhCharge(charge)).map(({ cny }) => toFen(cny)))
  return {
    row: {
      part: 'gridCharges',
      used: toYuan(usedFen),
      charged: toYuan(chargedFen),
      rest: toYuan(usedFen - chargedFen),
      quantity: null,
      restQuantity: null,
    },
    reasons: [
      ['idleGridCharges', perKwhFen - chargedFen],
      ...billedCharges.flatMap(({ charge, cny }) => (isPerKwhCharge(charge) ? [] : [[charge, toFen(cny)] as const])),
    ],
  }
}
/** Builds the labour row from signed hours at the wages of their day, and from monthly labour prices. */
async function buildLabourRow(
  ctx: Context,
  monthRuns: MonthRuns,
  charges: readonly MonthCharge[],
): Promise<UnallocatedRow> {
  const hourCharges = charges.filter(({ unit }) => unit === 'h')
  const hourlyRow = buildRow('labour', await calculateLabourUse(ctx, getMonthDays(monthRuns.month)), hourCharges)
  const monthlyRow = await buildMonthlyPriceRow(
    ctx,
    'labour',
    monthRuns,
    charges.filter(({ unit }) => unit !== 'h'),
  )
  const addAmounts = (column: 'used' | 'charged' | 'rest') =>
    toYuan(toFen(hourlyRow[column]) + toFen(monthlyRow[column]))
  return { ...hourlyRow, used: addAmounts('used'), charged: addAmounts('charged'), rest: addAmounts('rest') }
}
const PRICE_KIND_BY_PART = { labour: 'direct', fixed: 'fixed', financial: 'financial', other: 'other' } as const
/**
 * Builds the row of a part. Monthly prices count as used in full; prices per hour or kilogram count as used to the amount
 * charged to orders.
 */
async function buildMonthlyPriceRow(
  ctx: Context,
  part: keyof typeof PRICE_KIND_BY_PART,
  { month, productRuns }: MonthRuns,
  charges: readonly MonthCharge[],
): Promise<UnallocatedRow> {
  const dayRange = getMonthDays(month)
  const prices = await listCostPrices(ctx, {
    kind: PRICE_KIND_BY_PART[part],
    from: getDayStart(ctx, dayRange.from),
    to: getDayStart(ctx, dayRange.to),
  })
  const lines = await listLines(ctx)
  const monthlyPriceTotal = calculateMonthlyPriceTotal({
    month,
    untilMs: Math.min(ctx.now.getTime(), toMillis(getDayStart(ctx, addDays(dayRange.to, 1)))),
    timeZone: ctx.timeZone,
    prices,
    lines: lines.map(({ id, kind }) => ({ id, isWeb: WEB_LINE_KINDS.includes(kind) })),
    productRuns,
  })
  const hourlyAndKgFen = sumFen(charges.filter(({ unit }) => unit !== 'month').map(({ fen }) => fen))
  const chargedFen = sumFen(charges.map(({ fen }) => fen))
  const usedFen = toFen(monthlyPriceTotal) + hourlyAndKgFen
  return {
    part,
    used: toYuan(usedFen),
    charged: toYuan(chargedFen),
    rest: toYuan(usedFen - chargedFen),
    quantity: null,
    restQuantity: null,
  }
}
const WEB_LINE_KINDS: readonly string[] = webLineKinds

/** Values the signed hours of a range of days at the labour-hour prices of their day. */
async function calculateLabourUse(ctx: Context, { from, to }: { from: Day; to: Day }): Promise<UsedAmount[]> {
  const lines = await listLines(ctx)
  const signedShifts = await listSignedShifts(ctx, { lineIds: lines.map(({ id }) => id), from, to })
  const prices = await listCostPrices(ctx, { kind: 'direct', from: getDayStart(ctx, from), to: getDayStart(ctx, to) })
  const { rotation, timeZone } = await loadPlantCalendar(ctx)
  return signedShifts.map(({ lineId, businessDate, shift, people }): UsedAmount => {
    const span = getShiftsOfDay(businessDate, rotation, timeZone).find((candidate) => candidate.shift === shift)
    const hours = span ? (people * (toMillis(span.endsAt) - toMillis(span.startsAt))) / HOUR_MS : 0
    const rate = selectEffectivePrices(prices, { lineId, productId: null, day: businessDate })
      .filter(({ basis }) => basis === 'labourHour')
      .reduce((sum, { price }) => sum + price, 0)
    return { quantity: hours, cost: hours * rate }
  })
}
/** Describes, in the notes of the workbook, why the month is not complete yet. */
export const describeIncompleteMonth = (
  ctx: Context,
  { ordersToCount, uncountedDays, ordersWithoutEnergy }: ReportAnswer<typeof unallocatedCosts>,
): readonly ReportNote[] =>
  (
    [
      ['restToCount', ordersToCount],
      ['restUncountedDays', uncountedDays],
      ['restWithoutEnergy', ordersWithoutEnergy],
    ] as const
  ).flatMap(([name, count]) =>
    count > 0 ? [[ctx.t('cost:answers.totalRest'), ctx.t(`cost:pages.comparison.${name}`, { count })] as const] : [],
  )
