import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import { loadPlantSettings } from '@/plant/server/plant'
import { writeReport } from '@/plant/server/report/write-report'
import { handle } from '@/server/area'
import type { Context, FileAnswer } from '@/server/context'
import { loadNames } from '@/server/crud/refs'
import { recallReport, type recallList } from '../../contract/hold'
import { describePelletPaths, findPelletHits, type PelletHits } from '../pellets/find-pellet-hits'
import { buildRecallSql } from './recall-sql'
import { roundToGram } from '@/plant/rules/quantity'

type RecallInput = EndpointInput<typeof recallList>
type RecallAnswer = EndpointOutput<typeof recallList>
type RecallRow = Omit<RecallAnswer['rows'][number], 'path'> & { readonly pelletId: string | null }
/** Maximum number of rolls in one answer. The export loads several answers, one after the other. */
const MAX_ROWS = 5000
/** Maximum number of rolls in an exported workbook. */
const MAX_EXPORTED_ROWS = 20_000
/** Maximum number of shipped quantities, by customer and order, in one answer; the export has all. */
const MAX_CUSTOMERS = 500
/** Maximum number of pellet lots in one answer, largest amounts first. The export has all. */
const MAX_PELLET_LOTS = 500

/** Data shared by all portions of a list: pellets, path texts and the plant's threshold. */
interface Recall {
  readonly input: RecallInput
  readonly name: string
  readonly pellets: PelletHits
  readonly paths: ReadonlyMap<string, string>
  /** Threshold of the plant, kg: a roll that can contain less of the recalled item holds a trace amount. */
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

async function loadRecallPage(
  ctx: Context,
  recall: Recall,
  offset: number,
  maxCustomers = MAX_CUSTOMERS,
): Promise<RecallAnswer> {
  const { input, pellets, traceKg } = recall
  const pelletLots = listPelletLots(pellets)
  const [answerRow] = await ctx.query(
    buildRecallSql<Omit<RecallAnswer, 'rows' | 'pelletLots' | 'pelletLotCount' | 'traceKg'> & { rows: RecallRow[] }>(
      { siteId: ctx.site, kind: input.kind, id: input.id },
      { pellets, traceKg },
      { offset, rows: MAX_ROWS, customers: maxCustomers },
      ctx.language,
    ),
  )
  const { rows, ...sums } = answerRow!
  return {
    ...sums,
    traceKg,
    pelletLotCount: pelletLots.length,
    pelletLots: pelletLots.slice(0, MAX_PELLET_LOTS),
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
              maxKg: roundToGram(lot.kg * share),
              unrecordedKg: roundToGram(lot.kg * unrecordedShare),
              basis: lot.basis,
            },
          ]
        : [],
    )
    .sort((a, b) => b.maxKg - a.maxKg || b.unrecordedKg - a.unrecordedKg)

/** GET /rolls/recall: the recall list, shipped rolls first, trace amounts last. */
const listRecall = async (ctx: Context, input: RecallInput): Promise<RecallAnswer> =>
  loadRecallPage(ctx, await prepareRecall(ctx, input), 0)

/** GET /rolls/recall_excel: the whole recall list as a workbook. */
async function exportRecall(ctx: Context, input: RecallInput): Promise<FileAnswer> {
  const recall = await prepareRecall(ctx, input)
  const answer = await loadRecallPage(ctx, recall, 0, MAX_EXPORTED_ROWS)
  const rows = [...answer.rows]
  for (let offset = MAX_ROWS; offset < Math.min(answer.total, MAX_EXPORTED_ROWS); offset += MAX_ROWS)
    rows.push(...(await loadRecallPage(ctx, recall, offset)).rows)
  const translateState = (row: RecallAnswer['rows'][number]) => ({
    ...row,
    state: ctx.t(`rolls:${row.kind}.options.state.${row.state}`),
  })
  const content = { ...answer, rows: rows.map(translateState), pelletLots: listPelletLots(recall.pellets) }
  return writeReport(ctx, recallReport, content, { ...input, id: recall.name })
}
export const recallHandlers = [handle(recallReport.endpoint, listRecall), handle(recallReport.workbook!, exportRecall)]
