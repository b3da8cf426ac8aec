/** Excel exports of current stock, stock history and downgraded goods. */
import type { InOf, OutOf } from '@/contract/endpoint'
import type { Context, FileAnswer } from '@/server/context'
import type { WorksheetColumn } from '@/server/excel/write-worksheet'
import type { downInfo, stockHistory, stockSheet } from '../contract/stock-calls'
import { loadNames } from '@/server/crud/load-names'
import type { StockKey } from '@/areas/rolls/rules/stocked'
import { down } from './down'
import { countColumn, filterNotes, kgColumn, stockFile, textColumn, word } from './sheet-parts'
import { historyOf, keysOf, now } from './stock'

type Row = OutOf<typeof stockHistory>['rows'][number]
type Input = InOf<typeof stockSheet>

/** GET /STOCKS_HISTORY, as JSON or as a workbook. */
export async function history(
  ctx: Context,
  { format, ...input }: InOf<typeof stockHistory>,
): Promise<OutOf<typeof stockHistory> | FileAnswer> {
  const answer = await historyOf(ctx, input)
  return format === 'xlsx' ? historySheet(ctx, input, answer) : answer
}

/** GET /overview/stock_excel: exports the view named by `view`. */
export async function sheet(ctx: Context, input: Input): Promise<FileAnswer> {
  if (input.view === 'down') return downSheet(ctx, input)
  if (input.view === 'history') return historySheet(ctx, input, await historyOf(ctx, input))
  const answer = await now(ctx, input)
  const notes: [string, string][] = [
    [word(ctx, 'answers.at'), answer.at],
    [word(ctx, 'answers.kg'), word(ctx, 'means.kg')],
    [word(ctx, 'answers.age'), word(ctx, 'means.age')],
    ...(await notesOf(ctx, input)),
  ]
  const name = word(ctx, 'views.now')
  return stockFile(ctx, name, [groupSheet(ctx, name, input, answer)], notes)
}
/** Exports stock at the end of a day, and its course. */
async function historySheet(
  ctx: Context,
  input: Omit<InOf<typeof stockHistory>, 'format'>,
  answer: OutOf<typeof stockHistory>,
): Promise<FileAnswer> {
  const name = word(ctx, 'views.history')
  const kgs = ['kg', 'goodKg', 'downgradedKg', 'wasteKg'] as const
  return stockFile(
    ctx,
    name,
    [
      groupSheet(ctx, answer.day, input, answer),
      {
        sheetName: word(ctx, 'answers.course'),
        columns: [
          { header: word(ctx, 'answers.day'), kind: 'day' },
          countColumn(word(ctx, 'answers.rolls')),
          ...kgs.map((key) => kgColumn(word(ctx, `answers.${key}`))),
        ],
        rows: answer.course.map((one) => [one.day, one.rolls, ...kgs.map((key) => one[key])]),
      },
    ],
    [
      [word(ctx, 'answers.day'), answer.day],
      [word(ctx, 'answers.since'), answer.since ?? '–'],
      [word(ctx, 'answers.kg'), word(ctx, 'means.history')],
      ...(await notesOf(ctx, input)),
    ],
  )
}
/** Stock by groups. The history has no packages. */
type Held = Pick<OutOf<typeof stockHistory>, 'rolls' | 'kg'> & {
  readonly packages?: number
  readonly rows: readonly (Row & { readonly packages?: number })[]
}
function groupSheet(
  ctx: Context,
  sheetName: string,
  input: Parameters<typeof keysOf>[0],
  { rolls, kg, packages, rows }: Held,
) {
  const keys = keysOf(input)
  return {
    sheetName,
    columns: [
      ...keys.map((key): WorksheetColumn =>
        key === 'width'
          ? { header: word(ctx, 'inputOptions.by.width'), kind: 'integer', unit: 'mm' }
          : textColumn(word(ctx, `inputOptions.by.${key}`)),
      ),
      countColumn(word(ctx, 'answers.rolls')),
      kgColumn(word(ctx, 'answers.kg')),
      ...(packages === undefined ? [] : [countColumn(word(ctx, 'answers.packages'))]),
      { header: word(ctx, 'answers.oldestAt'), kind: 'moment' as const },
    ],
    rows: [
      ...rows.map((row) => [
        ...keys.map((key) => shown(ctx, row, key)),
        row.rolls,
        row.kg,
        ...(packages === undefined ? [] : [row.packages]),
        row.oldestAt,
      ]),
      [
        word(ctx, 'sheet.total'),
        ...keys.slice(1).map(() => null),
        rolls,
        kg,
        ...(packages === undefined ? [] : [packages]),
        null,
      ],
    ],
  }
}
function shown(ctx: Context, row: Row, key: StockKey): string | number | null {
  if (key === 'width') return row.widthMm
  if (key === 'age') return row.age && word(ctx, `inputOptions.age.${row.age}`)
  if (key === 'grade') return row.grade && word(ctx, `inputOptions.grade.${row.grade}`)
  if (key === 'kind') return row.kind && word(ctx, `inputOptions.kind.${row.kind}`)
  return row[key] ?? word(ctx, `none.${key === 'place' ? 'place' : 'other'}`)
}

type Down = OutOf<typeof downInfo>['list'][number]
/** Most pages of 500 rows in the file; the page of the app has no limit. */
const PAGES = 40
async function downSheet(ctx: Context, input: Input): Promise<FileAnswer> {
  const { defect, age, grade, productId, workOrderId } = input
  const asked = { defect, age, grade, productId, workOrderId, size: 500 }
  const first = await down(ctx, asked)
  async function* rows() {
    let page = first
    for (let n = 1; n <= PAGES; n++) {
      if (n > 1) page = await down(ctx, { ...asked, page: n })
      for (const row of page.list) yield columns.map(({ of }) => of(row))
      if (n * 500 >= first.total) return
    }
  }
  const text = (key: string, of: (row: Down) => unknown) => ({ column: textColumn(word(ctx, `answers.${key}`)), of })
  const mass = (key: 'kg' | 'downgradedKg' | 'wasteKg') => ({
    column: kgColumn(word(ctx, `answers.${key}`)),
    of: (row: Down): unknown => row[key],
  })
  const columns: { column: WorksheetColumn; of: (row: Down) => unknown }[] = [
    text('number', (row) => row.number),
    text('kind', (row) => word(ctx, `inputOptions.kind.${row.kind}`)),
    text('grade', (row) => word(ctx, `inputOptions.grade.${row.grade}`)),
    text('defect', (row) => row.defect && word(ctx, `inputOptions.defect.${row.defect}`)),
    text('reason', (row) => row.reason),
    text('product', (row) => row.product),
    { column: { header: word(ctx, 'answers.widthMm'), kind: 'integer', unit: 'mm' }, of: (row) => row.widthMm },
    text('order', (row) => row.order),
    mass('kg'),
    mass('downgradedKg'),
    mass('wasteKg'),
    text('place', (row) => row.place),
    { column: { header: word(ctx, 'answers.doffedAt'), kind: 'moment' }, of: (row) => row.doffedAt },
    { column: countColumn(word(ctx, 'answers.ageDays')), of: (row) => row.ageDays },
  ]
  const name = word(ctx, 'views.down')
  return stockFile(
    ctx,
    name,
    [{ sheetName: name, columns: columns.map(({ column }) => column), rows: rows() }],
    [
      [word(ctx, 'answers.total'), String(first.total)],
      [word(ctx, 'answers.downgradedKg'), word(ctx, 'means.downgradedKg')],
      ...(await notesOf(ctx, asked)),
    ],
  )
}
/** Builds the filter notes with referenced rows by name. */
async function notesOf(ctx: Context, input: object): Promise<[string, string][]> {
  const asked = input as Readonly<Record<string, unknown>>
  const named: Record<string, string> = {}
  for (const [name, resource] of [
    ['productId', 'product'],
    ['workOrderId', 'workOrder'],
  ] as const) {
    const id = asked[name]
    if (typeof id === 'string') named[name] = (await loadNames(ctx, resource, [id]))[id] ?? id
  }
  return filterNotes(ctx, asked, named)
}
