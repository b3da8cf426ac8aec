/** Targets of lines and teams. */
import { refuse, refuseInput } from '@/contract/errno'
import { translateUnit } from '@/contract/translate-unit'
import type { Row } from '@/contract/resource'
import { metrics } from '@/plant/rules/metrics'
import { getShiftsBetween } from '@/plant/rules/shift'
import { addDays, addMonths, type Day } from '@/plant/rules/plant-time'
import { loadPlantCalendar, requirePerson, getDayStart } from '@/plant/server/plant'
import { listLines } from '@/plant/server/queries/list-lines'
import type { Context } from '@/server/context'
import { columns, limit, sql } from '@/server/sql'
import { figureTarget } from '../../contract/figure-target'
import { mostReached, targetOver, type TargetFigure, type TargetPeriod, type TargetSet } from '../../rules/targets'
import { mustBeDays } from './figures'

const MOST = 20_000
export interface TargetOf {
  readonly lineId: string | null
  readonly team: string | null
  readonly figure: TargetFigure
  readonly value: number
}
const all = columns(figureTarget, ['lineId', 'team', 'figure', 'period', 'day', 'shift', 'value'])
/** Lists the targets of the months, days and shifts of a range of business dates, in one statement. */
const held = (ctx: Context, { from, to }: { readonly from: Day; readonly to: Day }): Promise<TargetSet[]> =>
  ctx.query(
    sql`select ${all} from figure_target where site_id = ${ctx.site} and day >= ${addMonths(from, 0, 1)} and day <= ${to} and (period = 'month' or day >= ${from}) order by figure, line_id, team, day ${limit(MOST)}`,
  )
/**
 * Loads the targets of lines and teams over business dates. An amount is the sum over the shifts (own target, else a
 * share of the day's, else of the month's target); a rate is the mean. Days without a target contribute nothing. For
 * a team only the shifts that it works count.
 */
export async function targetsIn(
  ctx: Context,
  days: { readonly from: Day; readonly to: Day; readonly shift?: string | null },
): Promise<TargetOf[]> {
  mustBeDays(days)
  const { pattern, timeZone } = await loadPlantCalendar(ctx)
  const first = addMonths(days.from, 0, 1)
  // Targets of a month are distributed over all of its shifts, so whole months are loaded.
  const turns = getShiftsBetween(
    getDayStart(ctx, addDays(first, -1)),
    getDayStart(ctx, addDays(addMonths(days.to, 1, 1), 1)),
    pattern,
    timeZone,
  )
  return targetOver(await held(ctx, days), turns, days)
}

/** A target as entered; a null value removes it. */
export interface TargetToSet {
  readonly lineId: string | null
  readonly team: string | null
  readonly figure: TargetFigure
  readonly period: TargetPeriod
  /** First day of the month, or the day. */
  readonly day: Day
  /** Only for targets of period `shift`. */
  readonly shift: string | null
  readonly value: number | null
}
/**
 * Sets targets within a write, all or none.
 * @throws 4013 for a value that is not positive, with its index; 6000 for an inconsistent or unreachable target
 */
export async function setTargets(ctx: Context, targets: readonly TargetToSet[]): Promise<void> {
  // Serializes concurrent writers of the same target; the later one wins.
  await ctx.query(sql`select pg_advisory_xact_lock(hashtext('figure_target'), ${ctx.site})`)
  const plantLines = targets.some(({ team }) => team !== null) ? await linesMaking(ctx) : 1
  for (const [i, { value, ...target }] of targets.entries()) {
    mustFit(target, value, i)
    mustBeReachable(ctx, target, value, target.team === null ? 1 : plantLines)
    const { lineId, team, figure, period, day, shift } = target
    const [known] = await ctx.rows.find(figureTarget, { where: { lineId, team, figure, period, day, shift }, limit: 1 })
    if (value === null) {
      if (known) await ctx.rows.remove(figureTarget, known.id)
      continue
    }
    const set = { value, setBy: requirePerson(ctx).id, setAt: ctx.now.toISOString() }
    if (!known) await ctx.rows.insert(figureTarget, { ...target, ...set })
    else if (known.value !== value) await ctx.rows.update(figureTarget, known.id, set)
  }
}
function mustFit(
  { lineId, team, period, day, shift }: Omit<TargetToSet, 'value'>,
  value: number | null,
  i: number,
): void {
  if ((lineId === null) === (team === null)) throw refuse('figures:refusals.target.scope')
  if (period === 'month' && !day.endsWith('-01')) throw refuse('figures:refusals.target.day')
  if ((period === 'shift') !== (shift !== null)) throw refuse('figures:refusals.target.shift')
  if (value !== null && !(value > 0))
    throw refuseInput([{ path: [i, 'value'], code: 'tooSmall', params: { limit: 0 } }])
}
/** Counts the lines that make or cut web. A team works on all of them. */
export const linesMaking = async (ctx: Context): Promise<number> =>
  (await listLines(ctx)).filter(({ kind }) => kind !== 'utility').length
/** @throws 6000 with the highest plausible target of the line or of all lines of a team */
function mustBeReachable(
  ctx: Context,
  { figure, period }: Pick<TargetToSet, 'figure' | 'period'>,
  value: number | null,
  lines: number,
): void {
  const most = mostReached(figure, { period, lines })
  if (value === null || most === null || value <= most) return
  const { unit } = metrics[figure]
  throw refuse('figures:refusals.target.tooMuch', {
    figure: ctx.t(`plant:figures.${figure}.name`),
    most,
    inUnit: translateUnit(unit, ctx.language),
  })
}
/** Lists the entered targets of a range of business dates with author and time, in one statement. */
export const targetsSet = (
  ctx: Context,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<
  Pick<
    Row<typeof figureTarget>,
    'id' | 'version' | 'lineId' | 'team' | 'figure' | 'period' | 'day' | 'shift' | 'value' | 'setBy' | 'setAt'
  >[]
> =>
  ctx.query(
    sql`select ${columns(figureTarget, ['id', 'version', 'lineId', 'team', 'figure', 'period', 'day', 'shift', 'value', 'setBy', 'setAt'])} from figure_target
     where site_id = ${ctx.site} and day >= ${addMonths(from, 0, 1)} and day <= ${to} and (period = 'month' or day >= ${from}) order by day, figure ${limit(MOST)}`,
  )
