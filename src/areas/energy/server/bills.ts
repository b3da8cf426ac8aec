/** The grid's bills: changes, and the comparison with the calculated bill. */
import { refuseInput } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { getMonthDays, toMonth } from '@/plant/rules/month'
import type { Day } from '@/plant/rules/plant-time'
import { getToday } from '@/plant/server/plant'
import { bands } from '@/areas/prices/rules/tariff'
import type { Context } from '@/server/context'
import { columns, sql } from '@/server/sql'
import { cnyFieldByLine, kwhFieldByBand, electricBill, electricBillCheck } from '../contract/electric-bill'
import { energyDay } from '../contract/energy-use'
import { compareBill, calculateOtherCny, type BillAmounts } from '../rules/bill'
import { roundToDigits } from './energy-metrics'
import { loadCalculatedBill } from './calculated-bill'
import { loadEnergyGaps } from './queries'
import { handle } from '@/server/area'

type Bill = Row<typeof electricBill>
/** POST /energy/electric_bill: adds the bill of a month. */
export const addBill = handle(electricBill.endpoints.create, async (ctx, input) => {
  assertBillMonth(ctx, input.month)
  return ctx.rows.insert(electricBill, { ...input, writtenBy: ctx.person?.id ?? null })
})
/** PUT /energy/electric_bill: updates the bill of a month. */
export const updateBill = handle(electricBill.endpoints.update, async (ctx, { id, version, ...patch }) => {
  if (patch.month) assertBillMonth(ctx, patch.month)
  return ctx.rows.update(electricBill, id, patch, { version })
})
function assertBillMonth(ctx: Context, month: Day): void {
  if (!month.endsWith('-01')) throw refuseInput([{ path: ['month'], code: 'badFormat' }])
  if (month > getToday(ctx)) throw refuseInput([{ path: ['month'], code: 'tooBig', params: { limit: getToday(ctx) } }])
}

/** Units of the bill lines whose quantity is not in kWh. */
const quantityUnits = { demand: 'kW', capacity: 'kVA' } as const
/** GET /energy/electric_bill_check: compares a month's bill with the calculated amounts. */
export const checkBill = handle(electricBillCheck, async (ctx, { month }) => {
  const dayRange = getMonthDays(toMonth(month))
  const [bill] = await ctx.rows.find(electricBill, { where: { month: dayRange.from }, limit: 1 })
  const { amounts, dayUses, highestDemand } = await loadCalculatedBill(ctx, dayRange)
  const gaps = await loadEnergyGaps(ctx, dayRange)
  // A day that is not calculated yet lacks all its hours.
  const missingHours = gaps.missingHours + 24 * gaps.uncountedDays
  const worstDays = await ctx.query(
    sql`select ${columns(energyDay, ['day', { hours: 'missing' }])} from energy_day
      where site_id = ${ctx.site} and day >= ${dayRange.from} and day <= ${dayRange.to} and missing > 0 order by missing desc, day limit 31`,
  )
  return {
    month: dayRange.from,
    demandAt: highestDemand?.at ?? null,
    lines: compareBill(amounts, bill ? toBillAmounts(bill) : {}, dayUses, missingHours).map((comparison) => ({
      line: comparison.line,
      unit: quantityUnits[comparison.line as keyof typeof quantityUnits] ?? 'kWh',
      own: comparison.calculated.quantity === null ? null : roundToDigits(comparison.calculated.quantity),
      billed: comparison.billed.quantity,
      off: comparison.quantityDifference,
      offPercent: comparison.quantityPercent,
      ownCny: comparison.calculated.cny,
      billedCny: comparison.billed.cny,
      offCny: comparison.cnyDifference,
      offCnyPercent: comparison.cnyPercent,
      estimated: roundToDigits(comparison.estimated),
      unpriced: roundToDigits(comparison.unpriced),
      finding: comparison.finding,
    })),
    ...gaps,
    gaps: worstDays,
  }
})
/** Converts the fields of a bill to amounts per line of the bill. */
function toBillAmounts(bill: Bill): BillAmounts {
  const getAmount = (field: keyof Bill): number | null => (bill[field] as number | null | undefined) ?? null
  const cnyByLine = Object.entries(cnyFieldByLine).map(([line, field]) => [line, getAmount(field)] as const)
  const lines = Object.fromEntries(cnyByLine.map(([line, amount]) => [line, { quantity: null, cny: amount }]))
  const bandAmounts = Object.fromEntries(
    bands.map((band) => [band, { quantity: getAmount(kwhFieldByBand[band]), cny: getAmount(cnyFieldByLine[band]) }]),
  )
  const other = calculateOtherCny(
    bill.totalCny,
    cnyByLine.map(([, amount]) => amount),
  )
  return {
    ...lines,
    ...bandAmounts,
    demand: { quantity: bill.demandKw ?? null, cny: bill.demandCny ?? null },
    other: { quantity: null, cny: other },
    total: { quantity: bill.totalKwh, cny: bill.totalCny },
  }
}
