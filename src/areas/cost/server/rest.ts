/** GET /plant/cost_rest: a month's meters, stock movements and signed hours against what orders were charged. */
import type { InOf, OutOf } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import { daysOfMonth, isMonth, monthAfter, monthOf } from '@/plant/rules/month'
import { HOUR, toMillis, type Day } from '@/plant/rules/plant-time'
import { shiftsOfDay } from '@/plant/rules/shift'
import { calendarOf, startOf, today } from '@/plant/server/plant'
import { linesInOrder } from '@/plant/server/queries/line-lists'
import { fedInMonths } from '@/areas/feeding/server/queries/for-costs'
import { signedShifts } from '@/areas/handover/server/queries/for-costs'
import { pricesFor } from '@/areas/prices/rules/dated-price'
import type { Context } from '@/server/context'
import { columns, computed, sql, type Sql } from '@/server/sql'
import type { costRest } from '../contract/analysis-calls'
import { orderCost } from '../contract/order-cost'
import { toYuan } from '../rules/money'
import { restOf, type Use } from '../rules/rest'
import { costPrices } from '@/areas/prices/server/queries'
import { orderEnergyIn, unassignedEnergy } from './asked'
import { pricesOf } from './collect'

type Row = OutOf<typeof costRest>['rows'][number]
export async function rest(ctx: Context, input: InOf<typeof costRest>): Promise<OutOf<typeof costRest>> {
  const month = input.month ?? monthAfter(monthOf(today(ctx)), -1)
  if (!isMonth(month)) throw refuse('plant:refusals.month.noMonth', { month })
  const days = daysOfMonth(month)
  const fed = await pricesOf(ctx, await fedInMonths(ctx, { from: month, to: month }))
  const material = fed.map(({ orderId, kg, price }): Use => ({
    orderId,
    quantity: kg,
    cost: (Math.round(kg * 1e4) / 1e4) * (price ?? 0),
  }))
  const held = await keptLines(ctx, sql`l->>'resource' = 'hopper' and l->>'month' = ${month}`)
  const orders = await orderEnergyIn(ctx, days)
  const others = await unassignedEnergy(ctx, days)
  const energy = (medium: 'electricity' | 'gas' | 'water'): Use[] => [
    ...orders
      .filter((one) => one.medium === medium)
      .map(({ orderId, used, cost }) => ({ orderId, quantity: used, cost })),
    ...others.filter((one) => one.medium === medium).map(({ used, cost }) => ({ orderId: null, quantity: used, cost })),
  ]
  const row = (part: Row['part'], uses: readonly Use[]): Row => {
    const { used, charged, rest: left, quantity, restQuantity } = restOf(uses)
    const digits = (x: number) => Math.round(x * 1000) / 1000
    return {
      part,
      used: toYuan(used),
      charged: toYuan(charged),
      rest: toYuan(left),
      quantity: digits(quantity),
      restQuantity: digits(restQuantity),
    }
  }
  return {
    month,
    whole: fed.every(({ price }) => price !== null) && [...orders, ...others].every(({ unpriced }) => unpriced === 0),
    rows: [
      row('material', [...material, ...held.flatMap(moved)]),
      row('electricity', energy('electricity')),
      row('gas', energy('gas')),
      row('water', energy('water')),
      row('labour', await labourOf(ctx, month, days)),
    ],
  }
}

/** Hours that were signed for, and what costs that are kept charged of them in the month. */
async function labourOf(ctx: Context, month: string, { from, to }: { from: Day; to: Day }): Promise<Use[]> {
  const lines = await linesInOrder(ctx)
  const signed = await signedShifts(ctx, { lineIds: lines.map(({ id }) => id), from, to })
  const prices = await costPrices(ctx, { kind: 'direct', from: startOf(ctx, from), to: startOf(ctx, to) })
  const { pattern, timeZone } = await calendarOf(ctx)
  const whole = signed.map(({ lineId, businessDate, shift, people }): Use => {
    const span = shiftsOfDay(businessDate, pattern, timeZone).find((one) => one.shift === shift)
    const hours = span ? (people * (toMillis(span.endsAt) - toMillis(span.startsAt))) / HOUR : 0
    const rate = pricesFor(prices, { lineId, productId: null, day: businessDate })
      .filter(({ basis }) => basis === 'labourHour')
      .reduce((sum, { price }) => sum + price, 0)
    return { orderId: null, quantity: hours, cost: hours * rate }
  })
  const charged = await keptLines(ctx, sql`l->>'part' = 'labour' and l->>'month' = ${month} and l->>'unit' = 'h'`)
  return [...whole, ...charged.flatMap(moved)]
}
type KeptLine = { workOrderId: string; quantity: number; amount: number }
/** Lines of costs that are kept, summed by order. */
const keptLines = (ctx: Context, which: Sql): Promise<KeptLine[]> =>
  ctx.query(
    sql`select ${columns(orderCost, ['workOrderId'], 'c')}, ${computed<Omit<KeptLine, 'workOrderId'>>`sum((l->>'quantity')::numeric)::float8 as quantity, sum((l->>'amount')::numeric)::float8 as amount`}
      from order_cost c, jsonb_array_elements(c.lines) l where c.site_id = ${ctx.site} and ${which} group by c.work_order_id`,
  )
/** What orders were charged is taken out of what nobody was charged with. */
const moved = ({ workOrderId, quantity, amount }: KeptLine): Use[] => [
  { orderId: workOrderId, quantity, cost: amount },
  { orderId: null, quantity: -quantity, cost: -amount },
]
