import { refuseInput } from '@/contract/errno'
import { requirePerson, getToday } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { energyMonth } from '../contract/energy-month'
import { loadEnergyAnalysis } from './energy-analysis'
import { loadEnergyTotals } from './energy-reports'
import { handle } from '@/server/area'

/** POST /energy_analyse_month: adds an analysis with the current metrics of the month. */
export const addMonthAnalysis = handle(energyMonth.endpoints.create, async (ctx, input) => {
  assertAnalysisMonth(ctx, input.month)
  return ctx.rows.insert(energyMonth, {
    ...input,
    ...(await calculateMonthMetrics(ctx, input.month)),
    writtenBy: requirePerson(ctx).id,
  })
})
/** PUT /energy/analyse_month: updates an analysis and refreshes its metrics. */
export const changeMonthAnalysis = handle(energyMonth.endpoints.update, async (ctx, { id, version, ...patch }) => {
  const row = await ctx.rows.lock(energyMonth, id)
  const month = patch.month ?? row.month
  assertAnalysisMonth(ctx, month)
  return ctx.rows.update(energyMonth, id, { ...patch, ...(await calculateMonthMetrics(ctx, month)) }, { version })
})
function assertAnalysisMonth(ctx: Context, month: string): void {
  if (!month.endsWith('-01')) throw refuseInput([{ path: ['month'], code: 'badFormat' }])
  if (month > getToday(ctx)) throw refuseInput([{ path: ['month'], code: 'tooBig', params: { limit: getToday(ctx) } }])
}
/** Calculates the metrics of a month. @param month first day of the month */
export async function calculateMonthMetrics(ctx: Context, month: string) {
  const totals = await loadEnergyTotals.run(ctx, { period: 'month', day: month })
  const electricity = await loadEnergyAnalysis(ctx, { by: 'line', period: 'month', day: month, medium: 'electricity' })
  const getUsed = (medium: string): number | null => totals.media.find((row) => row.medium === medium)?.used ?? null
  return {
    electricityKwh: getUsed('electricity'),
    gasM3: getUsed('gas'),
    waterM3: getUsed('water'),
    tce: totals.tce,
    energyCost: totals.cost,
    goodKg: totals.kg,
    kwhPerKg: electricity.perKg,
    beforePercent: electricity.beforePercent,
    yearBeforePercent: electricity.yearBeforePercent,
    missingHours: totals.missingHours,
  }
}
