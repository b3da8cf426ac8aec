/** Reports built from shift metrics: lines by keys, columns of metrics, and a total calculated from the sums. */
import type { EndpointOutput } from '@/contract/endpoint'
import { canSeeField } from '@/contract/field-visibility'
import { loadMetrics, loadTotalMetrics, type MetricGroupKey, type MetricResult } from '@/areas/figures/server/queries'
import { addMonths } from '@/plant/rules/plant-time'
import { loadNames } from '@/server/crud/load-names'
import type { Context } from '@/server/context'
import type { anySheet } from '../contract/figure-sheets'
import { figureFields, figureRow, isShiftFigure, sheetFigures, type SheetFigure } from '../contract/sheet-fields'
import { presets, sheetKeys, type PresetName, type SheetKey } from '../rules/presets'
import { countedUntil, daysOf, keysOf } from './days'

/** Maximum rows of an answer; a workbook has all. */
export const MOST_LINES = 3000
export const MOST_IN_FILE = 100_000

export interface FiguresChosen {
  readonly from?: string | null
  readonly to?: string | null
  readonly lineId?: string | null
  readonly team?: string | null
  readonly shift?: string | null
  readonly orderId?: string | null
  readonly productId?: string | null
  readonly by?: readonly string[] | string | null
  readonly columns?: readonly string[] | string | null
}
export type FigureSheet = EndpointOutput<typeof anySheet>
export type FigureLine = FigureSheet['rows'][number]

/** Loads a report with the keys and columns of its preset, unless the input selects others. */
export async function figureSheetOf(
  ctx: Context,
  preset: PresetName,
  input: FiguresChosen,
  most: number = MOST_LINES,
): Promise<FigureSheet> {
  const by = keysOf(input.by, sheetKeys, presets[preset].by)
  const columns = keysOf<SheetFigure>(input.columns, sheetFigures, presets[preset].columns, 'columns').filter((name) =>
    canSeeField(figureFields[name], ctx.person),
  )
  const days = daysOf(ctx, input, by, preset === 'monthlyOutput' ? (to) => addMonths(to, -11, 1) : undefined)
  const asked = {
    ...days,
    lineIds: input.lineId ? [input.lineId] : null,
    teams: input.team ? [input.team] : null,
    shift: input.shift ?? null,
    orderIds: input.orderId ? [input.orderId] : null,
    productId: input.productId ?? null,
  }
  const all = await loadMetrics(ctx, { ...asked, by: by as readonly MetricGroupKey[] })
  const words = await labelsOf(ctx, by, all)
  // Leaves out lines without values in the selected columns, e.g. slitters in a report of winder output.
  const found = inOrder(
    all.filter((row) => Object.values(figuresOf(row, columns)).some(Boolean)),
    by,
    words,
  )
  const shown = found.slice(0, most)
  const rows = shown.map(({ key, ...of }) => ({ ...blank, ...keyed(by, key, words), ...figuresOf(of, columns) }))
  const total = { ...blank, ...figuresOf(await loadTotalMetrics(ctx, asked), columns) }
  return {
    ...(await countedUntil(ctx, days)),
    cut: found.length > shown.length,
    by: [...by],
    columns: [...columns],
    rows: rows as FigureLine[],
    total: found.length ? [total as FigureLine] : [],
  }
}
/** Sorts rows by the display text of their keys; rows without a value of a key come last. */
function inOrder(rows: readonly MetricResult[], by: readonly SheetKey[], words: Labels): MetricResult[] {
  const nameOf = ({ key }: MetricResult, name: SheetKey): string => {
    const value = key[name] ?? null
    return value === null ? '\uffff' : isNamed(name) ? (words.get(name)?.[value] ?? value) : value
  }
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
  return [...rows].sort((a, b) => {
    for (const name of by) {
      const order = compare(nameOf(a, name), nameOf(b, name))
      if (order !== 0) return order
    }
    return 0
  })
}
const blank: Readonly<Record<string, null>> = Object.fromEntries(Object.keys(figureRow).map((name) => [name, null]))

const resources = { line: 'line', order: 'workOrder', product: 'product', customer: 'customer' } as const
type Named = keyof typeof resources
const isNamed = (key: string): key is Named => key in resources
export type Labels = ReadonlyMap<Named, Readonly<Record<string, string>>>
/** Loads names of the lines, orders, products and customers of some rows. One query per kind. */
export async function labelsOf(
  ctx: Context,
  by: readonly string[],
  rows: readonly { readonly key: Readonly<Partial<Record<string, string | null>>> }[],
): Promise<Labels> {
  const found = new Map<Named, Readonly<Record<string, string>>>()
  for (const key of by) {
    if (!isNamed(key)) continue
    const ids = [...new Set(rows.flatMap((row) => row.key[key] ?? []))]
    found.set(key, await loadNames(ctx, resources[key], ids))
  }
  return found
}
/** Builds the key columns of an answer row: id and label for named keys, days and shifts as they are. */
export function keyed(
  by: readonly string[],
  key: Readonly<Partial<Record<string, string | null>>>,
  words: Labels,
): Record<string, string | null> {
  return Object.fromEntries(
    by.flatMap((name): [string, string | null][] => {
      const value = key[name] ?? null
      if (!isNamed(name)) return [[name, value]]
      return [
        [`${name}Id`, value],
        [name, value === null ? null : (words.get(name)?.[value] ?? value)],
      ]
    }),
  )
}
const figuresOf = ({ sums, values }: Pick<MetricResult, 'sums' | 'values'>, columns: readonly SheetFigure[]) =>
  Object.fromEntries(
    columns.map((name) => [name, thousandth(isShiftFigure(name) ? values[name] : sums[name])] as const),
  )
const thousandth = (value: number | null): number | null => (value === null ? null : Math.round(value * 1000) / 1000)
export type { SheetKey }
