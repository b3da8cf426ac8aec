/** Invalidates the sums of days when source rows change. The job `figures-count` recalculates them within seconds. */
import { addDays, type Day } from '@/plant/rules/plant-time'
import { getShiftAt } from '@/plant/rules/shift'
import type { FactWritten } from '@/plant/server/events'
import { loadPlantCalendar, resolveShift } from '@/plant/server/plant'
import { listDaysWound } from '@/areas/rolls/server/queries/for-figures'
import { isDay } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { sql } from '@/server/sql'

/** A longer stop invalidates only its last days. */
const MOST_DAYS = 62

/** Invalidates business dates. Rows are only inserted, so that writers never block each other. */
export async function markDays(ctx: Context, days: readonly Day[]): Promise<void> {
  const some = [...new Set(days)]
  if (some.length === 0) return
  await ctx.query(
    sql`insert into figure_mark (site_id, id, version, created_at, updated_at, day)
      select ${ctx.site}, gen_random_uuid(), 1, ${ctx.now}, ${ctx.now}, d from unnest(${some}::date[]) d`,
  )
}

/** Invalidates the days to which a source row belongs before and after its change. */
export async function markFact(ctx: Context, { resource, before, after }: FactWritten): Promise<void> {
  const days = daysOf[resource]
  if (!days) return
  const { pattern, timeZone } = await loadPlantCalendar(ctx)
  const dayAt = (value: unknown): Day[] => {
    if (typeof value !== 'string') return []
    return isDay(value) ? [value] : [getShiftAt(value, pattern, timeZone).businessDate]
  }
  const rows = [before, after].filter((row) => row !== null)
  const now = ctx.now.toISOString()
  const marked = rows.flatMap((row) => days(row, dayAt, now))
  if (resource === 'workOrder' && moved(before, after))
    marked.push(...(await listDaysWound(ctx, [String(after?.['id'])])))
  await markDays(ctx, marked)
}
type DayAt = (value: unknown) => Day[]
type Row = Readonly<Record<string, unknown>>
const onBusinessDate = (row: Row, dayAt: DayAt): Day[] => dayAt(row['businessDate'])
/** Affected days by resource; other resources contribute to no sum. */
const daysOf: Readonly<Record<string, (row: Row, dayAt: DayAt, now: string) => Day[]>> = {
  jumboRoll: (row, dayAt) => (row['doffedAt'] ? onBusinessDate(row, dayAt) : []),
  slitRoll: onBusinessDate,
  feed: onBusinessDate,
  recycle: onBusinessDate,
  handover: onBusinessDate,
  qualityCheck: onBusinessDate,
  figureCorrection: onBusinessDate,
  cutting: (row, dayAt) => dayAt(row['endedAt']),
  lineStop: (row, dayAt, now) => daysBetween(dayAt(row['startedAt'])[0], dayAt(row['endedAt'] ?? now)[0]),
  repair: (row, dayAt) => [...dayAt(row['stoppedAt'] ?? row['reportedAt']), ...dayAt(row['repairEndAt'])],
  workOrder: (row, dayAt, now) => [
    ...dayAt(row['dueOn']),
    ...(row['startedAt'] ? [...dayAt(row['startedAt']), ...dayAt(now)] : []),
  ],
}
const moved = (before: Row | null, after: Row | null): boolean =>
  before !== null &&
  after !== null &&
  (['productId', 'customerId', 'startedAt', 'finishedAt'] as const).some((name) => before[name] !== after[name])
function daysBetween(from: Day | undefined, to: Day | undefined): Day[] {
  if (!from || !to) return []
  const days: Day[] = []
  for (let day = to; day >= from && days.length < MOST_DAYS; day = addDays(day, -1)) days.push(day)
  return days
}

/** Invalidates the days of a calendar day's energy, including the previous business date, whose night falls in it. */
export async function markEnergy(ctx: Context, { day }: { readonly day: Day }): Promise<void> {
  const { businessDate } = await resolveShift(ctx)
  await markDays(
    ctx,
    [addDays(day, -1), day].filter((one) => one <= businessDate),
  )
}
/** Invalidates the days on which recalculated orders were wound. */
export const markCosts = async (ctx: Context, { orderIds }: { readonly orderIds: readonly string[] }): Promise<void> =>
  markDays(ctx, await listDaysWound(ctx, orderIds))
