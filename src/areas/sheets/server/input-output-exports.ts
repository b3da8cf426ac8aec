/** Export of input and output reports and team points as workbooks. */
import type { EndpointInput } from '@/contract/endpoint'
import type { Context, FileAnswer } from '@/server/context'
import { teamAssessmentReport } from '../contract/assessment'
import {
  inputRow,
  outputRow,
  monthMaterialRow,
  type inputReport,
  type inputOutputMonthReport,
  type outputReport,
} from '../contract/input-output'
import { loadTeamAssessment } from './team-assessment'
import { resolveReportDays } from './report-period'
import { describeFilters } from './report-exports'
import { MAX_FILE_ROWS } from './metric-report'
import { loadInputReport, loadOutputReport } from './input-output-reports'
import { loadInputOutputMonth } from './input-output-month'
import { writeReportWorkbook } from './report-workbook'
import { getMonthDays } from '@/plant/rules/month'
import { text, amount, integer } from '@/contract/field'

const headColumns = ['day', 'shift', 'team', 'line', 'order'] as const
/** Exports the input report. */
export async function exportInputReport(
  ctx: Context,
  input: Omit<EndpointInput<typeof inputReport>, 'format'>,
): Promise<FileAnswer> {
  const { rows, derivedKg, manualKg } = await loadInputReport(ctx, input, MAX_FILE_ROWS)
  return writeReportWorkbook(ctx, {
    ...resolveReportDays(ctx, input, ['day']),
    name: 'input',
    fields: inputRow,
    columns: [...headColumns, 'kind', 'material', 'lot', 'kg', 'manual', 'reason'],
    rows,
    // Packing is not included in the sums.
    total: { kg: Math.round((derivedKg + manualKg) * 1000) / 1000 },
    filters: await describeFilters(ctx, input),
  })
}
/** Exports the output report. */
export async function exportOutputReport(
  ctx: Context,
  input: Omit<EndpointInput<typeof outputReport>, 'format'>,
): Promise<FileAnswer> {
  const { rows, derivedKg, manualKg } = await loadOutputReport(ctx, input, MAX_FILE_ROWS)
  return writeReportWorkbook(ctx, {
    ...resolveReportDays(ctx, input, ['day']),
    name: 'output',
    fields: outputRow,
    columns: [...headColumns, 'product', 'grade', 'rolls', 'kg', 'manual', 'reason'],
    rows,
    total: { kg: Math.round((derivedKg + manualKg) * 1000) / 1000 },
    filters: await describeFilters(ctx, input),
  })
}
/** Exports input and output of a month. */
export async function exportInputOutputMonth(
  ctx: Context,
  input: EndpointInput<typeof inputOutputMonthReport>,
): Promise<FileAnswer> {
  const month = await loadInputOutputMonth(ctx, input)
  return writeReportWorkbook(ctx, {
    ...getMonthDays(month.month),
    name: 'inputOutputMonth',
    fields: { ...monthMaterialRow, what: text({}) },
    columns: ['what', 'material', 'kind', 'kg', 'manualKg', 'percent'],
    rows: [
      ...month.materials.map((row) => ({ ...row, what: ctx.t('sheets:answers.input') })),
      ...month.products.map((row) => ({
        ...row,
        material: row.product,
        kind: null,
        what: ctx.t('sheets:answers.output'),
      })),
    ],
    total: null,
    filters: [
      [ctx.t('sheets:answers.state'), ctx.t(`sheets:inputOutputMonth.options.state.${month.state}`)],
      [ctx.t('sheets:answers.percent'), month.percent === null ? '–' : `${month.percent} %`],
      [ctx.t('sheets:answers.statisticalBy'), month.statisticalBy ?? '–'],
      [ctx.t('sheets:answers.financialBy'), month.financialBy ?? '–'],
    ],
  })
}
/** Exports the points of teams. */
export async function exportTeamAssessment(
  ctx: Context,
  input: EndpointInput<typeof teamAssessmentReport>,
): Promise<FileAnswer> {
  const assessment = await loadTeamAssessment(ctx, input)
  const points = amount({ unit: '', digits: 2 })
  return writeReportWorkbook(ctx, {
    from: assessment.from,
    to: assessment.to,
    name: 'assessment',
    fields: {
      rank: integer({}),
      team: text({}),
      figure: text({}),
      value: amount({ unit: '', digits: 3 }),
      reference: amount({ unit: '', digits: 3 }),
      weight: points,
      points,
    },
    columns: ['rank', 'team', 'figure', 'value', 'reference', 'weight', 'points'],
    rows: assessment.teams.flatMap(({ team, rank, points: teamPoints, items }) => [
      ...items.map((item) => ({ ...item, team, rank, figure: ctx.t(`plant:figures.${item.figure}.name`) })),
      { team, rank, figure: ctx.t('sheets:answers.total'), points: teamPoints },
    ]),
    filters: [],
  })
}
