/** Comprehensive statistics: every metric by one grouping. */
import { canCall, XLSX_MIME, type EndpointInput } from '@/contract/endpoint'
import { errno, Refusal } from '@/contract/errno'
import { addShiftSums } from '@/areas/figures/rules/shift-sums'
import { shiftMetricNames, calculateMetricValues, type MetricValues } from '@/areas/figures/rules/metric-values'
import { loadMetricsFreshness, loadMetrics } from '@/areas/figures/server/queries'
import { metrics } from '@/plant/rules/metrics'
import { resolvePeriod, requirePerson } from '@/plant/server/plant'
import { formatShift } from '@/plant/server/shift-record-head'
import { FileAnswer, type Context } from '@/server/context'
import { writeWorksheets, type WorksheetColumn } from '@/server/excel/write-worksheet'
import { loadNames } from '@/server/crud/load-names'
import { COST_METRIC_PERMISSIONS } from '@/plant/contract/cost-permissions'
import type { Statistics, statistics, statisticsBy } from '../contract/figure-calls'
import { round } from './figure-rows'

type Input = EndpointInput<typeof statistics>
type By = (typeof statisticsBy)[number]
const MOST_ROWS = 5000
const namedAs: Partial<Record<By, string>> = {
  line: 'line',
  product: 'product',
  order: 'workOrder',
  customer: 'customer',
}

/** GET /HOME_CS_DATA: four statements. */
export async function answer(ctx: Context, input: Input): Promise<Statistics | FileAnswer> {
  if (input.format !== 'xlsx') return read(ctx, input)
  const person = requirePerson(ctx)
  if (!person.isSup && !person.keys.has('statisticsExport'))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: 'statisticsExport' } })
  return sheet(ctx, input, await read(ctx, input))
}
/** GET /overview/statistics_excel */
export const workbook = async (ctx: Context, input: Omit<Input, 'format'>): Promise<FileAnswer> =>
  sheet(ctx, input, await read(ctx, input))
async function read(ctx: Context, input: Input): Promise<Statistics> {
  const by = input.by ?? 'day'
  const { fromDay, toDay } = resolvePeriod(ctx, input)
  const days = { from: fromDay, to: toDay }
  const [rows, counted] = await Promise.all([
    loadMetrics(ctx, {
      ...days,
      by: [by],
      lineIds: input.lineId ? [input.lineId] : null,
      teams: input.team ? [input.team] : null,
    }),
    loadMetricsFreshness(ctx, days),
  ])
  const keys = rows.flatMap(({ key }) => key[by] ?? [])
  const resource = namedAs[by]
  const names = resource ? await loadNames(ctx, resource, keys) : {}
  const mayCost = canCall(COST_METRIC_PERMISSIONS, ctx.person)
  const shown = (values: MetricValues): MetricValues => rounded(mayCost ? values : { ...values, ...noCosts })
  const labelOf = (key: string | null): string =>
    key === null ? ctx.t('overview:statistics.ofNone') : by === 'shift' ? formatShift(ctx, key) : (names[key] ?? key)
  return {
    by,
    ...days,
    countedAt: counted.countedAt,
    waiting: counted.waiting,
    uncounted: counted.uncounted,
    rows: rows
      .map(({ key, values }) => ({ key: key[by] ?? null, label: labelOf(key[by] ?? null), ...shown(values) }))
      .sort((a, b) => Number(a.key === null) - Number(b.key === null) || a.label.localeCompare(b.label, ctx.language))
      .slice(0, MOST_ROWS),
    total: rows.length ? [shown(calculateMetricValues(addShiftSums(rows.map(({ sums }) => sums))))] : [],
  }
}
/** Values for persons who may not see costs. */
const noCosts = { costPerKg: null, energyCostPerKg: null } as const
const rounded = (values: MetricValues): MetricValues =>
  Object.fromEntries(shiftMetricNames.map((name) => [name, round(values[name])])) as Record<
    (typeof shiftMetricNames)[number],
    number | null
  >

/** Builds the workbook: metrics with their total, the filter, and the definition of each metric. */
function sheet(ctx: Context, input: Input, of: Statistics): FileAnswer {
  const word = (key: string): string => ctx.t(`overview:${key}`)
  const nameOf = (name: string): string => ctx.t(`plant:figures.${name}.name`)
  const text = (header: string, width = 30): WorksheetColumn => ({ header, kind: 'text', width })
  const valuesIn = (row: MetricValues) => shiftMetricNames.map((name) => row[name])
  const { timeZone } = ctx
  return new FileAnswer(
    `${ctx.t('contract:menu.statistics')}-${word(`inputOptions.by.${of.by}`)}-${of.from}.xlsx`,
    XLSX_MIME,
    writeWorksheets([
      {
        sheetName: word('statistics.sheet'),
        columns: [
          text(word(`inputOptions.by.${of.by}`)),
          ...shiftMetricNames.map((name): WorksheetColumn => ({
            header: nameOf(name),
            kind: 'amount',
            unit: metrics[name].unit,
            digits: 3,
          })),
        ],
        rows: [
          ...of.rows.map((row) => [row.label, ...valuesIn(row)]),
          ...of.total.map((row) => [word('statistics.total'), ...valuesIn(row)]),
        ],
        timeZone,
      },
      {
        sheetName: word('statistics.filter'),
        columns: [text(word('statistics.what')), text(word('statistics.value'), 40)],
        rows: [
          [word('inputs.from'), of.from],
          [word('inputs.to'), of.to],
          [word('inputs.by'), word(`inputOptions.by.${of.by}`)],
          [word('inputs.lineId'), input.lineId ?? word('statistics.all')],
          [word('inputs.team'), input.team ?? word('statistics.all')],
          [word('answers.waiting'), String(of.waiting)],
          [word('answers.uncounted'), String(of.uncounted)],
        ],
        timeZone,
      },
      {
        sheetName: word('statistics.definitions'),
        columns: [
          text(word('statistics.figure')),
          text(word('statistics.unit'), 12),
          text(word('statistics.formula'), 60),
        ],
        rows: shiftMetricNames.map((name) => [
          nameOf(name),
          metrics[name].unit,
          ctx.t(`plant:figures.${name}.formula`),
        ]),
        timeZone,
      },
    ]),
  )
}
