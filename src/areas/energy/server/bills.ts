import type { InOf, OutOf } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import type { Create, Patch, Row } from '@/contract/resource'
import { daysOfMonth, monthOf } from '@/plant/rules/month'
import { addDays, type Day, type Moment } from '@/plant/rules/plant-time'
import { startOf, today } from '@/plant/server/plant'
import { chargesHeld } from '@/areas/prices/server/queries'
import { bands } from '@/areas/prices/rules/tariff'
import { usageOf } from '@/areas/telemetry/server/queries'
import type { Context } from '@/server/context'
import { columns, computed, sql } from '@/server/sql'
import { billedCny, billedKwh, electricBill, type electricBillCheck } from '../contract/electric-bill'
import { energyDay, energyUse } from '../contract/kept-use'
import { comparedBill, otherOf, workedOut, type DayUse, type Lines } from '../rules/bill'
import { round } from './figures'
import { treeOf } from './meters'
import { topWeights } from './one-day'
import { energyGaps } from './queries'

type Bill = Row<typeof electricBill>
/** POST /energy/electric_bill */
export async function addBill(ctx: Context, input: Create<typeof electricBill>): Promise<Bill> {
  mustBeMonth(ctx, input.month)
  return ctx.rows.insert(electricBill, { ...input, writtenBy: ctx.person?.id ?? null })
}
/** PUT /energy/electric_bill */
export async function changeBill(ctx: Context, { id, version, ...patch }: Patch<typeof electricBill>): Promise<Bill> {
  if (patch.month) mustBeMonth(ctx, patch.month)
  return ctx.rows.update(electricBill, id, patch, { version })
}
function mustBeMonth(ctx: Context, month: Day): void {
  if (!month.endsWith('-01')) throw refuseInput([{ path: ['month'], code: 'badFormat' }])
  if (month > today(ctx)) throw refuseInput([{ path: ['month'], code: 'tooBig', params: { limit: today(ctx) } }])
}

const unitOf = { demand: 'kW', capacity: 'kVA' } as const
/** GET /energy/electric_bill_check */
export async function checkBill(
  ctx: Context,
  { month }: InOf<typeof electricBillCheck>,
): Promise<OutOf<typeof electricBillCheck>> {
  const days = daysOfMonth(monthOf(month))
  const [bill] = await ctx.rows.find(electricBill, { where: { month: days.from }, limit: 1 })
  const uses = await ctx.query(
    sql`select ${columns(energyUse, ['day', 'band'])}, ${computed<Omit<DayUse, 'day' | 'band'>>`sum(used)::float8 as used, sum(cost)::float8 as cost, sum(estimated)::float8 as estimated, sum(unpriced)::float8 as unpriced`}
      from energy_use where site_id = ${ctx.site} and day >= ${days.from} and day <= ${days.to} and medium = 'electricity' group by day, band order by day, band`,
  )
  const demand = await highestQuarter(ctx, days)
  const charges = await chargesHeld(ctx, { from: startOf(ctx, days.from), to: startOf(ctx, days.to) })
  const own = workedOut({ first: days.from, uses, demandKw: demand?.kw ?? null, charges })
  const gaps = await energyGaps(ctx, days)
  // A day that nobody counted yet lacks all its hours.
  const lacking = gaps.missingHours + 24 * gaps.uncountedDays
  const worst = await ctx.query(
    sql`select ${columns(energyDay, ['day', { hours: 'missing' }])} from energy_day
      where site_id = ${ctx.site} and day >= ${days.from} and day <= ${days.to} and missing > 0 order by missing desc, day limit 31`,
  )
  return {
    month: days.from,
    demandAt: demand?.at ?? null,
    lines: comparedBill(own, bill ? billed(bill) : {}, uses, lacking).map((one) => ({
      line: one.line,
      unit: unitOf[one.line as keyof typeof unitOf] ?? 'kWh',
      own: one.own.quantity === null ? null : round(one.own.quantity),
      billed: one.billed.quantity,
      off: one.quantityOff,
      offPercent: one.quantityPercent,
      ownCny: one.own.cny,
      billedCny: one.billed.cny,
      offCny: one.cnyOff,
      offCnyPercent: one.cnyPercent,
      estimated: round(one.estimated),
      unpriced: round(one.unpriced),
      finding: one.finding,
    })),
    ...gaps,
    gaps: worst,
  }
}
function billed(bill: Bill): Lines {
  const of = (field: keyof Bill): number | null => (bill[field] as number | null | undefined) ?? null
  const cny = Object.entries(billedCny).map(([line, field]) => [line, of(field)] as const)
  const lines = Object.fromEntries(cny.map(([line, amount]) => [line, { quantity: null, cny: amount }]))
  const kwh = Object.fromEntries(
    bands.map((band) => [band, { quantity: of(billedKwh[band]), cny: of(billedCny[band]) }]),
  )
  const other = otherOf(
    bill.totalCny,
    cny.map(([, amount]) => amount),
  )
  return {
    ...lines,
    ...kwh,
    demand: { quantity: bill.demandKw ?? null, cny: bill.demandCny ?? null },
    other: { quantity: null, cny: other },
    total: { quantity: bill.totalKwh, cny: bill.totalCny },
  }
}
/** The highest quarter of an hour of the meters at the top together: what a charge for demand is measured by. */
async function highestQuarter(ctx: Context, days: { from: Day; to: Day }): Promise<{ kw: number; at: Moment } | null> {
  const tree = await treeOf(ctx)
  const tops = topWeights(tree, { medium: 'electricity' })
  const meterIds = tree.counting.filter(({ id }) => tops.has(id)).map(({ meterId }) => meterId)
  const [from, to] = [startOf(ctx, days.from), startOf(ctx, addDays(days.to, 1))]
  const quarters = new Map<Moment, number>()
  for (const { at, used } of await usageOf(ctx, { meterIds, from, to, step: 'quarter' }))
    quarters.set(at, (quarters.get(at) ?? 0) + used)
  const highest = [...quarters].reduce<[Moment, number] | null>(
    (best, one) => (best && best[1] >= one[1] ? best : one),
    null,
  )
  return highest && highest[1] > 0 ? { at: highest[0], kw: round(highest[1] * 4, 1) } : null
}
