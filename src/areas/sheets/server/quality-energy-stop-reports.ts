/**
 * Loaders of the quality report (with downgrades by defect), the energy report (with meters) and the report of stops.
 */
import type { ReportInput } from '@/contract/report'
import { mediumUnits } from '@/areas/energy/rules/meter-tree'
import { loadEnergyGaps, listMeterTotals } from '@/areas/energy/server/queries'
import { sumDowngradesByDefect } from '@/areas/slitting/server/queries/finished-output'
import { listStopParts, listSumCorrections } from '@/areas/figures/server/queries'
import type { Context } from '@/server/context'
import { stopRow, type energyReport, type qualityReport, type stopReport } from '../contract/metric-reports'
import { buildEmptyLine, sumBy, loadReportFreshness, resolveReportDays, type ReportDays } from './report-period'
import { loadMetricReport } from './metric-report'
import { MAX_ANSWER_ROWS, type LoadedReport } from '@/plant/server/report/handle-report'
import { roundToCent, roundToTenth, roundToThousandth } from '@/plant/rules/quantity'

/** Loads the quality report with downgrades by defect (GET /QUALITY_REPORT). */
export async function loadQualityReport(
  ctx: Context,
  input: ReportInput<typeof qualityReport>,
  maxRows: number = MAX_ANSWER_ROWS,
): Promise<LoadedReport<typeof qualityReport>> {
  const report = await loadMetricReport(ctx, 'quality', input, maxRows)
  const { from, to } = report
  const rollQuery = { from, to, team: input.team, productId: input.productId, workOrderId: input.orderId }
  const defectSums = await sumDowngradesByDefect(ctx, { ...rollQuery, lineId: input.lineId })
  type Defect = LoadedReport<typeof qualityReport>['defects'][number]
  const defects = defectSums.map((row) => ({
    ...row,
    defect: row.defect as Defect['defect'],
    metres: roundToTenth(row.metres),
    kg: roundToThousandth(row.kg),
  }))
  return { ...report, defects }
}
/** Loads the energy report with the meters (GET /ENERGY_REPORT). */
export async function loadEnergyReport(
  ctx: Context,
  input: ReportInput<typeof energyReport>,
  maxRows: number = MAX_ANSWER_ROWS,
): Promise<LoadedReport<typeof energyReport>> {
  const report = await loadMetricReport(ctx, 'energy', input, maxRows)
  const dayRange = { from: report.from, to: report.to }
  const meterRows = (await listMeterTotals(ctx, dayRange)).filter(
    ({ lineId }) => !input.lineId || lineId === input.lineId,
  )
  const meters = meterRows.map((meterTotal) => ({
    energyMeterId: meterTotal.energyMeterId,
    place: meterTotal.itemId,
    medium: meterTotal.medium,
    unit: mediumUnits[meterTotal.medium],
    used: roundToThousandth(meterTotal.used),
    own: roundToThousandth(meterTotal.ownUsed),
    cost: roundToCent(meterTotal.cost),
    estimatedPercent: meterTotal.used > 0 ? Math.round((meterTotal.estimated / meterTotal.used) * 1000) / 10 : null,
  }))
  const gaps = await loadEnergyGaps(ctx, dayRange)
  return { ...report, meters, ...gaps }
}

type StopLine = LoadedReport<typeof stopReport>['rows'][number]
type StopScope = ReportDays & Pick<ReportInput<typeof stopReport>, 'lineId' | 'team' | 'shift'>
const EMPTY_STOP_LINE = buildEmptyLine(stopRow)
/** Loads the report of stops (GET /STOP_RECORD): a row for each shift in which a stop lasted. */
export async function loadStopReport(
  ctx: Context,
  input: ReportInput<typeof stopReport>,
  maxRows: number = MAX_ANSWER_ROWS,
): Promise<LoadedReport<typeof stopReport>> {
  const dayRange = await resolveReportDays(ctx, input, ['day'])
  const { lineId, team, shift } = input
  const { parts, standingMinutes } = await listStopParts(ctx, { ...dayRange, lineId, team, shift })
  const visibleParts = parts.slice(0, maxRows)
  const rows = visibleParts.map(
    ({ stop, businessDate, shift: shiftKey, team: shiftTeam, minutes, isFirst }): StopLine => {
      const { id: _id, reasonId, workOrderId, minutes: wholeMinutes, ...stopFields } = stop
      return {
        ...EMPTY_STOP_LINE,
        ...stopFields,
        businessDate,
        shift: shiftKey,
        team: shiftTeam,
        wholeMinutes,
        reason: reasonId,
        orderId: workOrderId,
        count: isFirst ? 1 : 0,
        ...toStopDuration(minutes),
      }
    },
  )
  const corrections = await loadStopCorrections(ctx, { ...dayRange, lineId, team, shift })
  const totalMinutes = standingMinutes + sumBy(corrections, ({ minutes }) => minutes ?? 0)
  const count = sumBy(parts, ({ isFirst }) => (isFirst ? 1 : 0))
  const total: StopLine = { ...EMPTY_STOP_LINE, count, ...toStopDuration(totalMinutes) }
  const freshness = await loadReportFreshness(ctx, dayRange)
  const allRows = [...rows, ...corrections]
  return {
    ...freshness,
    cut: parts.length > visibleParts.length,
    rows: allRows,
    total: allRows.length ? [total] : [],
  }
}
const toStopDuration = (minutes: number) => ({
  minutes: roundToThousandth(minutes),
  hours: roundToThousandth(minutes / 60),
})
/**
 * Class of stop of each correctable sum of stop time. `standingMinutes`, the time of all stops together, belongs to no
 * class.
 */
const classByStopSum = { plannedMinutes: 'planned', unplannedMinutes: 'unplanned', standingMinutes: null } as const
type ListedStopSum = keyof typeof classByStopSum
const listedStopSums = Object.keys(classByStopSum) as ListedStopSum[]
/**
 * Loads the corrections of stop time as rows with their class and the reason of the correction. The rows do not count
 * as stops. A correction of planned or unplanned minutes is also booked in `standingMinutes`. The row of
 * `standingMinutes` therefore leaves out the minutes that the rows with a class already show.
 */
async function loadStopCorrections(ctx: Context, { from, to, lineId, team, shift }: StopScope): Promise<StopLine[]> {
  const corrections = (
    await listSumCorrections(ctx, { from, to, sums: listedStopSums, lineId: lineId ?? null })
  ).filter((correction) => (!team || correction.team === team) && (!shift || correction.shift === shift))
  const groups = new Map<string, (typeof corrections)[number][]>()
  for (const correction of corrections) {
    const { businessDate, shift: shiftKey, team: shiftTeam, lineId: correctedLineId, reason, at } = correction
    const groupKey = JSON.stringify([businessDate, shiftKey, shiftTeam, correctedLineId, reason, at])
    groups.set(groupKey, [...(groups.get(groupKey) ?? []), correction])
  }
  return [...groups.values()].flatMap((group) => {
    const sumMinutes = (name: ListedStopSum) => sumBy(group, ({ sum, delta }) => (sum === name ? delta : 0))
    const classifiedMinutes = sumMinutes('plannedMinutes') + sumMinutes('unplannedMinutes')
    return listedStopSums.flatMap((name): StopLine[] => {
      const minutes = roundToThousandth(sumMinutes(name) - (name === 'standingMinutes' ? classifiedMinutes : 0))
      if (minutes === 0) return []
      const { businessDate, shift: shiftKey, team: shiftTeam, lineId: correctedLineId, reason } = group[0]!
      return [
        {
          ...EMPTY_STOP_LINE,
          businessDate,
          shift: shiftKey,
          team: shiftTeam,
          lineId: correctedLineId,
          class: classByStopSum[name],
          ...toStopDuration(minutes),
          count: 0,
          note: reason,
        },
      ]
    })
  })
}
