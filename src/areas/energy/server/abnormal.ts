import { DAY_MS, HOUR_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { toPlantDay, loadPlantSettings } from '@/plant/server/plant'
import { isMissing, measuredHours, usageSums } from '@/areas/telemetry/server/queries'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand } from '@/server/crud/handle-command'
import { columns, limit, sql } from '@/server/sql'
import { energyAbnormal, explainAbnormal } from '../contract/energy-abnormal'
import { withHours, type UnusualHour } from '../rules/abnormal-case'
import { byCause, caseFields, isOneCase, type Around } from '../rules/abnormal-cause'
import { BEFORE_DAYS, judgeUse } from '../rules/abnormal-use'
import { aroundOf, joinCases, writeCase } from './abnormal-events'
import { treeOf } from './meters'

export const abnormalHandlers: HandlerEntry[] = [handleCommand(explainAbnormal)]

/** Maximum number of past hours that are judged after a server downtime. */
const LATEST_HOURS = 6
/** Gateway readings may arrive this long after the end of their hour. */
const SETTLED_MS = HOUR_MS / 4
/** Job: judges every finished hour that was not judged yet, then joins cases that are one event. */
export async function findAbnormal(ctx: Context): Promise<void> {
  const settled = Math.floor((ctx.now.getTime() - SETTLED_MS) / HOUR_MS) * HOUR_MS
  const [last] = await ctx.query(
    sql<{ at: string | null }>`select value as at from setting where site_id = ${ctx.site} and name = ${MARK}`,
  )
  const done = last?.at ? Number(last.at) : settled - HOUR_MS
  if (settled <= done) return
  for (let end = Math.max(done + HOUR_MS, settled - LATEST_HOURS * HOUR_MS); end <= settled; end += HOUR_MS)
    await judgeHour(ctx, end - HOUR_MS)
  await joinCases(ctx)
  await ctx.query(
    sql`insert into setting (site_id, name, value, updated_at) values (${ctx.site}, ${MARK}, ${String(settled)}::jsonb, ${ctx.now})
     on conflict (site_id, name) do update set value = excluded.value, updated_at = excluded.updated_at`,
  )
}
const MARK = 'energyJudgedUntil'

/** Judges one hour of all counting meters and returns the number of abnormal ones. @param hourStart ms since 1970 */
export async function judgeHour(ctx: Context, at: number): Promise<number> {
  const tree = await treeOf(ctx)
  const { energySpreads } = await loadPlantSettings(ctx)
  const hour = (days: number) => ({
    key: String(days),
    from: toMoment(at - days * DAY_MS),
    to: toMoment(at - days * DAY_MS + HOUR_MS),
  })
  const periods = Array.from({ length: BEFORE_DAYS + 1 }, (_, days) => hour(days))
  const sums = await usageSums(ctx, { meterIds: tree.meterIds, periods })
  const read = await measuredHours(ctx, { meterIds: tree.meterIds, day: toPlantDay(ctx, toMoment(at)) })
  const known = new Map(read.filter((one) => toMillis(one.at) === at).map((one) => [one.meterId, one]))
  const off = tree.counting.flatMap(({ id, meterId, medium, lineId }): UnusualHour[] => {
    const mine = sums.filter((one) => one.meterId === meterId)
    const value = mine.find(({ key }) => key === '0')
    const measured = known.get(meterId)
    // An hour without readings is not low use; it appears in the list of missing hours.
    if (!value || !measured || isMissing(measured)) return []
    // A partly measured hour is extrapolated for the judgement and shown next to the same part of the usual use.
    const part = measured.estimated ? 1 : measured.measuredShare
    const before = mine.filter(({ key }) => key !== '0').map(({ used }) => used)
    const judged = judgeUse(value.used / part, before, energySpreads)
    if (!judged || judged.verdict === 'usual') return []
    const { verdict: direction, median, deviations } = judged
    return [{ energyMeterId: id, medium, lineId, direction, at, used: value.used, usual: median * part, deviations }]
  })
  if (off.length === 0) return 0
  const around = await aroundOf(ctx, tree, { from: toMoment(at - RUNNING_MS), to: toMoment(at + HOUR_MS) })
  for (const hours of byCause(off, around)) await keep(ctx, around, hours)
  return off.length
}

/** Limit for running cases; far more than a plant has meters. */
const MOST_RUNNING = 1000
/** After half of the compared days a standstill is the usual state, and a case ends. */
const RUNNING_MS = (BEFORE_DAYS / 2) * DAY_MS
/** Adds simultaneous hours of one cause to its running case or to a new case. An existing explanation stays. */
async function keep(ctx: Context, around: Around, hours: readonly UnusualHour[]): Promise<void> {
  const [first] = hours as [UnusualHour]
  const { energyMeterId, lineId, direction, at } = first
  const known = await ctx.query(
    sql`select ${columns(energyAbnormal, ['id', 'lineId', 'energyMeterId', 'direction', 'startsAt', 'endsAt', 'meters'])} from energy_abnormal
     where site_id = ${ctx.site} and starts_at <= ${toMoment(at)} and ends_at >= ${toMoment(at - RUNNING_MS)} order by starts_at desc ${limit(MOST_RUNNING)}`,
  )
  const now = withHours([], hours)
  const running = known.find((one) => isOneCase(one, { energyMeterId, lineId, direction, ...now }, around.stops))
  const fields = caseFields(lineId, withHours(running?.meters ?? [], hours), around)
  if (running) return writeCase(ctx, running.id, fields)
  await ctx.rows.insert(energyAbnormal, {
    state: 'open',
    lineId,
    direction,
    day: toPlantDay(ctx, fields.startsAt),
    ...fields,
  })
}
