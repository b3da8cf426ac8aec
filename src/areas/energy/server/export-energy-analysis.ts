import { XLSX_MIME, type EndpointInput } from '@/contract/endpoint'
import { translateUnit } from '@/contract/language'
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
  const createAmountColumn = (name: string, unit = '', digits = 3): WorksheetColumn => ({
    header: translate(`answers.${name}`),
    kind: 'amount',
    unit: translateUnit(unit, ctx.language),
    digits,
  })
  const createTextColumn = (header: string, width = 30): WorksheetColumn => ({
    header,
    kind: 'text',
    widthChars: width,
  })
  const metricColumns = [
    createAmountColumn('used', analysis.unit),
    createAmountColumn('cost', 'CNY', 2),
    createAmountColumn('kg', 'kg', 1),
    createAmountColumn('perKg', `${analysis.unit}/kg`, 4),
    createAmountColumn('costPerKg', 'CNY/kg', 4),
    createAmountColumn('before', analysis.unit),
    createAmountColumn('beforePercent', '%', 1),
    createAmountColumn('yearBefore', analysis.unit),
    createAmountColumn('yearBeforePercent', '%', 1),
    createAmountColumn('estimatedPercent', '%', 1),
    createAmountColumn('allocatedPercent', '%', 1),
    createAmountColumn('unpricedPercent', '%', 1),
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
  const totalRow = [translate('workbook.total'), ...toMetricCells(analysis)]
  const { timeZone } = ctx
  return new FileAnswer(
    `${ctx.t('contract:menu.energyAnalysis')}-${translate(`energyMeter.options.medium.${analysis.medium}`)}-${analysis.from}.xlsx`,
    XLSX_MIME,
    writeWorksheets([
      {
        sheetName: translate(`inputOptions.by.${analysis.by}`),
        columns: [createTextColumn(translate(`inputOptions.by.${analysis.by}`)), ...metricColumns],
        rows: [...analysis.rows.map((row) => [row.label, ...toMetricCells(row)]), totalRow],
        timeZone,
      },
      {
        sheetName: translate('workbook.course'),
        columns: [
          { header: translate('answers.from'), kind: 'day' },
          { header: translate('answers.to'), kind: 'day' },
          createAmountColumn('used', analysis.unit),
          createAmountColumn('cost', 'CNY', 2),
          createAmountColumn('kg', 'kg', 1),
          createAmountColumn('before', analysis.unit),
        ],
        rows: analysis.trend.map(({ from, to, used, cost, kg, before }) => [from, to, used, cost, kg, before]),
        timeZone,
      },
      {
        sheetName: translate('workbook.bandsAndRest'),
        columns: [
          createTextColumn(translate('workbook.what')),
          createAmountColumn('used', analysis.unit),
          createAmountColumn('cost', 'CNY', 2),
        ],
        rows: [
          ...analysis.bands.map(({ band, used, cost }) => [translate(`bands.${band}`), used, cost]),
          ...analysis.rest.map(({ kind, used, cost }) => [translate(`kinds.${kind}`), used, cost]),
        ],
        timeZone,
      },
      {
        sheetName: translate('workbook.notes'),
        columns: [createTextColumn(translate('workbook.what'), 50), createTextColumn(translate('workbook.value'), 30)],
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
