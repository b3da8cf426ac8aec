import { XLSX_MIME, type EndpointInput } from '@/contract/endpoint'
import { translateUnit } from '@/contract/translate-unit'
import { FileAnswer, type Context } from '@/server/context'
import { writeWorksheets, type WorksheetColumn } from '@/server/excel/write-worksheet'
import type { energyExport } from '../contract/analysis-endpoints'
import { loadEnergyAnalysis } from './energy-analysis'

/** GET /sheet/energy_export: the energy analysis as a workbook. */
export async function exportEnergyAnalysis(
  ctx: Context,
  input: EndpointInput<typeof energyExport>,
): Promise<FileAnswer> {
  const analysis = await loadEnergyAnalysis(ctx, input)
  const translate = (key: string): string => ctx.t(`energy:${key}`)
  const amountColumn = (name: string, unit = '', digits = 3): WorksheetColumn => ({
    header: translate(`answers.${name}`),
    kind: 'amount',
    unit: translateUnit(unit, ctx.language),
    digits,
  })
  const textColumn = (header: string, width = 30): WorksheetColumn => ({ header, kind: 'text', width })
  const metricColumns = [
    amountColumn('used', analysis.unit),
    amountColumn('cost', 'CNY', 2),
    amountColumn('kg', 'kg', 1),
    amountColumn('perKg', `${analysis.unit}/kg`, 4),
    amountColumn('costPerKg', 'CNY/kg', 4),
    amountColumn('before', analysis.unit),
    amountColumn('beforePercent', '%', 1),
    amountColumn('yearBefore', analysis.unit),
    amountColumn('yearBeforePercent', '%', 1),
    amountColumn('estimatedPercent', '%', 1),
    amountColumn('allocatedPercent', '%', 1),
    amountColumn('unpricedPercent', '%', 1),
  ]
  const metricNames = [
    'used',
    'cost',
    'kg',
    'perKg',
    'costPerKg',
    'before',
    'beforePercent',
    'yearBefore',
    'yearBeforePercent',
    'estimatedPercent',
    'allocatedPercent',
    'unpricedPercent',
  ] as const
  const toMetricCells = (row: Pick<typeof analysis, (typeof metricNames)[number]>) =>
    metricNames.map((name) => row[name])
  const total = [translate('workbook.total'), ...toMetricCells(analysis)]
  const { timeZone } = ctx
  return new FileAnswer(
    `${ctx.t('contract:menu.energyAnalysis')}-${translate(`energyMeter.options.medium.${analysis.medium}`)}-${analysis.from}.xlsx`,
    XLSX_MIME,
    writeWorksheets([
      {
        sheetName: translate(`inputOptions.by.${analysis.by}`),
        columns: [textColumn(translate(`inputOptions.by.${analysis.by}`)), ...metricColumns],
        rows: [...analysis.rows.map((row) => [row.label, ...toMetricCells(row)]), total],
        timeZone,
      },
      {
        sheetName: translate('workbook.course'),
        columns: [
          { header: translate('answers.from'), kind: 'day' },
          { header: translate('answers.to'), kind: 'day' },
          amountColumn('used', analysis.unit),
          amountColumn('cost', 'CNY', 2),
          amountColumn('kg', 'kg', 1),
          amountColumn('before', analysis.unit),
        ],
        rows: analysis.trend.map(({ from, to, used, cost, kg, before }) => [from, to, used, cost, kg, before]),
        timeZone,
      },
      {
        sheetName: translate('workbook.bandsAndRest'),
        columns: [
          textColumn(translate('workbook.what')),
          amountColumn('used', analysis.unit),
          amountColumn('cost', 'CNY', 2),
        ],
        rows: [
          ...analysis.bands.map(({ band, used, cost }) => [translate(`bands.${band}`), used, cost]),
          ...analysis.rest.map(({ kind, used, cost }) => [translate(`kinds.${kind}`), used, cost]),
        ],
        timeZone,
      },
      {
        sheetName: translate('workbook.notes'),
        columns: [textColumn(translate('workbook.what'), 50), textColumn(translate('workbook.value'), 30)],
        rows: [
          [translate('workbook.period'), `${analysis.from} – ${analysis.to}`],
          [translate('answers.uncountedDays'), String(analysis.uncountedDays)],
          [translate('answers.missingHours'), String(analysis.missingHours)],
        ],
        timeZone,
      },
    ]),
  )
}
