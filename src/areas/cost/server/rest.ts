/** GET /plant/cost_rest: a month's meters, stock movements and signed hours against what orders were charged. */
import type { InOf, OutOf } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import { daysOfMonth, isMonth, monthAfter, monthOf, type Month } from '@/plant/rules/month'
import { HOUR, toMillis, type Day } from '@/plant/rules/plant-time'
import { shiftsOfDay } from '@/plant/rules/shift'
import { calendarOf, startOf, today } from '@/plant/server/plant'
import { linesInOrder } from '@/plant/server/queries/line-lists'
import { fedInMonths } from '@/areas/feeding/server/queries/for-costs'
import { signedShifts } from '@/areas/handover/server/queries/for-costs'
import { pricesFor } from '@/areas/prices/rules/dated-price'
import type { Context } from '@/server/context'
import { sql } from '@/server/sql'
import type { costRest } from '../contract/analysis-calls'
import type { CostPart } from '../rules/cost-line'
import { toFen, toYuan } from '../rules/money'
import { restOf, type Charge, type Use } from '../rules/rest'
import { gridCharges } from '@/areas/energy/server/queries'
import { costPrices } from '@/areas/prices/server/queries'
import { energyIn } from './asked'
import { pricesOf } from './collect'

type Row = OutOf<typeof costRest>['rows'][number]
export async function rest(ctx: Context, input: InOf<typeof costRest>): Promise<OutOf<typeof costRest>> {
  const month = input.month ?? monthAfter(monthOf(today(ctx)), -1)
  if (!isMonth(month)) throw refuse('plant:refusals.month.noMonth', { month })
  const days = daysOfMonth(month)
  const fed = await pricesOf(ctx, await fedInMonths(ctx, { from: month, to: month }))
  const material = fed.map(({ kg, price }): Use => ({
    quantity: kg,
    cost: (Math.round(kg * 1e4) / 1e4) * (price ?? 0),
  }))
  const energy = await energyIn(ctx, days)
  const charges = await chargesOf(ctx, month)
  const row = (
    part: Exclude<Row['part'], 'gridCharges'>,
    uses: readonly Use[],
    parts: readonly CostPart[] = [part],
  ): Row => {
    const charged = parts.flatMap((each) => charges.get(each) ?? [])
    const { used, charged: fen, rest: left, quantity, restQuantity } = restOf(uses, charged)
    const digits = (x: number) => Math.round(x * 1000) / 1000
    return {
      part,
      used: toYuan(used),
      charged: toYuan(fen),
      rest: toYuan(left),
      quantity: digits(quantity),
      restQuantity: digits(restQuantity),
    }
  }
  const metered = (medium: 'electricity' | 'gas' | 'water'): Row =>
    row(
      medium,
      energy.filter((one) => one.medium === medium).map(({ used, cost }) => ({ quantity: used, cost })),
    )
  return {
    month,
    whole: fed.every(({ price }) => price !== null) && energy.every(({ unpriced }) => unpriced === 0),
    rows: [
      row('material', material, ['material', 'packing']),
      metered('electricity'),
      ...(await gridRow(ctx, month)),
      metered('gas'),
      metered('water'),
      row('labour', await labourOf(ctx, days)),
    ],
  }
}

/** What the bill of electricity names beside energy; no row where the plant has no prices of it. */
async function gridRow(ctx: Context, month: Month): Promise<Row[]> {
  const named = await gridCharges(ctx, month)
  if (named.length === 0) return []
  const sum = Math.round(named.reduce((all, { cny }) => all + cny, 0) * 100) / 100
  return [{ part: 'gridCharges', used: sum, charged: 0, rest: sum, quantity: null, restQuantity: null }]
}
/** Hours that were signed for, at the wages of their day. */
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
/**
 * What the kept costs of orders say of a month, by part: what was fed less what lies in the hoppers, energy, hours of people. Not
 * what one would charge them with now, so that the pages of the orders and this one add up.
 */
async function chargesOf(ctx: Context, month: Month): Promise<ReadonlyMap<string, Charge[]>> {
  const rows = await ctx.query(
    sql<{
      part: CostPart
      quantity: number
      amount: number
    }>`select l->>'part' as part, sum((l->>'quantity')::numeric)::float8 as quantity, sum((l->>'amount')::numeric)::float8 as amount
      from order_cost c, jsonb_array_elements(c.lines) l
      where c.site_id = ${ctx.site} and l->>'month' = ${month} and (l->>'part' <> 'labour' or l->>'unit' = 'h') group by 1`,
  )
  return new Map(rows.map(({ part, quantity, amount }) => [part, [{ quantity, fen: toFen(amount) }]]))
}
