/** Export of each report as a workbook. */
import { canCall, type Endpoint, type EndpointInput } from '@/contract/endpoint'
import { errno, Refusal, refuseInput } from '@/contract/errno'
import type { HandlerEntry } from '@/server/area'
import { loadNames } from '@/server/crud/refs'
import type { Context, FileAnswer } from '@/server/context'
import * as detail from '../contract/detail-reports'
import { reportRowFields } from '../contract/report-fields'
import { stopRow } from '../contract/metric-reports'
import type { ReportPresetName } from '../rules/report-presets'
import { loadFinishedReport, loadMaterialReport } from './detail-reports'
import { loadMetricReport, MAX_FILE_ROWS, type MetricReportInput } from './metric-report'
import { loadStopReport } from './metric-report-handlers'
import { loadHoursReport } from './work-hours'
import { writeReportWorkbook } from './report-workbook'

interface ExportFilters {
  readonly lineId?: string | null
  readonly team?: string | null
  readonly shift?: string | null
  readonly orderId?: string | null
  readonly productId?: string | null
  readonly grade?: string | null
  readonly kind?: string | null
}
/** Describes the filters for the notes of a workbook. One query per kind of row. */
export async function describeFilters(ctx: Context, filters: ExportFilters): Promise<(readonly [string, string])[]> {
  const namedFields = { lineId: 'line', orderId: 'workOrder', productId: 'product' } as const
  const descriptions: (readonly [string, string])[] = []
  for (const [field, resource] of Object.entries(namedFields) as ['lineId', 'line'][]) {
    const id = filters[field]
    if (id) descriptions.push([ctx.t(`sheets:inputs.${field}`), (await loadNames(ctx, resource, [id]))[id] ?? id])
  }
  for (const field of ['team', 'shift', 'grade', 'kind'] as const) {
    const value = filters[field]
    if (!value) continue
    const labelKey = field === 'shift' ? `contract:shifts.${value}` : `sheets:options.${field}.${value}`
    descriptions.push([
      ctx.t(`sheets:inputs.${field}`),
      field === 'team' ? value : ctx.t(labelKey, { defaultValue: value }),
    ])
  }
  return descriptions
}
const joinKeysAndColumns = (by: readonly string[], columns: readonly string[]): string[] => [...by, ...columns]
/** Exports a metric report. */
export async function exportMetricReport(
  ctx: Context,
  preset: ReportPresetName,
  input: MetricReportInput,
): Promise<FileAnswer> {
  const { rows, total, by, columns, ...reportHead } = await loadMetricReport(ctx, preset, input, MAX_FILE_ROWS)
  return writeReportWorkbook(ctx, {
    ...reportHead,
    name: preset,
    fields: reportRowFields,
    columns: joinKeysAndColumns(by, columns),
    rows,
    total: total[0] ?? null,
    filters: await describeFilters(ctx, input),
  })
}
/** Exports the report of material fed. */
export async function exportMaterialReport(
  ctx: Context,
  input: Omit<EndpointInput<typeof detail.materialReport>, 'format'>,
) {
  const { rows, total, by, ...reportHead } = await loadMaterialReport(ctx, input, MAX_FILE_ROWS)
  return writeReportWorkbook(ctx, {
    ...reportHead,
    name: 'material',
    fields: detail.materialRow,
    columns: [...by, 'kg', 'percent', 'feeds'],
    rows,
    total: total[0] ?? null,
    filters: await describeFilters(ctx, input),
  })
}
/** Exports the report of finished rolls. */
export async function exportFinishedReport(
  ctx: Context,
  input: Omit<EndpointInput<typeof detail.finishedReport>, 'format'>,
) {
  const { rows, total, by, ...reportHead } = await loadFinishedReport(ctx, input, MAX_FILE_ROWS)
  return writeReportWorkbook(ctx, {
    ...reportHead,
    name: 'finished',
    fields: detail.finishedRow,
    columns: [
      ...by.map((key) => (key === 'width' ? 'widthMm' : key)),
      'rolls',
      'kg',
      'metres',
      'squareMetres',
      'unweighed',
    ],
    rows,
    total: total[0] ?? null,
    filters: await describeFilters(ctx, input),
  })
}
/** Exports the report of working hours. */
export async function exportHoursReport(ctx: Context, input: Omit<EndpointInput<typeof detail.hoursReport>, 'format'>) {
  const { rows, total, by, ...reportHead } = await loadHoursReport(ctx, input, MAX_FILE_ROWS)
  return writeReportWorkbook(ctx, {
    ...reportHead,
    name: 'hours',
    fields: detail.hoursRow,
    columns: [...by, 'shifts', 'people', 'signedHours', 'correctedHours', 'hours'],
    rows,
    total: total[0] ?? null,
    filters: await describeFilters(ctx, input),
  })
}
/** Exports the report of stops. */
export async function exportStopReport(
  ctx: Context,
  input: ExportFilters & { from?: string | null; to?: string | null },
) {
  const { rows, total, ...reportHead } = await loadStopReport(ctx, input, MAX_FILE_ROWS)
  return writeReportWorkbook(ctx, {
    ...reportHead,
    name: 'stops',
    fields: stopRow,
    columns: [
      'businessDate',
      'shift',
      'team',
      'line',
      'startedAt',
      'endedAt',
      'minutes',
      'class',
      'reason',
      'order',
      'note',
    ],
    rows,
    total: total[0] ?? null,
    filters: await describeFilters(ctx, input),
  })
}

type ExportInput = EndpointInput<typeof detail.reportExport>
type ReportKind = NonNullable<ExportInput['sheet']>
const EXPORTER_BY_KIND: Readonly<Record<ReportKind, (ctx: Context, input: ExportInput) => Promise<FileAnswer>>> = {
  material: exportMaterialReport,
  finished: exportFinishedReport,
  hours: exportHoursReport,
  stops: exportStopReport,
  energy: (ctx, input) => exportMetricReport(ctx, 'energy', input),
  energyShift: (ctx, input) => exportMetricReport(ctx, 'energyShift', input),
  batchEnergy: (ctx, input) => exportMetricReport(ctx, 'batchEnergy', input),
  monthlyOutput: (ctx, input) => exportMetricReport(ctx, 'monthlyOutput', input),
  quality: (ctx, input) => exportMetricReport(ctx, 'quality', input),
}
/** Permissions required to export each report. */
const PERMISSIONS_BY_KIND: Readonly<Record<ReportKind, string | readonly string[]>> = {
  material: 'materialReportExport',
  finished: 'finishedProductsExport',
  hours: 'workHoursExport',
  stops: 'anyDateSheetExport',
  energy: 'energyReportExport',
  energyShift: 'energyReportExport',
  batchEnergy: 'energyReportExport',
  monthlyOutput: 'finishedProductsExport',
  quality: ['finishedProductsExport', 'qualitySheetExport'],
}
/**
 * Exports a report by its name (GET /sheet/export), by default the first permitted one, starting with monthly output.
 * @throws 401 for a report that the caller may not export
 */
export async function exportAnyReport(ctx: Context, input: ExportInput): Promise<FileAnswer> {
  const kind = input.sheet ?? findFirstPermittedKind(ctx)
  if (!kind) throw refuseInput([{ path: ['sheet'], code: 'missing' }])
  if (!canCall(PERMISSIONS_BY_KIND[kind], ctx.person))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', {
      params: { key: [PERMISSIONS_BY_KIND[kind]].flat().join(', ') },
    })
  return EXPORTER_BY_KIND[kind](ctx, input)
}
const findFirstPermittedKind = (ctx: Context): ReportKind | null =>
  (['monthlyOutput', ...detail.reportKinds] as const).find((kind) => canCall(PERMISSIONS_BY_KIND[kind], ctx.person)) ??
  null
/** Creates a handler that answers a report, or its workbook if the `xlsx` format is requested. */
export const createReportHandler = <In, Out>(
  endpoint: Endpoint<In & { format?: 'json' | 'xlsx' | null }, Out>,
  loadReport: (ctx: Context, input: NoInfer<In>) => Promise<NoInfer<Out>>,
  exportReport: (ctx: Context, input: NoInfer<In>) => Promise<FileAnswer>,
): HandlerEntry => ({
  endpoint: endpoint.name,
  run: (ctx, input) => (input['format'] === 'xlsx' ? exportReport(ctx, input as In) : loadReport(ctx, input as In)),
})
