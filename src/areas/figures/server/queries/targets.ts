/** Targets of lines and teams. */
import type { Row } from '@/contract/resource'
import { getShiftsBetween } from '@/plant/rules/shift'
import { addDays, addMonths, type Day } from '@/plant/rules/plant-time'
import { loadPlantCalendar, getDayStart } from '@/plant/server/plant'
import { listLines } from '@/plant/server/queries/list-lines'
import type { Context } from '@/server/context'
import { columns, limit, sql } from '@/server/sql'
import { metricTarget } from '@/areas/figures/contract/metrics'
import { calculateTargets, type TargetMetric, type StoredTarget } from '../../rules/targets'
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
 * Loads the targets of lines and teams over business dates: an amount as the sum over the shifts, a rate as the mean
 * (`calculateTargets`). Days without a target contribute nothing. For a team only the shifts that it works count.
 */
export async function loadTargets(
  ctx: Context,
  dayRange: { readonly from: Day; readonly to: Day; readonly shift?: string | null },
): Promise<TargetValue[]> {
  assertMetricDays(dayRange)
  const { rotation, timeZone } = await loadPlantCalendar(ctx)
  const firstOfNextMonth = addMonths(dayRange.to, 1, 1)
  // Targets of a month are distributed over all of its shifts, so whole months are loaded, and a day more at both ends
  // because business dates do not begin at midnight.
  const plantShifts = getShiftsBetween(
    getDayStart(ctx, addDays(getMonthStart(dayRange.from), -1)),
    getDayStart(ctx, addDays(firstOfNextMonth, 1)),
    rotation,
    timeZone,
  )
  return calculateTargets(await listStoredTargets(ctx, dayRange), plantShifts, dayRange)
}

/** Counts the lines that make or cut web. A team works on all of them. */
export const countProductionLines = async (ctx: Context): Promise<number> =>
  (await listLines(ctx)).filter(({ kind }) => kind !== 'utility').length
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
