import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import { loadPlantSettings } from '@/plant/server/plant'
import type { Context, FileAnswer } from '@/server/context'
import { loadNames } from '@/server/crud/refs'
import { buildAnswerWorkbook } from '@/server/excel/answer-workbook'
import { recalledRollFields, type recallList } from '../../contract/hold'
import { describePelletPaths, findPelletHits, type PelletHits, getPelletParameters } from '../pellets/find-pellet-hits'
import { buildRecallSql } from './recall-sql'

type RecallInput = EndpointInput<typeof recallList>
type RecallAnswer = EndpointOutput<typeof recallList>
type RecallRow = Omit<RecallAnswer['rows'][number], 'path'> & { readonly pelletId: string | null }
/** Rows of one answer; the Excel export reads them page by page. */
const MAX_ROWS = 5000
/** Maximum of orders in one answer. */
const MAX_CUSTOMERS = 500
/** Maximum of pellet lots in one answer, largest amounts first. */
const MAX_PELLET_LOTS = 500

/** Data shared by all pages of a list: pellets, path texts and the plant's threshold. */
interface Recall {
  readonly input: RecallInput
  readonly name: string
  readonly pellets: PelletHits
  readonly paths: ReadonlyMap<string, string>
  readonly traceKg: number
}
async function prepareRecall(ctx: Context, input: RecallInput): Promise<Recall> {
  const { kind, id } = input
  if (!isUuid(id)) throw refuseInput([{ path: ['id'], code: 'badId' }])
  const [pellets, names, settings] = await Promise.all([
    findPelletHits(ctx, kind, id),
    loadNames(ctx, kind, [id]),
    loadPlantSettings(ctx),
  ])
  const name = names[id] ?? ''
  return {
    input,
    name,
    pellets,
    paths: await describePelletPaths(ctx, pellets, { id, name }),
    traceKg: settings.recallTraceKg,
  }
}

async function loadRecallPage(ctx: Context, recall: Recall, offset: number, size: number): Promise<RecallAnswer> {
  const { input, pellets, traceKg } = recall
  const [answerRow] = await ctx.query<
    Omit<RecallAnswer, 'rows' | 'pelletLots' | 'traceKg'> & { rows: RecallRow[] } & Record<string, unknown>
  >(buildRecallSql(input.kind, ctx.language, { rows: size, customers: MAX_CUSTOMERS }), [
    ctx.site,
    input.id,
    ...getPelletParameters(pellets, traceKg),
    offset,
  ])
  const { rows, ...sums } = answerRow!
  return {
    ...sums,
    traceKg,
    pelletLots: listPelletLots(pellets),
    rows: rows.map(({ pelletId, ...row }) => ({ ...row, path: getPath(recall, row, pelletId) })),
  }
}
function getPath({ name, paths }: Recall, row: Omit<RecallRow, 'pelletId'>, pelletId: string | null): string | null {
  if (row.through === 'direct') return row.number === name ? null : `${name} → ${row.number}`
  const pathText = pelletId === null ? undefined : paths.get(pelletId)
  return pathText ? `${pathText} → ${row.number}` : null
}
/** Lists the pellet lots that can hold the recalled item, largest amounts first. */
const listPelletLots = ({ hits }: PelletHits): RecallAnswer['pelletLots'] =>
  hits
    .flatMap(({ lot, share, unrecordedShare }) =>
      lot
        ? [
            {
              id: lot.id,
              number: lot.number,
              kg: lot.kg,
              maxKg: roundToGrams(lot.kg * share),
              unrecordedKg: roundToGrams(lot.kg * unrecordedShare),
              basis: lot.basis,
            },
          ]
        : [],
    )
    .sort((a, b) => b.maxKg - a.maxKg || b.unrecordedKg - a.unrecordedKg)
    .slice(0, MAX_PELLET_LOTS)
const roundToGrams = (kg: number): number => Math.round(kg * 1000) / 1000

/** GET /rolls/recall: the recall list, shipped rolls first, trace amounts last. */
export const listRecall = async (ctx: Context, input: RecallInput): Promise<RecallAnswer> =>
  loadRecallPage(ctx, await prepareRecall(ctx, input), 0, MAX_ROWS)

const toExportColumn = (field: string) => ({ field, textKey: `rolls:answers.${field}` })
/** GET /rolls/recall_excel: the whole recall list as a workbook. */
export async function exportRecall(ctx: Context, input: RecallInput): Promise<FileAnswer> {
  const readRows = createRowReader(ctx, await prepareRecall(ctx, input))
  return buildAnswerWorkbook(
    ctx,
    ctx.t('rolls:actions.hold_recall'),
    recalledRollFields,
    [
      { field: 'kind', textKey: 'rolls:inputs.kind', options: 'rolls:inputOptions.kind' },
      ...['number', 'state', 'kg', 'maxKg', 'traceAmount'].map(toExportColumn),
      { field: 'through', textKey: 'rolls:answers.through', options: 'rolls:inputOptions.through' },
      ...['sourcesMissing', 'path', 'madeAt', 'order', 'customer', 'package', 'place', 'held', 'gone'].map(
        toExportColumn,
      ),
    ],
    async ({ page, size }) => ({
      list: (await readRows((page - 1) * size, size)).map((row) => ({
        ...row,
        state: ctx.t(`rolls:${row.kind}.options.state.${row.state}`),
      })),
    }),
  )
}
/** Returns a reader that loads rows in large portions, because each portion recalculates the whole list. */
function createRowReader(ctx: Context, recall: Recall): (from: number, size: number) => Promise<RecallAnswer['rows']> {
  let loadedStart = -1
  let loadedRows: RecallAnswer['rows'] = []
  return async (from, size) => {
    const portionStart = from - (from % MAX_ROWS)
    if (portionStart !== loadedStart) loadedRows = (await loadRecallPage(ctx, recall, portionStart, MAX_ROWS)).rows
    loadedStart = portionStart
    return loadedRows.slice(from - portionStart, from - portionStart + size)
  }
}
