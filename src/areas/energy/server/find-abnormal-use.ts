/** Job that finds abnormal use of meters and stores it as cases. */
import { DAY_MS, HOUR_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { toPlantDay, loadPlantSettings } from '@/plant/server/plant'
import { isMissingHour, listMeasuredHours, sumMeterUsage } from '@/areas/telemetry/server/queries'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand } from '@/server/crud/handle-command'
import { columns, limit, sql } from '@/server/sql'
import { energyAbnormal, explainAbnormal } from '../contract/energy-abnormal'
import { mergeHours, type UnusualHour } from '../rules/abnormal-case'
import { groupByCause, buildCaseFields, isSameCase, type CaseContext } from '../rules/abnormal-cause'
import { COMPARED_DAYS, evaluateUse, listComparedHours } from '../rules/abnormal-use'
import { loadCaseContext, joinCases, writeCase } from './abnormal-cases'
import { loadMeterTree } from './meters'

export const abnormalHandlers: HandlerEntry[] = [handleCommand(explainAbnormal)]

/** Maximum number of past hours that are assessed after a server downtime. */
const MAX_LOOKBACK_HOURS = 6
/** Gateway readings may arrive this long after the end of their hour. */
const READING_DELAY_MS = HOUR_MS / 4
/** Job: assesses every finished hour that was not assessed yet, then joins cases that are one event. */
export async function checkFinishedHours(ctx: Context): Promise<void> {
  const assessableUntil = Math.floor((ctx.now.getTime() - READING_DELAY_MS) / HOUR_MS) * HOUR_MS
  const [assessedSetting] = await ctx.query(
    sql<{
      at: string | null
    }>`select value as at from setting where site_id = ${ctx.site} and name = ${ASSESSED_UNTIL_SETTING}`,
  )
  const assessedUntil = assessedSetting?.at ? Number(assessedSetting.at) : assessableUntil - HOUR_MS
  if (assessableUntil <= assessedUntil) return
  for (
    let end = Math.max(assessedUntil + HOUR_MS, assessableUntil - MAX_LOOKBACK_HOURS * HOUR_MS);
    end <= assessableUntil;
    end += HOUR_MS
  )
    await checkHour(ctx, end - HOUR_MS)
  await joinCases(ctx)
  await ctx.query(
    sql`insert into setting (site_id, name, value, updated_at) values (${ctx.site}, ${ASSESSED_UNTIL_SETTING}, ${String(assessableUntil)}::jsonb, ${ctx.now})
     on conflict (site_id, name) do update set value = excluded.value, updated_at = excluded.updated_at`,
  )
}
const ASSESSED_UNTIL_SETTING = 'energyJudgedUntil'

/**
 * Assesses the use of all physical meters in one hour, and stores unusual use in cases (`energyAbnormal`).
 * @param hourStartMs ms since 1970
 * @returns the number of meters with unusual use
 */
export async function checkHour(ctx: Context, hourStartMs: number): Promise<number> {
  const tree = await loadMeterTree(ctx)
  const { energySpreads } = await loadPlantSettings(ctx)
  const periods = listComparedHours(hourStartMs, ctx.timeZone).map((startMs, daysAgo) => ({
    key: String(daysAgo),
    from: toMoment(startMs),
    to: toMoment(startMs + HOUR_MS),
  }))
  const sums = await sumMeterUsage(ctx, { meterIds: tree.meterIds, periods })
  const measuredRows = await listMeasuredHours(ctx, {
    meterIds: tree.meterIds,
    day: toPlantDay(ctx, toMoment(hourStartMs)),
  })
  const measuredHourByMeterId = new Map(
    measuredRows.filter((hour) => toMillis(hour.at) === hourStartMs).map((hour) => [hour.meterId, hour]),
  )
  const unusualHours = tree.physicalMeters.flatMap(({ id, meterId, medium, lineId }): UnusualHour[] => {
    const meterSums = sums.filter((meterSum) => meterSum.meterId === meterId)
    const assessedSum = meterSums.find(({ key }) => key === '0')
    const measuredHour = measuredHourByMeterId.get(meterId)
    // An hour without readings is not low use; it appears in the list of missing hours.
    if (!assessedSum || !measuredHour || isMissingHour(measuredHour)) return []
    // The use of a partly measured hour is extrapolated for the assessment. The case stores the measured use, and the
    // same share of the median as the usual use.
    const measuredShare = measuredHour.estimated ? 1 : measuredHour.measuredShare
    const earlierValues = meterSums.filter(({ key }) => key !== '0').map(({ used }) => used)
    const assessment = evaluateUse(assessedSum.used / measuredShare, earlierValues, energySpreads)
    if (!assessment || assessment.verdict === 'usual') return []
    const { verdict: direction, median, deviations } = assessment
    return [
      {
        energyMeterId: id,
        medium,
        lineId,
        direction,
        at: hourStartMs,
        used: assessedSum.used,
        usual: median * measuredShare,
        deviations,
      },
    ]
  })
  if (unusualHours.length === 0) return 0
  const context = await loadCaseContext(ctx, tree, {
    from: toMoment(hourStartMs - RUNNING_CASE_WINDOW_MS),
    to: toMoment(hourStartMs + HOUR_MS),
  })
  for (const hours of groupByCause(unusualHours, context)) await storeCase(ctx, context, hours)
  return unusualHours.length
}

/** Limit for cases that may still continue; far more than a plant has meters. */
const MAX_RUNNING_CASES = 1000
/** A standstill that lasts half of the compared days becomes the usual state, and its case ends. */
const RUNNING_CASE_WINDOW_MS = (COMPARED_DAYS / 2) * DAY_MS
/**
 * Adds one hour of the meters with the same cause to the case that the hour continues, or else to a new case.
 * Explanations stay.
 */
async function storeCase(ctx: Context, context: CaseContext, hours: readonly UnusualHour[]): Promise<void> {
  const [first] = hours as [UnusualHour]
  const { energyMeterId, lineId, direction, at } = first
  const candidates = await ctx.query(
    sql`select ${columns(energyAbnormal, ['id', 'lineId', 'energyMeterId', 'direction', 'startsAt', 'endsAt', 'meters'])} from energy_abnormal
     where site_id = ${ctx.site} and starts_at <= ${toMoment(at)} and ends_at >= ${toMoment(at - RUNNING_CASE_WINDOW_MS)} order by starts_at desc ${limit(MAX_RUNNING_CASES)}`,
  )
  const newSummary = mergeHours([], hours)
  const runningCase = candidates.find((candidate) =>
    isSameCase(candidate, { energyMeterId, lineId, direction, ...newSummary }, context.stops),
  )
  const fields = buildCaseFields(lineId, mergeHours(runningCase?.meters ?? [], hours), context)
  if (runningCase) return writeCase(ctx, runningCase.id, fields)
  await ctx.rows.insert(energyAbnormal, {
    state: 'open',
    lineId,
    direction,
    day: toPlantDay(ctx, fields.startsAt),
    ...fields,
  })
}
