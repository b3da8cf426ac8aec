import type { Day } from '@/plant/rules/plant-time'
import { calculateMaxPlausibleValue, type TargetMetric, type TargetPeriod } from '../../rules/targets'
import { requirePerson } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { sql } from '@/server/sql'
import { metricTarget } from '../../contract/metrics'
import { countProductionLines } from '../queries/targets'
import { refuse, refuseInput } from '@/contract/errno'
import { translateUnit } from '@/contract/language'
import { metrics } from '@/plant/rules/metrics'

/** An entered target of either a line or a team. A null `value` removes the stored target. */
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
export function assertTargetValid(
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
/** @throws 6000 with the highest plausible target of the line or of all lines of a team */
export function assertTargetPlausible(
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
