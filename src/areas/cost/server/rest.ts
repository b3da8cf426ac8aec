/**
 * GET /plant/cost_rest: compares the use of a month (meters, bill, hours, monthly prices, stock movements) with the
 * charges to orders. For each row and in total: used = charged to orders + not charged.
 */
import type { InOf, OutOf } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import { daysOfMonth, isMonth, monthAfter, monthOf, type Month } from '@/plant/rules/month'
import { addDays, HOUR, toMillis, type Day } from '@/plant/rules/plant-time'
import { webLineKinds } from '@/plant/rules/line'
import { shiftsOfDay } from '@/plant/rules/shift'
import { calendarOf, startOf, today } from '@/plant/server/plant'
import { linesInOrder } from '@/plant/server/queries/line-lists'
import { fedInMonths } from '@/areas/feeding/server/queries/for-costs'
import { signedShifts } from '@/areas/handover/server/queries/for-costs'
import { gridCharges } from '@/areas/energy/server/queries'
import { ordersBegunIn } from '@/areas/orders/server/queries/for-costs'
import { isPerKwhCharge, pricesFor } from '@/areas/prices/rules/dated-price'
import { costPrices } from '@/areas/prices/server/queries'
import type { Context } from '@/server/context'
import type { costRest } from '../contract/analysis-calls'
import type { CostPart } from '../rules/cost-line'
import { sumOf, toFen, toYuan, type Fen } from '../rules/money'
import { calculateMonthlyDue } from '../rules/monthly-due'
import { restOf, type Use } from '../rules/rest'
import { energyIn } from './asked'
import { pricesOf } from './material-facts'
import { loadMonthCharges, type MonthCharge } from './month-charges'
import { countOrdersDue } from './renew'

type Answer = OutOf<typeof costRest>
type Row = Answer['rows'][number]
type Reason = Answer['reasons'][number]

/** Calculates the unallocated costs of a month; the previous month by default. */
export async function rest(ctx: Context, input: InOf<typeof costRest>): Promise<Answer> {
  const month = input.month ?? monthAfter(monthOf(today(ctx)), -1)
  if (!isMonth(month)) throw refuse('plant:refusals.month.noMonth', { month })
  const days = daysOfMonth(month)
  const fed = await pricesOf(ctx, await fedInMonths(ctx, { from: month, to: month }))
  const energy = await energyIn(ctx, days)
  const charges = await loadMonthCharges(ctx, month, monthOf(today(ctx)))
  const ofPart = (...parts: CostPart[]) => charges.filter(({ part, charge }) => parts.includes(part) && charge === null)
  const metered = (part: 'electricity' | 'gas' | 'water'): Row =>
    toRow(
      part,
      energy.filter(({ medium }) => medium === part).map(({ used, cost }) => ({ quantity: used, cost })),
      ofPart(part),
    )
  const material = toRow(
    'material',
    fed.map(({ kg, price }) => ({ quantity: kg, cost: (Math.round(kg * 1e4) / 1e4) * (price ?? 0) })),
    ofPart('material', 'packing'),
  )
  const [electricity, gas, water] = [metered('electricity'), metered('gas'), metered('water')]
  const grid = await gridRow(ctx, month, charges)
  const labour = await labourRow(ctx, month, ofPart('labour'))
  const [fixed, financial, other] = [
    await periodRow(ctx, 'fixed', month, ofPart('fixed')),
    await periodRow(ctx, 'financial', month, ofPart('financial')),
    await periodRow(ctx, 'other', month, ofPart('other')),
  ]
  // Tools wear by use, and only orders get credits.
  const [tools, credit] = [toRow('tools', [], ofPart('tools')), toRow('credit', [], ofPart('credit'))].map(
    borneByOrders,
  )
  const rows = [
    material,
    electricity,
    ...(grid ? [grid.row] : []),
    gas,
    water,
    labour,
    tools!,
    fixed,
    financial,
    other,
    credit!,
  ]
  const unrecorded = sumOf(charges.filter(({ isUnrecorded }) => isUnrecorded).map(({ fen }) => fen))
  const reasons: (readonly [Reason['name'], Fen])[] = [
    ['hopperContent', toFen(material.rest) + unrecorded],
    ['unrecordedFeeds', -unrecorded],
    ['idleElectricity', toFen(electricity.rest)],
    ...(grid?.reasons ?? []),
    ['idleGas', toFen(gas.rest)],
    ['idleWater', toFen(water.rest)],
    ['hoursWithoutOrder', toFen(labour.rest)],
    ['unabsorbedFixed', toFen(fixed.rest)],
    ['unabsorbedFinancial', toFen(financial.rest)],
    ['unabsorbedOther', toFen(other.rest)],
  ]
  const total = (of: 'used' | 'charged' | 'rest') => toYuan(sumOf(rows.map((row) => toFen(row[of]))))
  const ran = await ordersBegunIn(ctx, { from: startOf(ctx, days.from), to: startOf(ctx, addDays(days.to, 1)) })
  const ordersToCount = await countOrdersDue(ctx, ran)
  const inProcess = sumOf(charges.filter(({ isInProcess }) => isInProcess).map(({ fen }) => fen))
  return {
    month,
    whole:
      ordersToCount === 0 && fed.every(({ price }) => price !== null) && energy.every(({ unpriced }) => unpriced === 0),
    rows,
    reasons: reasons.flatMap(([name, fen]) => (fen === 0 ? [] : [{ name, amount: toYuan(fen) }])),
    totalUsed: total('used'),
    finishedOrders: toYuan(toFen(total('charged')) - inProcess),
    workInProcess: toYuan(inProcess),
    totalRest: total('rest'),
    ordersToCount,
  }
}

/** Builds the row of a part from its uses and charges. */
function toRow(part: Row['part'], uses: readonly Use[], charged: readonly MonthCharge[]): Row {
  const { used, charged: fen, rest, quantity, restQuantity } = restOf(uses, charged)
  const digits = (x: number) => Math.round(x * 1000) / 1000
  return {
    part,
    used: toYuan(used),
    charged: toYuan(fen),
    rest: toYuan(rest),
    quantity: digits(quantity),
    restQuantity: digits(restQuantity),
  }
}
const borneByOrders = (row: Row): Row => ({ ...row, used: row.charged, rest: 0, quantity: null, restQuantity: null })

/** Builds the row of grid charges other than energy; null if the plant has no such charges. */
async function gridRow(
  ctx: Context,
  month: Month,
  charges: readonly MonthCharge[],
): Promise<{ row: Row; reasons: (readonly [Reason['name'], Fen])[] } | null> {
  const named = await gridCharges(ctx, month)
  const charged = (of: (charge: string) => boolean) =>
    sumOf(charges.filter(({ charge }) => charge !== null && of(charge)).map(({ fen }) => fen))
  const all = charged(() => true)
  if (named.length === 0 && all === 0) return null
  const used = sumOf(named.map(({ cny }) => toFen(cny)))
  const perKwh = sumOf(named.filter(({ charge }) => isPerKwhCharge(charge)).map(({ cny }) => toFen(cny)))
  return {
    row: {
      part: 'gridCharges',
      used: toYuan(used),
      charged: toYuan(all),
      rest: toYuan(used - all),
      quantity: null,
      restQuantity: null,
    },
    reasons: [
      ['idleGridCharges', perKwh - all],
      ...named.flatMap(({ charge, cny }) => (isPerKwhCharge(charge) ? [] : [[charge, toFen(cny)] as const])),
    ],
  }
}
/** Builds the labour row: signed hours at the wages of their day, and monthly labour prices. */
async function labourRow(ctx: Context, month: Month, charged: readonly MonthCharge[]): Promise<Row> {
  const hours = charged.filter(({ unit }) => unit === 'h')
  const row = toRow('labour', await labourOf(ctx, daysOfMonth(month)), hours)
  const others = await periodRow(
    ctx,
    'labour',
    month,
    charged.filter(({ unit }) => unit !== 'h'),
  )
  const add = (of: 'used' | 'charged' | 'rest') => toYuan(toFen(row[of]) + toFen(others[of]))
  return { ...row, used: add('used'), charged: add('charged'), rest: add('rest') }
}
const priceKinds = { labour: 'direct', fixed: 'fixed', financial: 'financial', other: 'other' } as const
/**
 * Builds the row of a part with monthly prices, due in full. Prices per hour or kilogram are due as charged to orders.
 */
async function periodRow(
  ctx: Context,
  part: keyof typeof priceKinds,
  month: Month,
  charged: readonly MonthCharge[],
): Promise<Row> {
  const days = daysOfMonth(month)
  const prices = await costPrices(ctx, {
    kind: priceKinds[part],
    from: startOf(ctx, days.from),
    to: startOf(ctx, days.to),
  })
  const lines = await linesInOrder(ctx)
  const due = calculateMonthlyDue({
    month,
    until: Math.min(ctx.now.getTime(), toMillis(startOf(ctx, addDays(days.to, 1)))),
    timeZone: ctx.timeZone,
    prices,
    lines: lines.map(({ id, kind }) => ({ id, isWeb: webKinds.includes(kind) })),
  })
  const byUse = sumOf(charged.filter(({ unit }) => unit !== 'month').map(({ fen }) => fen))
  const all = sumOf(charged.map(({ fen }) => fen))
  const used = toFen(due) + byUse
  return {
    part,
    used: toYuan(used),
    charged: toYuan(all),
    rest: toYuan(used - all),
    quantity: null,
    restQuantity: null,
  }
}
const webKinds: readonly string[] = webLineKinds

/** Values the signed hours of a range of days at the labour-hour prices of their day. */
async function labourOf(ctx: Context, { from, to }: { from: Day; to: Day }): Promise<Use[]> {
  const lines = await linesInOrder(ctx)
  const signed = await signedShifts(ctx, { lineIds: lines.map(({ id }) => id), from, to })
  const prices = await costPrices(ctx, { kind: 'direct', from: startOf(ctx, from), to: startOf(ctx, to) })
  const { pattern, timeZone } = await calendarOf(ctx)
  return signed.map(({ lineId, businessDate, shift, people }): Use => {
    const span = shiftsOfDay(businessDate, pattern, timeZone).find((one) => one.shift === shift)
    const hours = span ? (people * (toMillis(span.endsAt) - toMillis(span.startsAt))) / HOUR : 0
    const rate = pricesFor(prices, { lineId, productId: null, day: businessDate })
      .filter(({ basis }) => basis === 'labourHour')
      .reduce((sum, { price }) => sum + price, 0)
    return { quantity: hours, cost: hours * rate }
  })
}
