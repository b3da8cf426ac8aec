/** What makes the sums of a day stale. What is marked is counted within a second or so by `jobs`. */
import { addDays, type Day } from '@/plant/rules/plant-time'
import { getShiftAt } from '@/plant/rules/shift'
import type { FactWritten } from '@/plant/server/events'
import { loadPlantCalendar, resolveShift } from '@/plant/server/plant'
import { listDaysWound } from '@/areas/rolls/server/queries/for-figures'
import { isDay } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { sql } from '@/server/sql'

/** A stop that lasted longer marks its last days alone. */
const MOST_DAYS = 62

/** Marks business dates; those to come are left out. Rows are added only, so that nobody waits for anybody. */
export async function markDays(ctx: Context, days: readonly Day[]): Promise<void> {
  const some = [...new Set(days)]
  if (some.length === 0) return
  await ctx.query(
    sql`insert into figure_mark (site_id, id, version, created_at, updated_at, day)
      select ${ctx.site}, gen_random_uuid(), 1, ${ctx.now}, ${ctx.now}, d from unnest(${some}::date[]) d`,
  )
}

/** A fact was written: the days it counts for before and after. */
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
/** Facts by resource; what is not here counts in no sum. */
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

/** Energy of a day of the clock came out otherwise: the night of the business date before it lies in it too. */
export async function markEnergy(ctx: Context, { day }: { readonly day: Day }): Promise<void> {
  const { businessDate } = await resolveShift(ctx)
  await markDays(
    ctx,
    [addDays(day, -1), day].filter((one) => one <= businessDate),
  )
}
/** Costs were worked out anew: the days on which those orders were wound. */
export const markCosts = async (ctx: Context, { orderIds }: { readonly orderIds: readonly string[] }): Promise<void> =>
  markDays(ctx, await listDaysWound(ctx, orderIds))
