/** Loaders of the quality report (with downgrades by defect), the energy report (with meters) and the report of stops. */
import type { ReportInput } from '@/contract/report'
import { mediumUnits } from '@/areas/energy/rules/meter-tree'
import { loadEnergyGaps, listMeterTotals } from '@/areas/energy/server/queries'
import { sumDowngradesByDefect } from '@/areas/slitting/server/queries/finished-output'
import { listSumCorrections } from '@/areas/figures/server/queries'
import { listStopsBegunOn } from '@/plant/server/queries/stops-by-business-date'
import type { Context } from '@/server/context'
import { stopRow, type energyReport, type qualityReport, type stopReport } from '../contract/metric-reports'
import { buildEmptyLine, sumBy, loadReportFreshness, resolveReportDays, type ReportDays } from './report-period'
import { loadMetricReport } from './metric-report'
import { MAX_FILE_ROWS, MAX_ANSWER_ROWS, type LoadedReport } from '@/plant/server/report/handle-report'
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
const EMPTY_STOP_LINE = buildEmptyLine(stopRow)
/** Loads the report of stops (GET /STOP_RECORD). */
export async function loadStopReport(
  ctx: Context,
  input: ReportInput<typeof stopReport>,
  maxRows: number = MAX_ANSWER_ROWS,
): Promise<LoadedReport<typeof stopReport>> {
  const dayRange = resolveReportDays(ctx, input, ['day'])
  const { lineId, team, shift } = input
  const allStops = await listStopsBegunOn(ctx, { ...dayRange, lineId, team, shift, maxRows: MAX_FILE_ROWS })
  const visibleStops = allStops.slice(0, maxRows)
  const rows = visibleStops.map(({ id: _id, reasonId, workOrderId, equipmentId: _equipmentId, ...stop }): StopLine => ({
    ...stop,
    reason: reasonId,
    orderId: workOrderId,
    count: 1,
    hours: stop.minutes === null ? null : roundToThousandth(stop.minutes / 60),
  }))
  const corrections = await loadStopCorrections(ctx, { ...dayRange, lineId, team, shift })
  const totalMinutes = sumBy([...allStops, ...corrections], (stop) => stop.minutes ?? 0)
  const total: StopLine = {
    ...EMPTY_STOP_LINE,
    count: allStops.length,
    minutes: roundToTenth(totalMinutes),
    hours: roundToThousandth(totalMinutes / 60),
  }
  const freshness = await loadReportFreshness(ctx, dayRange)
  const allRows = [...rows, ...corrections]
  return {
    ...freshness,
    cut: allStops.length > visibleStops.length,
    rows: allRows,
    total: allRows.length ? [total] : [],
  }
}
/** Loads the corrections of stop time as lines with the reason of the correction. The lines do not count as stops. */
async function loadStopCorrections(
  ctx: Context,
  { from, to, lineId, team, shift }: ReportDays & Pick<ReportInput<typeof stopReport>, 'lineId' | 'team' | 'shift'>,
): Promise<StopLine[]> {
  const corrections = await listSumCorrections(ctx, { from, to, sums: ['standingMinutes'], lineId: lineId ?? null })
  return corrections
    .filter((correction) => (!team || correction.team === team) && (!shift || correction.shift === shift))
    .map((correction) => ({
      ...EMPTY_STOP_LINE,
      businessDate: correction.businessDate,
      shift: correction.shift,
      team: correction.team,
      lineId: correction.lineId,
      minutes: roundToTenth(correction.delta),
      hours: roundToThousandth(correction.delta / 60),
      count: 0,
      note: correction.reason,
    }))
}
