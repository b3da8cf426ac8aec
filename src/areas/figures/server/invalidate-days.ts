/** Invalidates the sums of days when source rows change. The job `figures-count` recalculates them within seconds. */
import { addDays, type Day, isDay, toMoment } from '@/plant/rules/plant-time'
import { getShiftAt } from '@/plant/rules/shift'
import type { SourceRowChange } from '@/plant/server/events'
import { loadPlantCalendar, resolveShift } from '@/plant/server/plant'
import { listLinesWithWorkStart } from '@/areas/slitting/server/queries/lines-at-work'
import { listDaysOfSets, listWindingDays } from '@/areas/slitting/server/queries/shift-output'
import type { Context } from '@/server/context'
import { limit, sql } from '@/server/sql'

/** Maximum number of days that the first work of a line invalidates. */
const MAX_DAYS_BEFORE_WORK = 2000
/** Maximum number of days that a stop invalidates. A longer stop invalidates only its last days. */
const MAX_STOP_DAYS = 62

/** Invalidates business dates. Rows are only inserted, so that writers never block each other. */
export async function invalidateMetricDays(ctx: Context, days: readonly Day[]): Promise<void> {
  const uniqueDays = [...new Set(days)]
  if (uniqueDays.length === 0) return
  await ctx.query(
    sql`insert into figure_mark (site_id, id, version, created_at, updated_at, day)
      select ${ctx.site}, gen_random_uuid(), 1, ${ctx.now}, ${ctx.now}, d from unnest(${uniqueDays}::date[]) d`,
  )
}

/** Invalidates the days to which a source row belongs before and after its change. */
export async function invalidateMetricsOfSourceRow(
  ctx: Context,
  { resource, before: oldRow, after: newRow }: SourceRowChange,
): Promise<void> {
  const listAffectedDays = listDaysByResource[resource]
  if (!listAffectedDays) return
  const { rotation, timeZone } = await loadPlantCalendar(ctx)
  // Returns the business date of a day or moment as a list; empty if the field is not set.
  const toDays = (value: unknown): Day[] => {
    if (typeof value !== 'string') return []
    return isDay(value) ? [value] : [getShiftAt(value, rotation, timeZone).businessDate]
  }
  const rows = [oldRow, newRow].filter((row) => row !== null)
  const now = ctx.now.toISOString()
  const daysToInvalidate = rows.flatMap((row) => listAffectedDays(row, toDays, now))
  if (resource === 'workOrder' && affectsWoundDays(oldRow, newRow))
    daysToInvalidate.push(...(await listWindingDays(ctx, [String(newRow?.['id'])])))
  const startedLineId = getStartedLineId(resource, oldRow, newRow)
  if (startedLineId) daysToInvalidate.push(...(await listDaysBeforeWork(ctx, startedLineId, toDays)))
  // A roll made by rework counts on the day of its slit set.
  if (resource === 'slitRoll' && newRow?.['reworkedFromId'])
    daysToInvalidate.push(...(await listDaysOfSets(ctx, [String(newRow['slitSetId'])])))
  await invalidateMetricDays(ctx, daysToInvalidate)
}
/** Returns the line on which an order or a cutting was started; undefined for other changes. */
function getStartedLineId(resource: string, oldRow: SourceRow | null, newRow: SourceRow | null): string | undefined {
  const lineId = newRow?.[resource === 'cutting' ? 'slitterId' : 'lineId']
  const isStart =
    ['workOrder', 'cutting'].includes(resource) && newRow?.['startedAt'] !== (oldRow?.['startedAt'] ?? null)
  return isStart && newRow?.['startedAt'] && typeof lineId === 'string' ? lineId : undefined
}
/**
 * Lists the open days with sums of a line from before its work. A line that has only failed counts from its first day of
 * use; its first work moves the beginning of its counted time (`listLinesInUse`).
 */
async function listDaysBeforeWork(ctx: Context, lineId: string, toDays: DayResolver): Promise<Day[]> {
  const [startedLine] = await listLinesWithWorkStart(ctx, { lineId, includeIds: [lineId] })
  const countedSinceMs = startedLine?.countedSinceMs ?? null
  if (countedSinceMs === null) return []
  const rows = await ctx.query(
    sql<{
      day: Day
    }>`select distinct f.business_date::text as day from shift_figure f join figure_day d on d.site_id = f.site_id and d.day = f.business_date
      where f.site_id = ${ctx.site} and f.business_date < ${toDays(toMoment(countedSinceMs))[0]!} and f.line_id = ${lineId} and f.kind = 'counted'
        and (f.operating_minutes > 0 or f.breakdowns > 0) and not d.frozen ${limit(MAX_DAYS_BEFORE_WORK)}`,
  )
  return rows.map(({ day }) => day)
}
type DayResolver = (value: unknown) => Day[]
type SourceRow = Readonly<Record<string, unknown>>
const listBusinessDate = (row: SourceRow, toDays: DayResolver): Day[] => toDays(row['businessDate'])
/** Affected days by resource; other resources contribute to no sum. */
const listDaysByResource: Readonly<Record<string, (row: SourceRow, toDays: DayResolver, now: string) => Day[]>> = {
  jumboRoll: (row, toDays) => (row['doffedAt'] ? listBusinessDate(row, toDays) : []),
  slitRoll: listBusinessDate,
  feed: listBusinessDate,
  recycle: listBusinessDate,
  handover: listBusinessDate,
  qualityCheck: listBusinessDate,
  figureCorrection: listBusinessDate,
  cutting: (row, toDays) => toDays(row['endedAt']),
  lineStop: (row, toDays, now) => listStopDays(toDays(row['startedAt'])[0], toDays(row['endedAt'] ?? now)[0]),
  repair: (row, toDays) => [...toDays(row['stoppedAt'] ?? row['reportedAt']), ...toDays(row['repairEndAt'])],
  workOrder: (row, toDays, now) => [
    ...toDays(row['dueOn']),
    ...(row['startedAt'] ? [...toDays(row['startedAt']), ...toDays(now)] : []),
  ],
}
/** True if a change of an order affects how its rolls count, on all days on which they were wound. */
const affectsWoundDays = (oldRow: SourceRow | null, newRow: SourceRow | null): boolean =>
  oldRow !== null &&
  newRow !== null &&
  (['productId', 'customerId', 'startedAt', 'finishedAt'] as const).some((name) => oldRow[name] !== newRow[name])
function listStopDays(from: Day | undefined, to: Day | undefined): Day[] {
  if (!from || !to) return []
  const days: Day[] = []
  for (let day = to; day >= from && days.length < MAX_STOP_DAYS; day = addDays(day, -1)) days.push(day)
  return days
}

/** Invalidates the business dates of a calendar day's energy; the night shift of the previous date ends on that day. */
export async function invalidateMetricsOfEnergyDay(ctx: Context, { day }: { readonly day: Day }): Promise<void> {
  const { businessDate } = await resolveShift(ctx)
  await invalidateMetricDays(
    ctx,
    [addDays(day, -1), day].filter((candidate) => candidate <= businessDate),
  )
}
/** Invalidates the days on which recalculated orders were wound. */
export const invalidateMetricsOfOrders = async (
  ctx: Context,
  { orderIds }: { readonly orderIds: readonly string[] },
): Promise<void> => invalidateMetricDays(ctx, await listWindingDays(ctx, orderIds))
