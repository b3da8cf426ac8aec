/** Excel exports of current stock, stock history and downgraded goods. */
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import type { Context, FileAnswer } from '@/server/context'
import type { WorksheetColumn } from '@/server/excel/write-worksheet'
import type { downInfo, stockHistory, stockSheet } from '../contract/stock-endpoints'
import { loadNames } from '@/server/crud/refs'
import type { StockKey } from '@/areas/rolls/rules/roll-stock'
import { listDowngraded } from './list-downgraded'
import {
  createCountColumn,
  buildStockFilterNotes,
  createKgColumn,
  buildStockWorkbook,
  createTextColumn,
  translateStock,
} from './workbook-parts'
import { loadStockHistory, getGroupDimensions, loadCurrentStock } from './load-stock'

type StockRow = EndpointOutput<typeof stockHistory>['rows'][number]
type StockExportInput = EndpointInput<typeof stockSheet>

/** GET /STOCKS_HISTORY, as JSON or as a workbook. */
export async function answerStockHistory(
  ctx: Context,
  { format, ...input }: EndpointInput<typeof stockHistory>,
): Promise<EndpointOutput<typeof stockHistory> | FileAnswer> {
  const answer = await loadStockHistory(ctx, input)
  return format === 'xlsx' ? exportHistory(ctx, input, answer) : answer
}

/** GET /overview/stock_excel: exports the view named by `view`. */
export async function exportStock(ctx: Context, input: StockExportInput): Promise<FileAnswer> {
  if (input.view === 'down') return exportDowngraded(ctx, input)
  if (input.view === 'history') return exportHistory(ctx, input, await loadStockHistory(ctx, input))
  const answer = await loadCurrentStock(ctx, input)
  const notes: [string, string][] = [
    [translateStock(ctx, 'answers.at'), answer.at],
    [translateStock(ctx, 'answers.kg'), translateStock(ctx, 'means.kg')],
    [translateStock(ctx, 'answers.age'), translateStock(ctx, 'means.age')],
    ...(await loadFilterNotes(ctx, input)),
  ]
  const viewName = translateStock(ctx, 'views.now')
  return buildStockWorkbook(ctx, viewName, [buildGroupWorksheet(ctx, viewName, input, answer)], notes)
}
/** Exports stock at the end of a day, and its course. */
async function exportHistory(
  ctx: Context,
  input: Omit<EndpointInput<typeof stockHistory>, 'format'>,
  answer: EndpointOutput<typeof stockHistory>,
): Promise<FileAnswer> {
  const viewName = translateStock(ctx, 'views.history')
  const kgKeys = ['kg', 'goodKg', 'downgradedKg', 'wasteKg'] as const
  return buildStockWorkbook(
    ctx,
    viewName,
    [
      buildGroupWorksheet(ctx, answer.day, input, answer),
      {
        sheetName: translateStock(ctx, 'answers.course'),
        columns: [
          { header: translateStock(ctx, 'answers.day'), kind: 'day' },
          createCountColumn(translateStock(ctx, 'answers.rolls')),
          ...kgKeys.map((key) => createKgColumn(translateStock(ctx, `answers.${key}`))),
        ],
        rows: answer.course.map((courseDay) => [
          courseDay.day,
          courseDay.rolls,
          ...kgKeys.map((key) => courseDay[key]),
        ]),
      },
    ],
    [
      [translateStock(ctx, 'answers.day'), answer.day],
      [translateStock(ctx, 'answers.since'), answer.since ?? '–'],
      [translateStock(ctx, 'answers.kg'), translateStock(ctx, 'means.history')],
      ...(await loadFilterNotes(ctx, input)),
    ],
  )
}
/** Stock by groups. The history has no packages. */
type GroupedStock = Pick<EndpointOutput<typeof stockHistory>, 'rolls' | 'kg'> & {
  readonly packages?: number
  readonly rows: readonly (StockRow & { readonly packages?: number })[]
}
/** Builds the worksheet of the groups with a total row; `packages` is undefined for the history. */
function buildGroupWorksheet(
  ctx: Context,
  sheetName: string,
  input: Parameters<typeof getGroupDimensions>[0],
  { rolls, kg, packages, rows }: GroupedStock,
) {
  const keys = getGroupDimensions(input)
  return {
    sheetName,
    columns: [
      ...keys.map((key): WorksheetColumn =>
        key === 'width'
          ? { header: translateStock(ctx, 'inputOptions.by.width'), kind: 'integer', unit: 'mm' }
          : createTextColumn(translateStock(ctx, `inputOptions.by.${key}`)),
      ),
      createCountColumn(translateStock(ctx, 'answers.rolls')),
      createKgColumn(translateStock(ctx, 'answers.kg')),
      ...(packages === undefined ? [] : [createCountColumn(translateStock(ctx, 'answers.packages'))]),
      { header: translateStock(ctx, 'answers.oldestAt'), kind: 'moment' as const },
    ],
    rows: [
      ...rows.map((row) => [
        ...keys.map((key) => getCellValue(ctx, row, key)),
        row.rolls,
        row.kg,
        ...(packages === undefined ? [] : [row.packages]),
        row.oldestAt,
      ]),
      [
        translateStock(ctx, 'sheet.total'),
        ...keys.slice(1).map(() => null),
        rolls,
        kg,
        ...(packages === undefined ? [] : [packages]),
        null,
      ],
    ],
  }
}
function getCellValue(ctx: Context, row: StockRow, key: StockKey): string | number | null {
  if (key === 'width') return row.widthMm
  if (key === 'age') return row.age && translateStock(ctx, `inputOptions.age.${row.age}`)
  if (key === 'grade') return row.grade && translateStock(ctx, `inputOptions.grade.${row.grade}`)
  if (key === 'kind') return row.kind && translateStock(ctx, `inputOptions.kind.${row.kind}`)
  return row[key] ?? translateStock(ctx, `none.${key === 'place' ? 'place' : 'other'}`)
}

type DowngradedRoll = EndpointOutput<typeof downInfo>['list'][number]
/** Page size of the export query, and maximum pages in the file; the list of the app has no limit. */
const PAGE_SIZE = 500
const MAX_PAGES = 40
async function exportDowngraded(ctx: Context, input: StockExportInput): Promise<FileAnswer> {
  const { defect, age, grade, productId, workOrderId } = input
  const query = { defect, age, grade, productId, workOrderId, size: PAGE_SIZE }
  const firstPage = await listDowngraded(ctx, query)
  async function* generateRows() {
    let page = firstPage
    for (let pageNumber = 1; pageNumber <= MAX_PAGES; pageNumber++) {
      if (pageNumber > 1) page = await listDowngraded(ctx, { ...query, page: pageNumber })
      for (const row of page.list) yield columns.map(({ getValue }) => getValue(row))
      if (pageNumber * PAGE_SIZE >= firstPage.total) return
    }
  }
  const buildTextColumn = (key: string, getValue: (row: DowngradedRoll) => unknown) => ({
    column: createTextColumn(translateStock(ctx, `answers.${key}`)),
    getValue,
  })
  const buildKgColumn = (key: 'kg' | 'downgradedKg' | 'wasteKg') => ({
    column: createKgColumn(translateStock(ctx, `answers.${key}`)),
    getValue: (row: DowngradedRoll): unknown => row[key],
  })
  const columns: { column: WorksheetColumn; getValue: (row: DowngradedRoll) => unknown }[] = [
    buildTextColumn('number', (row) => row.number),
    buildTextColumn('kind', (row) => translateStock(ctx, `inputOptions.kind.${row.kind}`)),
    buildTextColumn('grade', (row) => translateStock(ctx, `inputOptions.grade.${row.grade}`)),
    buildTextColumn('defect', (row) => row.defect && translateStock(ctx, `inputOptions.defect.${row.defect}`)),
    buildTextColumn('reason', (row) => row.reason),
    buildTextColumn('product', (row) => row.product),
    {
      column: { header: translateStock(ctx, 'answers.widthMm'), kind: 'integer', unit: 'mm' },
      getValue: (row) => row.widthMm,
    },
    buildTextColumn('order', (row) => row.order),
    buildKgColumn('kg'),
    buildKgColumn('downgradedKg'),
    buildKgColumn('wasteKg'),
    buildTextColumn('place', (row) => row.place),
    { column: { header: translateStock(ctx, 'answers.doffedAt'), kind: 'moment' }, getValue: (row) => row.doffedAt },
    { column: createCountColumn(translateStock(ctx, 'answers.ageDays')), getValue: (row) => row.ageDays },
  ]
  const viewName = translateStock(ctx, 'views.down')
  return buildStockWorkbook(
    ctx,
    viewName,
    [{ sheetName: viewName, columns: columns.map(({ column }) => column), rows: generateRows() }],
    [
      [translateStock(ctx, 'answers.total'), String(firstPage.total)],
      [translateStock(ctx, 'answers.downgradedKg'), translateStock(ctx, 'means.downgradedKg')],
      ...(await loadFilterNotes(ctx, query)),
    ],
  )
}
/** Builds the filter notes with referenced rows by name. */
async function loadFilterNotes(ctx: Context, input: object): Promise<[string, string][]> {
  const values = input as Readonly<Record<string, unknown>>
  const selectedNameByInput: Record<string, string> = {}
  for (const [name, resource] of [
    ['productId', 'product'],
    ['workOrderId', 'workOrder'],
  ] as const) {
    const id = values[name]
    if (typeof id === 'string') selectedNameByInput[name] = (await loadNames(ctx, resource, [id]))[id] ?? id
  }
  return buildStockFilterNotes(ctx, values, selectedNameByInput)
}
