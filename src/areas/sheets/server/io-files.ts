/** Export of input and output reports and team points as workbooks. */
import type { EndpointInput } from '@/contract/endpoint'
import type { Context, FileAnswer } from '@/server/context'
import { assessTeams } from '../contract/assessment'
import {
  inputRow,
  outputRow,
  monthMaterialRow,
  type inputSheet,
  type monthSheet,
  type outputSheet,
} from '../contract/input-output'
import { sheet as assessed } from './assessment'
import { daysOf } from './days'
import { filtersOf } from './files'
import { MOST_IN_FILE } from './figure-sheet'
import { inputs, outputs } from './input-output'
import { sheet as monthOf } from './input-output-month'
import { sheetFileOf } from './sheet-file'
import { getMonthDays } from '@/plant/rules/month'
import { text, amount, integer } from '@/contract/field'

const head = ['day', 'shift', 'team', 'line', 'order'] as const
/** Exports the input report. */
export async function inputFileOf(
  ctx: Context,
  input: Omit<EndpointInput<typeof inputSheet>, 'format'>,
): Promise<FileAnswer> {
  const { rows, derivedKg, manualKg } = await inputs(ctx, input, MOST_IN_FILE)
  return sheetFileOf(ctx, {
    ...daysOf(ctx, input, ['day']),
    name: 'input',
    fields: inputRow,
    columns: [...head, 'kind', 'material', 'lot', 'kg', 'manual', 'reason'],
    rows,
    // Packing is not included in the sums.
    total: { kg: Math.round((derivedKg + manualKg) * 1000) / 1000 },
    filters: await filtersOf(ctx, input),
  })
}
/** Exports the output report. */
export async function outputFileOf(
  ctx: Context,
  input: Omit<EndpointInput<typeof outputSheet>, 'format'>,
): Promise<FileAnswer> {
  const { rows, derivedKg, manualKg } = await outputs(ctx, input, MOST_IN_FILE)
  return sheetFileOf(ctx, {
    ...daysOf(ctx, input, ['day']),
    name: 'output',
    fields: outputRow,
    columns: [...head, 'product', 'grade', 'rolls', 'kg', 'manual', 'reason'],
    rows,
    total: { kg: Math.round((derivedKg + manualKg) * 1000) / 1000 },
    filters: await filtersOf(ctx, input),
  })
}
/** Exports input and output of a month. */
export async function monthFile(ctx: Context, input: EndpointInput<typeof monthSheet>): Promise<FileAnswer> {
  const of = await monthOf(ctx, input)
  return sheetFileOf(ctx, {
    ...getMonthDays(of.month),
    name: 'inputOutputMonth',
    fields: { ...monthMaterialRow, what: text({}) },
    columns: ['what', 'material', 'kind', 'kg', 'manualKg', 'percent'],
    rows: [
      ...of.materials.map((row) => ({ ...row, what: ctx.t('sheets:answers.input') })),
      ...of.products.map((row) => ({
        ...row,
        material: row.product,
        kind: null,
        what: ctx.t('sheets:answers.output'),
      })),
    ],
    total: null,
    filters: [
      [ctx.t('sheets:answers.state'), ctx.t(`sheets:inputOutputMonth.options.state.${of.state}`)],
      [ctx.t('sheets:answers.percent'), of.percent === null ? '–' : `${of.percent} %`],
      [ctx.t('sheets:answers.statisticalBy'), of.statisticalBy ?? '–'],
      [ctx.t('sheets:answers.financialBy'), of.financialBy ?? '–'],
    ],
  })
}
/** Exports the points of teams. */
export async function assessmentFile(ctx: Context, input: EndpointInput<typeof assessTeams>): Promise<FileAnswer> {
  const of = await assessed(ctx, input)
  const points = amount({ unit: '', digits: 2 })
  return sheetFileOf(ctx, {
    from: of.from,
    to: of.to,
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
    rows: of.teams.flatMap(({ team, rank, points: all, items }) => [
      ...items.map((item) => ({ ...item, team, rank, figure: ctx.t(`plant:figures.${item.figure}.name`) })),
      { team, rank, figure: ctx.t('sheets:answers.total'), points: all },
    ]),
    filters: [],
  })
}
