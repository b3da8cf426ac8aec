/** Targets of lines and teams. */
import { refuse, refuseInput } from '@/contract/errno'
import { translateUnit } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { metrics } from '@/plant/rules/metrics'
import { getShiftsBetween } from '@/plant/rules/shift'
import { addDays, addMonths, type Day } from '@/plant/rules/plant-time'
import { loadPlantCalendar, requirePerson, getDayStart } from '@/plant/server/plant'
import { listLines } from '@/plant/server/queries/list-lines'
import type { Context } from '@/server/context'
import { columns, limit, sql } from '@/server/sql'
import { metricTarget } from '@/areas/figures/contract/metrics'
import {
  calculateMaxPlausibleValue,
  calculateTargets,
  type TargetMetric,
  type TargetPeriod,
  type StoredTarget,
} from '../../rules/targets'
import { assertMetricDays } from './metrics'
import { getMonthStart } from '@/plant/rules/month'

const MAX_TARGETS = 20_000
export interface TargetValue {
  readonly lineId: string | null
  readonly team: string | null
  readonly figure: TargetMetric
  readonly value: number
}
const targetColumns = columns(metricTarget, ['lineId', 'team', 'figure', 'period', 'day', 'shift', 'value'])
/** Lists the targets of the months, days and shifts of a range of business dates, in one statement. */
const listStoredTargets = (
  ctx: Context,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<StoredTarget[]> =>
  ctx.query(
    sql`select ${targetColumns} from figure_target where site_id = ${ctx.site} and day >= ${getMonthStart(from)} and day <= ${to} and (period = 'month' or day >= ${from}) order by figure, line_id, team, day ${limit(MAX_TARGETS)}`,
  )
/**
 * Loads the targets of lines and teams over business dates. An amount is the sum over the shifts (own target, else a
 * share of the day's, else of the month's target); a rate is the mean. Days without a target contribute nothing. For
 * a team only the shifts that it works count.
 */
export async function loadTargets(
  ctx: Context,
  days: { readonly from: Day; readonly to: Day; readonly shift?: string | null },
): Promise<TargetValue[]> {
  assertMetricDays(days)
  const { rotation, timeZone } = await loadPlantCalendar(ctx)
  const firstOfNextMonth = addMonths(days.to, 1, 1)
  // Targets of a month are distributed over all of its shifts, so whole months are loaded, and a day more at both ends
  // because business dates do not begin at midnight.
  const plantShifts = getShiftsBetween(
    getDayStart(ctx, addDays(getMonthStart(days.from), -1)),
    getDayStart(ctx, addDays(firstOfNextMonth, 1)),
    rotation,
    timeZone,
  )
  return calculateTargets(await listStoredTargets(ctx, days), plantShifts, days)
}

/** A target of either a line or a team, as entered; a null value removes it. */
export interface TargetInput {
  readonly lineId: string | null
  readonly team: string | null
  readonly figure: TargetMetric
  readonly period: TargetPeriod
  /** First day of the month, or the day. */
  readonly day: Day
  /** Only for targets of period `shift`. */
  readonly shift: string | null
  readonly value: number | null
}
/**
 * Sets targets within a write, all or none.
 * @throws 4013 for a value that is not positive, with its index; 6000 for an inconsistent or implausibly high target
 */
export async function setTargets(ctx: Context, targets: readonly TargetInput[]): Promise<void> {
  // Serializes concurrent writers of the same target; the later one wins.
  await ctx.query(sql`select pg_advisory_xact_lock(hashtext('figure_target'), ${ctx.site})`)
  const lineCount = targets.some(({ team }) => team !== null) ? await countProductionLines(ctx) : 1
  for (const [i, { value, ...target }] of targets.entries()) {
    assertTargetValid(target, value, i)
    assertTargetPlausible(ctx, target, value, target.team === null ? 1 : lineCount)
    const { lineId, team, figure: metric, period, day, shift } = target
    const [storedTarget] = await ctx.rows.find(metricTarget, {
      where: { lineId, team, figure: metric, period, day, shift },
      limit: 1,
    })
    if (value === null) {
      if (storedTarget) await ctx.rows.remove(metricTarget, storedTarget.id)
      continue
    }
    const targetValues = { value, setBy: requirePerson(ctx).id, setAt: ctx.now.toISOString() }
    if (!storedTarget) await ctx.rows.insert(metricTarget, { ...target, ...targetValues })
    else if (storedTarget.value !== value) await ctx.rows.update(metricTarget, storedTarget.id, targetValues)
  }
}
function assertTargetValid(
  { lineId, team, period, day, shift }: Omit<TargetInput, 'value'>,
  value: number | null,
  index: number,
): void {
  if ((lineId === null) === (team === null)) throw refuse('figures:refusals.target.scope')
  if (period === 'month' && !day.endsWith('-01')) throw refuse('figures:refusals.target.day')
  if ((period === 'shift') !== (shift !== null)) throw refuse('figures:refusals.target.shift')
  if (value !== null && !(value > 0))
    throw refuseInput([{ path: [index, 'value'], code: 'tooSmall', params: { limit: 0 } }])
}
/** Counts the lines that make or cut web. A team works on all of them. */
export const countProductionLines = async (ctx: Context): Promise<number> =>
  (await listLines(ctx)).filter(({ kind }) => kind !== 'utility').length
/** @throws 6000 with the highest plausible target of the line or of all lines of a team */
function assertTargetPlausible(
  ctx: Context,
  { figure: metric, period }: Pick<TargetInput, 'figure' | 'period'>,
  value: number | null,
  lines: number,
): void {
  const maxTarget = calculateMaxPlausibleValue(metric, { period, lines })
  if (value === null || maxTarget === null || value <= maxTarget) return
  const { unit } = metrics[metric]
  throw refuse('figures:refusals.target.tooMuch', {
    figure: ctx.t(`plant:figures.${metric}.name`),
    most: maxTarget,
    inUnit: translateUnit(unit, ctx.language),
  })
}
/** Lists the entered targets of a range of business dates with author and time, in one statement. */
export const listEnteredTargets = (
  ctx: Context,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<
  Pick<
    Row<typeof metricTarget>,
    'id' | 'version' | 'lineId' | 'team' | 'figure' | 'period' | 'day' | 'shift' | 'value' | 'setBy' | 'setAt'
  >[]
> =>
  ctx.query(
    sql`select ${columns(metricTarget, ['id', 'version', 'lineId', 'team', 'figure', 'period', 'day', 'shift', 'value', 'setBy', 'setAt'])} from figure_target
     where site_id = ${ctx.site} and day >= ${getMonthStart(from)} and day <= ${to} and (period = 'month' or day >= ${from}) order by day, figure ${limit(MAX_TARGETS)}`,
  )
