import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import { loadPlantSettings } from '@/plant/server/plant'
import { writeReport, type ReportNote } from '@/plant/server/report/write-report'
import { findLotStock, loadLotStocks } from '@/areas/feeding/server/queries/lots'
import { handle } from '@/server/area'
import type { Context, FileAnswer } from '@/server/context'
import { loadNames } from '@/server/crud/refs'
import {
  MAX_EXPORTED_ROLLS,
  MAX_RECALL_ROWS,
  MAX_RECALLED_WASTE,
  recallReport,
  type recallList,
} from '../contract/recall'
import type { lotBalance } from '../contract/trace'
import { calculateLotBalance } from './lot-balance'
import { describePelletPaths, findPelletHits, type PelletHits } from './pellets/find-pellet-hits'
import { isAboveTrace } from '../rules/hold-reach'
import { buildRecallSql } from './recall-sql'
import { calculateFedBalance, listRecalledWaste, type RecalledWaste } from './recalled-waste'
import { findReturnedTrim } from './returned-trim'
import { roundToGram } from '@/plant/rules/quantity'

type RecallInput = EndpointInput<typeof recallList>
type RecallAnswer = EndpointOutput<typeof recallList>
type RecallRow = Omit<RecallAnswer['rows'][number], 'path'> & { readonly pelletId: string | null }
/** Number of rolls that the export keeps in memory. It loads the next rolls while the client reads the workbook. */
const EXPORT_PAGE_ROWS = 10_000
/** Maximum number of shipped quantities, by customer and order, in one answer. The export has all of them. */
const MAX_LISTED_ORDERS = 500
/** Maximum number of pellet lots in one answer, largest amounts first. The export has all of them. */
const MAX_PELLET_LOTS = 500

/** Data that all portions of a recall list share. */
interface Recall {
  readonly input: RecallInput
  readonly name: string
  readonly pellets: PelletHits
  /** Kilograms of trim that went back into a hopper, by jumbo. */
  readonly returnedTrim: ReadonlyMap<string, number>
  readonly paths: ReadonlyMap<string, string>
  /** Trace threshold of the plant, kg. A roll that can contain less of the recalled item has only a trace amount. */
  readonly traceKg: number
  readonly pelletLots: RecallAnswer['pelletLots']
  readonly omittedPelletLots: number
  readonly stock: RecallAnswer['stock']
  readonly waste: RecalledWaste
  readonly fedBalance: RecallAnswer['fedBalance']
}
async function prepareRecall(ctx: Context, input: RecallInput): Promise<Recall> {
  const { kind, id } = input
  if (!isUuid(id)) throw refuseInput([{ path: ['id'], code: 'badId' }])
  const [pellets, returnedTrim, names, settings] = await Promise.all([
    findPelletHits(ctx, kind, id),
    findReturnedTrim(ctx, kind, id),
    loadNames(ctx, kind, [id]),
    loadPlantSettings(ctx),
  ])
  const name = names[id] ?? ''
  const lot = kind === 'materialLot' ? await findLotStock(ctx, id) : null
  const balance = lot ? await calculateLotBalance.run(ctx, { id }) : []
  const [paths, allPelletLots, stock, waste] = await Promise.all([
    describePelletPaths(ctx, pellets, { id, name }),
    listPelletLots(ctx, pellets),
    lot ? listStock(ctx, lot, balance) : [],
    listRecalledWaste(ctx, { siteId: ctx.site, kind, id }, pellets, settings.recallTraceKg),
  ])
  const pelletLots = allPelletLots.filter(({ maxKg, unrecordedKg }) => maxKg > 0 || unrecordedKg > 0)
  return {
    input,
    name,
    pellets,
    returnedTrim,
    paths,
    traceKg: settings.recallTraceKg,
    pelletLots,
    omittedPelletLots: allPelletLots.length - pelletLots.length,
    stock,
    waste,
    fedBalance: await calculateFedBalance(ctx, id, balance, waste),
  }
}
/** Lists where a lot still is apart from its rolls: in store and in hoppers. */
async function listStock(
  ctx: Context,
  lot: NonNullable<Awaited<ReturnType<typeof findLotStock>>>,
  balance: EndpointOutput<typeof lotBalance>,
): Promise<RecallAnswer['stock']> {
  const fullHoppers = balance.filter(({ insideKg }) => insideKg > 0)
  const hopperNames = await loadNames(
    ctx,
    'hopper',
    fullHoppers.map(({ hopperId }) => hopperId),
  )
  const storePlace = lot.place ?? ctx.t('tracing:pages.qualityTracking.store')
  return [
    ...(lot.leftKg > 0 ? [{ place: storePlace, inHopper: false, kg: lot.leftKg }] : []),
    ...fullHoppers.map(({ hopperId, insideKg }) => ({
      place: hopperNames[hopperId] ?? '',
      inHopper: true,
      kg: insideKg,
    })),
  ]
}

/** Fields of the answer that do not come from the SQL statement of `buildRecallSql`. */
type PreparedFields =
  | 'omittedPelletLots'
  | 'pelletLots'
  | 'pelletLotCount'
  | 'pelletLotsInStore'
  | 'pelletLotsMaxKg'
  | 'traceKg'
  | 'stock'
  | 'waitingWasteCount'
  | 'waitingWasteKg'
  | 'waitingWaste'
  | 'departedWasteCount'
  | 'departedWasteKg'
  | 'departedWaste'
  | 'fedBalance'
interface Portion {
  readonly offset: number
  readonly rows: number
  /** Maximum number of orders in each list per order and per customer. */
  readonly maxOrders: number
}
async function loadRecallPage(ctx: Context, recall: Recall, portion: Portion): Promise<RecallAnswer> {
  const { input, pellets, returnedTrim, pelletLots, omittedPelletLots, traceKg, stock, waste, fedBalance } = recall
  const [answerRow] = await ctx.query(
    buildRecallSql<Omit<RecallAnswer, 'rows' | PreparedFields> & { rows: RecallRow[] }>(
      { siteId: ctx.site, kind: input.kind, id: input.id },
      { pellets, returnedTrim, traceKg },
      portion,
      ctx.language,
    ),
  )
  const { rows, ...sums } = answerRow!
  const lotsInStore = pelletLots.filter((lot) => isAboveTrace(lot, traceKg))
  return {
    ...sums,
    traceKg,
    stock,
    waitingWasteCount: waste.waiting.length,
    waitingWasteKg: sumMaxKg(waste.waiting),
    waitingWaste: waste.waiting.slice(0, MAX_RECALLED_WASTE),
    departedWasteCount: waste.departed.length,
    departedWasteKg: sumMaxKg(waste.departed),
    departedWaste: waste.departed.slice(0, MAX_RECALLED_WASTE),
    fedBalance,
    omittedPelletLots,
    pelletLotCount: pelletLots.length,
    pelletLots: pelletLots.slice(0, MAX_PELLET_LOTS),
    pelletLotsInStore: lotsInStore.length,
    pelletLotsMaxKg: Math.max(0, ...lotsInStore.map(({ maxKg }) => maxKg)),
    rows: rows.map(({ pelletId, ...row }) => ({ ...row, path: getPath(recall, row, pelletId) })),
  }
}
const sumMaxKg = (rows: readonly { readonly maxKg: number }[]): number =>
  roundToGram(rows.reduce((sum, { maxKg }) => sum + maxKg, 0))
function getPath({ name, paths }: Recall, row: Omit<RecallRow, 'pelletId'>, pelletId: string | null): string | null {
  if (row.through === 'direct' || row.through === 'hopper')
    return row.number === name ? null : `${name} → ${row.number}`
  const pathText = pelletId === null ? undefined : paths.get(pelletId)
  return pathText ? `${pathText} → ${row.number}` : null
}
/** Lists the pellet lots that can contain the recalled item, largest amounts first. */
async function listPelletLots(ctx: Context, { hits }: PelletHits): Promise<RecallAnswer['pelletLots']> {
  const stocks = await loadLotStocks(
    ctx,
    hits.flatMap(({ lot }) => lot?.id ?? []),
  )
  return hits
    .flatMap(({ lot, share, unrecordedShare }) => {
      const stock = lot && stocks.get(lot.id)
      if (!lot || !stock) return []
      const { id, number, kg, basis } = lot
      const maxKg = roundToGram(kg * share)
      const unrecordedKg = roundToGram(kg * unrecordedShare)
      return [{ id, number, kg, maxKg, unrecordedKg, basis, leftKg: stock.leftKg, lotState: stock.state }]
    })
    .sort((a, b) => b.maxKg - a.maxKg || b.unrecordedKg - a.unrecordedKg)
}

/** GET /rolls/recall: the recall list, shipped rolls first, trace amounts last. */
const listRecall = handle(recallReport.endpoint, async (ctx, input) =>
  loadRecallPage(ctx, await prepareRecall(ctx, input), {
    offset: 0,
    rows: input.size ?? MAX_RECALL_ROWS,
    maxOrders: MAX_LISTED_ORDERS,
  }),
)

/** GET /rolls/recall_excel: the whole recall list as a workbook, streamed page by page. */
export async function exportRecall(
  ctx: Context,
  input: RecallInput,
  maxRolls = MAX_EXPORTED_ROLLS,
): Promise<FileAnswer> {
  const recall = await prepareRecall(ctx, input)
  const answer = await loadRecallPage(ctx, recall, {
    offset: 0,
    rows: Math.min(EXPORT_PAGE_ROWS, maxRolls),
    // There are no more orders than rolls.
    maxOrders: maxRolls,
  })
  const translateState = (row: RecallAnswer['rows'][number]) => ({
    ...row,
    state: ctx.t(
      row.kind === 'slitRoll'
        ? `slitting:slitRoll.options.state.${row.state}`
        : `rolls:jumboRoll.options.state.${row.state}`,
    ),
  })
  const exportedRows = Math.min(answer.total, maxRolls)
  async function* streamRows() {
    yield* answer.rows.map(translateState)
    for (let offset = EXPORT_PAGE_ROWS; offset < exportedRows; offset += EXPORT_PAGE_ROWS) {
      const rows = Math.min(EXPORT_PAGE_ROWS, exportedRows - offset)
      yield* (await loadRecallPage(ctx, recall, { offset, rows, maxOrders: 1 })).rows.map(translateState)
    }
  }
  const { omittedRolls, omittedPelletLots } = answer
  const notes: ReportNote[] = [
    ...(answer.total > exportedRows
      ? [
          [
            ctx.t('tracing:answers.total'),
            ctx.t('tracing:pages.qualityTracking.workbookCut', { shown: exportedRows, total: answer.total }),
          ] as const,
        ]
      : []),
    ...(answer.waitingWasteCount > 0
      ? [[ctx.t('tracing:answers.waitingWasteKg'), `${answer.waitingWasteKg} kg`] as const]
      : []),
    ...(answer.departedWasteCount > 0
      ? [[ctx.t('tracing:answers.departedWasteKg'), `${answer.departedWasteKg} kg`] as const]
      : []),
    ...(omittedRolls > 0 ? [[ctx.t('tracing:answers.omittedRolls'), String(omittedRolls)] as const] : []),
    ...(omittedPelletLots > 0
      ? [[ctx.t('tracing:answers.omittedPelletLots'), String(omittedPelletLots)] as const]
      : []),
  ]
  const { waiting, departed } = recall.waste
  const content = { ...answer, pelletLots: recall.pelletLots, waitingWaste: [...waiting], departedWaste: [...departed] }
  return writeReport(ctx, recallReport, content, { ...input, id: recall.name }, notes, [], {
    rows: streamRows(),
  })
}
export const recallHandlers = [listRecall, handle(recallReport.workbook!, exportRecall)]
