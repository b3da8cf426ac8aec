/** Handlers of the reports, and the export of any of them by its kind. */
import { canCall, type EndpointInput } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import type { Report } from '@/contract/report'
import { handleReport, assertMayExport, MAX_FILE_ROWS, type ReportLoader } from '@/plant/server/report/handle-report'
import { writeReport, type ReportNote } from '@/plant/server/report/write-report'
import type { HandlerEntry } from '@/server/area'
import type { Context, FileAnswer } from '@/server/context'
import * as detailReports from '../contract/detail-reports'
import * as metricReports from '../contract/metric-reports'
import * as inputOutput from '../contract/input-output'
import type { ReportPresetName } from '../rules/report-presets'
import { loadFinishedReport, loadMaterialReport } from './detail-reports'
import { loadInputReport, loadOutputReport } from './input-output-reports'
import { loadMetricReport, type MetricReport, type MetricReportInput } from './metric-report'
import { loadEnergyReport, loadQualityReport, loadStopReport } from './quality-energy-stop-reports'
import { loadHoursReport } from './work-hours'
import { handle } from '@/server/area'

type ExportInput = EndpointInput<typeof detailReports.reportExport>
interface ReportEntry {
  readonly handlers: readonly HandlerEntry[]
  /** Checks the permission and writes the workbook. */
  exportReport(ctx: Context, input: ExportInput): Promise<FileAnswer>
  readonly exportAccess: Report['exportAccess']
}
/** Connects a report with its loader: builds the report's own handlers, and its export for `exportAnyReport`. */
function bindReport<In extends object, Out>(
  report: Report<In, Out>,
  load: ReportLoader<NoInfer<In>, NoInfer<Out>>,
  describe?: (ctx: Context) => readonly ReportNote[],
): ReportEntry {
  return {
    handlers: handleReport(report, load, describe ? { describe } : {}),
    exportAccess: report.exportAccess,
    exportReport: async (ctx, exportInput) => {
      assertMayExport(ctx, report)
      const { sheet: _kind, ...input } = exportInput
      return writeReport(ctx, report, await load(ctx, input as In, MAX_FILE_ROWS), input as In, describe)
    },
  }
}
const createMetricLoader =
  (preset: ReportPresetName): ReportLoader<MetricReportInput, MetricReport> =>
  (ctx, input, maxRows) =>
    loadMetricReport(ctx, preset, input, maxRows)

/** Describes which stops the lines of the report of stops show. */
const describeStopLines = (ctx: Context): readonly ReportNote[] => [
  [ctx.t(metricReports.stopReport.titleKey), ctx.t('sheets:pages.notes.stopParts')],
]

type ReportKind = NonNullable<ExportInput['sheet']>
const reportByKind: Readonly<Record<ReportKind, ReportEntry>> = {
  material: bindReport(detailReports.materialReport, loadMaterialReport),
  finished: bindReport(detailReports.finishedReport, loadFinishedReport),
  hours: bindReport(detailReports.hoursReport, loadHoursReport),
  stops: bindReport(metricReports.stopReport, loadStopReport, describeStopLines),
  energy: bindReport(metricReports.energyReport, loadEnergyReport),
  energyShift: bindReport(metricReports.shiftEnergyReport, createMetricLoader('energyShift')),
  batchEnergy: bindReport(metricReports.batchEnergyReport, createMetricLoader('batchEnergy')),
  monthlyOutput: bindReport(metricReports.monthlyOutputReport, createMetricLoader('monthlyOutput')),
  quality: bindReport(metricReports.qualityReport, loadQualityReport),
}
export const reportHandlers: readonly HandlerEntry[] = [
  ...Object.values(reportByKind).flatMap(({ handlers }) => handlers),
  ...handleReport(metricReports.customReport, createMetricLoader('atWill')),
  ...handleReport(inputOutput.inputReport, loadInputReport),
  ...handleReport(inputOutput.outputReport, loadOutputReport),
]
/**
 * GET /sheet/export: exports the report of the kind `sheet`. The default is monthly output if the caller may export it,
 * else the first kind that the caller may export.
 * @throws 401 for a report that the caller may not export
 */
export const exportAnyReport = handle(detailReports.reportExport, async (ctx, input) => {
  const kind = input.sheet ?? findFirstPermittedKind(ctx)
  if (!kind) throw refuseInput([{ path: ['sheet'], code: 'missing' }])
  return reportByKind[kind].exportReport(ctx, input)
})
const findFirstPermittedKind = (ctx: Context): ReportKind | null =>
  (['monthlyOutput', ...detailReports.reportKinds] as const).find((kind) =>
    canCall(reportByKind[kind].exportAccess, ctx.person),
  ) ?? null
