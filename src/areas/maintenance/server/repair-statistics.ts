import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { listMachinesNotDiscarded } from '@/areas/equipment/server/queries/machines'
import { metrics } from '@/plant/rules/metrics'
import type { Context } from '@/server/context'
import { options, sql } from '@/server/sql'
import {
  calculateIndicatorsByEquipment,
  calculateIndicatorsByLine,
  calculateMttr,
  calculateWaitingHours,
  combineIndicators,
  correctOperatingHours,
  type Indicator,
  type IndicatorPeriod,
  type Indicators,
  type RepairSource,
  type StopSource,
} from '../rules/indicators'
import { repair } from '../contract/repair'
import { repairStatistics } from '../contract/repair-reports'
import { repairSourceColumns, FAILED_AT_SQL, failedAtColumn } from './queries/repairs-in-period'
import { getMonthDays, addMonthsToMonth, toMonth } from '@/plant/rules/month'
import type { Day } from '@/plant/rules/plant-time'
import { resolveBusinessSpan, resolveBusinessDates } from '@/plant/server/plant'
import { listLines } from '@/plant/server/queries/list-lines'
import { loadInUseSince } from './queries/lines-in-use'
import { loadOperatingCorrections, type GetHoursCorrection } from './queries/operating-corrections'
import { listStopsInPeriod } from '@/plant/server/queries/stops-in-period'
import { roundToThousandth } from '@/plant/rules/quantity'
import { handle } from '@/server/area'

type StatisticsInput = EndpointInput<typeof repairStatistics>
type StatisticsAnswer = EndpointOutput<typeof repairStatistics>
interface StatisticsPeriod extends IndicatorPeriod {
  readonly fromDay: Day
  readonly toDay: Day
}
/** A line or machine whose indicators are calculated. `since`: day from which it exists. */
interface IndicatorSubject {
  id: string
  label: string
  lineId: string | null
  since: Day
}
interface IndicatorSources {
  repairs: RepairSource[]
  stops: StopSource[]
  getHoursCorrection: GetHoursCorrection
}
const MAX_ROWS = 500
const MAX_STOPS = 200_000

/**
 * GET /repair/statistics over business dates. Machines and lines are sorted by breakdowns, most first. Months combine
 * all lines unless a line or machine is requested.
 */
export const calculateRepairStatistics = handle(repairStatistics, async (ctx, input) => {
  const period = await resolveStatisticsPeriod(ctx, await resolveBusinessDates(ctx, input))
  const indicatorSources = await loadIndicatorSources(ctx, period, input)
  const buildRows = { equipment: buildEquipmentRows, line: buildLineRows, month: buildMonthRows }[input.by]
  const rows = await buildRows(ctx, period, indicatorSources, input)
  return { from: period.fromDay, to: period.toDay, definitions: buildDefinitions(ctx), rows }
})

async function loadIndicatorSources(
  ctx: Context,
  { from, to, fromDay, toDay }: StatisticsPeriod,
  input: StatisticsInput,
): Promise<IndicatorSources> {
  const { lineId = null, equipmentId = null } = input
  const repairs = await ctx.query(
    sql`select ${repairSourceColumns}, ${failedAtColumn} from repair
     where site_id = ${ctx.site} and state <> ${options(repair.fields.state, 'withdrawn')}
       and ((${FAILED_AT_SQL} >= ${from} and ${FAILED_AT_SQL} < ${to}) or (repair_end_at >= ${from} and repair_end_at < ${to}))
       and (${lineId}::uuid is null or line_id = ${lineId}) and (${equipmentId}::uuid is null or equipment_id = ${equipmentId})`,
  )
  const stops = await listStopsInPeriod(ctx, {
    from,
    to,
    lineId: input.lineId ?? null,
    keepIfTooMany: 'newest',
    maxRows: MAX_STOPS,
  })
  const getHoursCorrection = await loadOperatingCorrections(ctx, { from: fromDay, to: toDay }, lineId)
  return { repairs, stops, getHoursCorrection }
}
/** Adds the corrections of operating time to the MTBF of each line or machine. */
function correctIndicators(
  indicators: readonly Indicators[],
  subjects: readonly IndicatorSubject[],
  { fromDay, toDay }: Pick<StatisticsPeriod, 'fromDay' | 'toDay'>,
  getHoursCorrection: GetHoursCorrection,
): Indicators[] {
  const lineIdBySubject = new Map(subjects.map(({ id, lineId }) => [id, lineId]))
  return indicators.map((subjectIndicators) => ({
    ...subjectIndicators,
    mtbf: correctOperatingHours(
      subjectIndicators.mtbf,
      getHoursCorrection(lineIdBySubject.get(subjectIndicators.key) ?? null, { from: fromDay, to: toDay }),
    ),
  }))
}
const listMachineSubjects = (ctx: Context, { lineId, equipmentId }: StatisticsInput): Promise<IndicatorSubject[]> =>
  listMachinesNotDiscarded(ctx, { lineId: lineId ?? null, equipmentId: equipmentId ?? null })
const listLineSubjects = async (ctx: Context, { lineId }: StatisticsInput): Promise<IndicatorSubject[]> =>
  (await listLines(ctx, { lineId: lineId ?? null })).map(({ id, label, since }) => ({
    id,
    label,
    lineId: id,
    since,
  }))
async function buildEquipmentRows(
  ctx: Context,
  period: StatisticsPeriod,
  { repairs, stops, getHoursCorrection }: IndicatorSources,
  input: StatisticsInput,
): Promise<StatisticsAnswer['rows']> {
  const machines = await listMachineSubjects(ctx, input)
  const indicators = calculateIndicatorsByEquipment(
    machines,
    repairs,
    stops,
    period,
    ctx.now.toISOString(),
    await loadInUseSince(ctx, machines),
  )
  return toRowsWorstFirst(correctIndicators(indicators, machines, period, getHoursCorrection), machines)
}
async function buildLineRows(
  ctx: Context,
  period: StatisticsPeriod,
  { repairs, stops, getHoursCorrection }: IndicatorSources,
  input: StatisticsInput,
): Promise<StatisticsAnswer['rows']> {
  const lines = await listLineSubjects(ctx, input)
  const indicators = calculateIndicatorsByLine(
    lines.map((line) => line.id),
    repairs,
    stops,
    period,
    ctx.now.toISOString(),
    await loadInUseSince(ctx, lines),
  )
  return toRowsWorstFirst(correctIndicators(indicators, lines, period, getHoursCorrection), lines)
}
async function buildMonthRows(
  ctx: Context,
  period: StatisticsPeriod,
  { repairs, stops, getHoursCorrection }: IndicatorSources,
  input: StatisticsInput,
): Promise<StatisticsAnswer['rows']> {
  const now = ctx.now.toISOString()
  const subjects = input.equipmentId ? await listMachineSubjects(ctx, input) : await listLineSubjects(ctx, input)
  const inUseSinceById = await loadInUseSince(ctx, subjects)
  return (await splitPeriodByMonth(ctx, period)).map(({ month, ...monthPeriod }) => {
    const uncorrectedIndicators = input.equipmentId
      ? calculateIndicatorsByEquipment(subjects, repairs, stops, monthPeriod, now, inUseSinceById)
      : calculateIndicatorsByLine(
          subjects.map((subject) => subject.id),
          repairs,
          stops,
          monthPeriod,
          now,
          inUseSinceById,
        )
    const indicators = correctIndicators(uncorrectedIndicators, subjects, monthPeriod, getHoursCorrection)
    const repairIndicators = {
      mttr: calculateMttr(repairs, monthPeriod),
      waitingHours: calculateWaitingHours(repairs, monthPeriod),
    }
    return toStatisticsRow(
      {
        key: month,
        ...repairIndicators,
        mtbf: combineIndicators(indicators.map((subjectIndicators) => subjectIndicators.mtbf)),
      },
      month,
    )
  })
}

const resolveStatisticsPeriod = async (
  ctx: Context,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<StatisticsPeriod> => ({ fromDay: from, toDay: to, ...(await resolveBusinessSpan(ctx, { from, to })) })

/** Splits business dates into months; the first and the last are clipped. */
async function splitPeriodByMonth(
  ctx: Context,
  { fromDay, toDay }: StatisticsPeriod,
): Promise<({ month: string } & StatisticsPeriod)[]> {
  const months: ({ month: string } & StatisticsPeriod)[] = []
  for (let month = toMonth(fromDay); month <= toMonth(toDay); month = addMonthsToMonth(month, 1)) {
    const { from, to } = getMonthDays(month)
    const dayRange = { from: from < fromDay ? fromDay : from, to: to > toDay ? toDay : to }
    months.push({ month, ...(await resolveStatisticsPeriod(ctx, dayRange)) })
  }
  return months
}

function toRowsWorstFirst(
  indicators: readonly Indicators[],
  subjects: readonly IndicatorSubject[],
): StatisticsAnswer['rows'] {
  const labelsById = new Map(subjects.map((subject) => [subject.id, subject.label]))
  return indicators
    .map((subjectIndicators) =>
      toStatisticsRow(subjectIndicators, labelsById.get(subjectIndicators.key) ?? subjectIndicators.key),
    )
    .sort((a, b) => b.breakdowns - a.breakdowns || b.repairHours - a.repairHours)
    .slice(0, MAX_ROWS)
}
const getIndicatorValue = (indicator: Indicator) =>
  indicator.value === null ? null : roundToThousandth(indicator.value)
const getNullReason = (indicator: Indicator) => (indicator.value === null ? indicator.reason : null)
function toStatisticsRow(
  { key, mttr, mtbf, waitingHours }: Indicators,
  label: string,
): StatisticsAnswer['rows'][number] {
  return {
    key,
    label,
    mttr: getIndicatorValue(mttr),
    mttrReason: getNullReason(mttr),
    repairHours: roundToThousandth(mttr.hours),
    waitingHours: roundToThousandth(waitingHours),
    repairs: mttr.count,
    mtbf: getIndicatorValue(mtbf),
    mtbfReason: getNullReason(mtbf),
    operatingHours: roundToThousandth(mtbf.hours),
    breakdowns: mtbf.count,
  }
}
/** Terms in the formulas of `plant/rules/metrics` that are replaced by translations. */
const FORMULA_TERMS = [
  'waitingForParts',
  'breakdownsRepaired',
  'calendarTime',
  'repairEnd',
  'breakdowns',
  'accepted',
  'stops',
] as const
/** Builds the definitions of the indicators in the caller's language. */
function buildDefinitions(ctx: Context): StatisticsAnswer['definitions'] {
  return (['mttr', 'waitingHours', 'mtbf'] as const).map((indicator) => ({
    indicator,
    label: ctx.t(`plant:figures.${indicator}.name`),
    // `FORMULA_TERMS` lists `breakdownsRepaired` before `breakdowns`, so that the longer term is replaced first.
    formula: FORMULA_TERMS.reduce<string>(
      (text, term) => text.replaceAll(term, ctx.t(`maintenance:indicator.terms.${term}`)),
      metrics[indicator].formula,
    ),
    note: ctx.t(`plant:figures.${indicator}.formula`),
    unit: metrics[indicator].unit,
  }))
}
