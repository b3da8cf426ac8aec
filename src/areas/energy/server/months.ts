import { refuseInput } from '@/contract/errno'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import { requirePerson, getToday } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { energyMonth } from '../contract/energy-month'
import { analyse } from './analysis'
import { all } from './rankings'

type Month = Row<typeof energyMonth>
/** POST /energy_analyse_month: adds an analysis with the current metrics of the month. */
export async function addMonth(ctx: Context, input: CreateInput<typeof energyMonth>): Promise<Month> {
  mustBeMonth(ctx, input.month)
  return ctx.rows.insert(energyMonth, {
    ...input,
    ...(await monthFigures(ctx, input.month)),
    writtenBy: requirePerson(ctx).id,
  })
}
/** PUT /energy/analyse_month: updates an analysis and refreshes its metrics. */
export async function changeMonth(
  ctx: Context,
  { id, version, ...patch }: UpdateInput<typeof energyMonth>,
): Promise<Month> {
  const row = await ctx.rows.lock(energyMonth, id)
  const month = patch.month ?? row.month
  mustBeMonth(ctx, month)
  return ctx.rows.update(energyMonth, id, { ...patch, ...(await monthFigures(ctx, month)) }, { version })
}
function mustBeMonth(ctx: Context, month: string): void {
  if (!month.endsWith('-01')) throw refuseInput([{ path: ['month'], code: 'badFormat' }])
  if (month > getToday(ctx)) throw refuseInput([{ path: ['month'], code: 'tooBig', params: { limit: getToday(ctx) } }])
}
/** Calculates the metrics of a month. @param month first day of the month */
export async function monthFigures(ctx: Context, month: string) {
  const whole = await all(ctx, { period: 'month', day: month })
  const used = await analyse(ctx, { by: 'line', period: 'month', day: month, medium: 'electricity' })
  const of = (medium: string): number | null => whole.media.find((one) => one.medium === medium)?.used ?? null
  return {
    electricityKwh: of('electricity'),
    gasM3: of('gas'),
    waterM3: of('water'),
    tce: whole.tce,
    energyCost: whole.cost,
    goodKg: whole.kg,
    kwhPerKg: used.perKg,
    beforePercent: used.beforePercent,
    yearBeforePercent: used.yearBeforePercent,
    missingHours: whole.missingHours,
  }
}
