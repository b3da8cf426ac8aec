import { XLSX_MIME, type EndpointInput } from '@/contract/endpoint'
import { translateUnit } from '@/contract/translate-unit'
import { FileAnswer, type Context } from '@/server/context'
import { writeWorksheets, type WorksheetColumn } from '@/server/excel/write-worksheet'
import type { energyExport } from '../contract/analysis-calls'
import { analyse } from './analysis'

/** GET /sheet/energy_export: the energy analysis as a workbook. */
export async function workbook(ctx: Context, input: EndpointInput<typeof energyExport>): Promise<FileAnswer> {
  const of = await analyse(ctx, input)
  const word = (key: string): string => ctx.t(`energy:${key}`)
  const amount = (name: string, unit = '', digits = 3): WorksheetColumn => ({
    header: word(`answers.${name}`),
    kind: 'amount',
    unit: translateUnit(unit, ctx.language),
    digits,
  })
  const text = (header: string, width = 30): WorksheetColumn => ({ header, kind: 'text', width })
  const figures = [
    amount('used', of.unit),
    amount('cost', 'CNY', 2),
    amount('kg', 'kg', 1),
    amount('perKg', `${of.unit}/kg`, 4),
    amount('costPerKg', 'CNY/kg', 4),
    amount('before', of.unit),
    amount('beforePercent', '%', 1),
    amount('yearBefore', of.unit),
    amount('yearBeforePercent', '%', 1),
    amount('estimatedPercent', '%', 1),
    amount('allocatedPercent', '%', 1),
    amount('unpricedPercent', '%', 1),
  ]
  const names = [
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
  const rowOf = (row: Pick<typeof of, (typeof names)[number]>) => names.map((name) => row[name])
  const total = [word('workbook.total'), ...rowOf(of)]
  const { timeZone } = ctx
  return new FileAnswer(
    `${ctx.t('contract:menu.energyAnalysis')}-${word(`energyMeter.options.medium.${of.medium}`)}-${of.from}.xlsx`,
    XLSX_MIME,
    writeWorksheets([
      {
        sheetName: word(`inputOptions.by.${of.by}`),
        columns: [text(word(`inputOptions.by.${of.by}`)), ...figures],
        rows: [...of.rows.map((row) => [row.label, ...rowOf(row)]), total],
        timeZone,
      },
      {
        sheetName: word('workbook.course'),
        columns: [
          { header: word('answers.from'), kind: 'day' },
          { header: word('answers.to'), kind: 'day' },
          amount('used', of.unit),
          amount('cost', 'CNY', 2),
          amount('kg', 'kg', 1),
          amount('before', of.unit),
        ],
        rows: of.trend.map(({ from, to, used, cost, kg, before }) => [from, to, used, cost, kg, before]),
        timeZone,
      },
      {
        sheetName: word('workbook.bandsAndRest'),
        columns: [text(word('workbook.what')), amount('used', of.unit), amount('cost', 'CNY', 2)],
        rows: [
          ...of.bands.map(({ band, used, cost }) => [word(`bands.${band}`), used, cost]),
          ...of.rest.map(({ kind, used, cost }) => [word(`kinds.${kind}`), used, cost]),
        ],
        timeZone,
      },
      {
        sheetName: word('workbook.notes'),
        columns: [text(word('workbook.what'), 50), text(word('workbook.value'), 30)],
        rows: [
          [word('workbook.period'), `${of.from} – ${of.to}`],
          [word('answers.uncountedDays'), String(of.uncountedDays)],
          [word('answers.missingHours'), String(of.missingHours)],
        ],
        timeZone,
      },
    ]),
  )
}
