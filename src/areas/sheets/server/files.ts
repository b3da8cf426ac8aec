/** Export of each report as a workbook. */
import { canCall, type Endpoint, type EndpointInput } from '@/contract/endpoint'
import { errno, Refusal, refuseInput } from '@/contract/errno'
import type { HandlerEntry } from '@/server/area'
import { loadNames } from '@/server/crud/load-names'
import type { Context, FileAnswer } from '@/server/context'
import * as detail from '../contract/detail-sheets'
import { figureRow } from '../contract/sheet-fields'
import { stopRow } from '../contract/figure-sheets'
import type { PresetName } from '../rules/presets'
import { finished, material } from './detail-sheets'
import { figureSheetOf, MOST_IN_FILE, type FiguresChosen } from './figure-sheet'
import { stops } from './figure-sheets'
import { hours } from './hours'
import { sheetFileOf } from './sheet-file'

interface Chosen {
  readonly lineId?: string | null
  readonly team?: string | null
  readonly shift?: string | null
  readonly orderId?: string | null
  readonly productId?: string | null
  readonly grade?: string | null
  readonly kind?: string | null
}
/** Describes the filters for the notes of a workbook. One query per kind of row. */
export async function filtersOf(ctx: Context, chosen: Chosen): Promise<(readonly [string, string])[]> {
  const named = { lineId: 'line', orderId: 'workOrder', productId: 'product' } as const
  const out: (readonly [string, string])[] = []
  for (const [field, resource] of Object.entries(named) as ['lineId', 'line'][]) {
    const id = chosen[field]
    if (id) out.push([ctx.t(`sheets:inputs.${field}`), (await loadNames(ctx, resource, [id]))[id] ?? id])
  }
  for (const field of ['team', 'shift', 'grade', 'kind'] as const) {
    const value = chosen[field]
    if (!value) continue
    const word = field === 'shift' ? `contract:shifts.${value}` : `sheets:options.${field}.${value}`
    out.push([ctx.t(`sheets:inputs.${field}`), field === 'team' ? value : ctx.t(word, { defaultValue: value })])
  }
  return out
}
const figureColumns = (by: readonly string[], columns: readonly string[]): string[] => [...by, ...columns]
/** Exports a metric report. */
export async function figureFile(ctx: Context, preset: PresetName, input: FiguresChosen): Promise<FileAnswer> {
  const { rows, total, by, columns, ...of } = await figureSheetOf(ctx, preset, input, MOST_IN_FILE)
  return sheetFileOf(ctx, {
    ...of,
    name: preset,
    fields: figureRow,
    columns: figureColumns(by, columns),
    rows,
    total: total[0] ?? null,
    filters: await filtersOf(ctx, input),
  })
}
/** Exports the report of material fed. */
export async function materialFile(ctx: Context, input: Omit<EndpointInput<typeof detail.materialSheet>, 'format'>) {
  const { rows, total, by, ...of } = await material(ctx, input, MOST_IN_FILE)
  return sheetFileOf(ctx, {
    ...of,
    name: 'material',
    fields: detail.materialRow,
    columns: [...by, 'kg', 'percent', 'feeds'],
    rows,
    total: total[0] ?? null,
    filters: await filtersOf(ctx, input),
  })
}
/** Exports the report of finished rolls. */
export async function finishedFileOf(ctx: Context, input: Omit<EndpointInput<typeof detail.finishedSheet>, 'format'>) {
  const { rows, total, by, ...of } = await finished(ctx, input, MOST_IN_FILE)
  return sheetFileOf(ctx, {
    ...of,
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
    filters: await filtersOf(ctx, input),
  })
}
/** Exports the report of working hours. */
export async function hoursFileOf(ctx: Context, input: Omit<EndpointInput<typeof detail.hoursSheet>, 'format'>) {
  const { rows, total, by, ...of } = await hours(ctx, input, MOST_IN_FILE)
  return sheetFileOf(ctx, {
    ...of,
    name: 'hours',
    fields: detail.hoursRow,
    columns: [...by, 'shifts', 'people', 'signedHours', 'correctedHours', 'hours'],
    rows,
    total: total[0] ?? null,
    filters: await filtersOf(ctx, input),
  })
}
/** Exports the report of stops. */
export async function stopsFile(ctx: Context, input: Chosen & { from?: string | null; to?: string | null }) {
  const { rows, total, ...of } = await stops(ctx, input, MOST_IN_FILE)
  return sheetFileOf(ctx, {
    ...of,
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
    filters: await filtersOf(ctx, input),
  })
}

type Input = EndpointInput<typeof detail.sheetFile>
type Kind = NonNullable<Input['sheet']>
const writers: Readonly<Record<Kind, (ctx: Context, input: Input) => Promise<FileAnswer>>> = {
  material: materialFile,
  finished: finishedFileOf,
  hours: hoursFileOf,
  stops: stopsFile,
  energy: (ctx, input) => figureFile(ctx, 'energy', input),
  energyShift: (ctx, input) => figureFile(ctx, 'energyShift', input),
  batchEnergy: (ctx, input) => figureFile(ctx, 'batchEnergy', input),
  monthlyOutput: (ctx, input) => figureFile(ctx, 'monthlyOutput', input),
  quality: (ctx, input) => figureFile(ctx, 'quality', input),
}
/** Permissions required to export each report. */
const guards: Readonly<Record<Kind, string | readonly string[]>> = {
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
export async function anyFile(ctx: Context, input: Input): Promise<FileAnswer> {
  const kind = input.sheet ?? firstAllowed(ctx)
  if (!kind) throw refuseInput([{ path: ['sheet'], code: 'missing' }])
  if (!canCall(guards[kind], ctx.person))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', {
      params: { key: [guards[kind]].flat().join(', ') },
    })
  return writers[kind](ctx, input)
}
const firstAllowed = (ctx: Context): Kind | null =>
  (['monthlyOutput', ...detail.fileKinds] as const).find((kind) => canCall(guards[kind], ctx.person)) ?? null
/** Creates a handler that answers a report, or its workbook if the `xlsx` format is requested. */
export const sheetHandler = <In, Out>(
  endpoint: Endpoint<In & { format?: 'json' | 'xlsx' | null }, Out>,
  answer: (ctx: Context, input: NoInfer<In>) => Promise<NoInfer<Out>>,
  file: (ctx: Context, input: NoInfer<In>) => Promise<FileAnswer>,
): HandlerEntry => ({
  endpoint: endpoint.name,
  run: (ctx, input) => (input['format'] === 'xlsx' ? file(ctx, input as In) : answer(ctx, input as In)),
})
