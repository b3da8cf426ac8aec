import { XLSX_MIME, type Endpoint, type EndpointInput } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import { listRollsById, sumWeightsByGrade } from '@/areas/slitting/server/queries/tested-rolls'
import { DAY_MS, toMoment } from '@/plant/rules/plant-time'
import { countDecimals, roundTo } from '@/plant/rules/rounding'
import { toPlantDay } from '@/plant/server/plant'
import { FileAnswer, type Context } from '@/server/context'
import { loadReferencedNames } from '@/server/crud/refs'
import { columns, limit, options, sql } from '@/server/sql'
import { testBatch } from '../../contract/test-batch'
import { buildHeading, describeInput, type HeadingLine } from '@/server/excel/worksheet-heading'
import { formatPlantTime } from '@/server/excel/resource-columns'
import { writeWorksheet, type WorksheetColumn } from '@/server/excel/write-worksheet'
import type { Row } from '@/contract/resource'
import { testReport, valueReport, weightReport, surfactantReport } from '../../contract/test-data-endpoints'
import { testResult } from '../../contract/test-result'
import { calculateDeviationFromSums } from '../../rules/reading'
import { notWithdrawnBatchStates } from '../../rules/test-batch'
import { getDisplayedDigits, judgeMean } from '../../rules/judge-results'
import { MAX_BATCH_RESULTS } from '../batches'
import { findApplicableLimits } from './applicable-limits'
import { findBatchOrNewest, loadTestIndexes } from './test-data-lists'
import { handle } from '@/server/area'

type ReportInput = EndpointInput<typeof testReport>
type Result = Row<typeof testResult>
const DEFAULT_PERIOD_MS = 31 * DAY_MS

/** Builds a workbook with one worksheet. Headers are translated from `laboratory:reports`. */
function buildReportFile(
  ctx: Context,
  name: string,
  reportColumns: readonly (WorksheetColumn & { header: string })[],
  rows: readonly (readonly unknown[])[],
  heading: { period: string | null; lines: readonly HeadingLine[] },
): FileAnswer {
  const title = ctx.t(`laboratory:reports.${name}`)
  return new FileAnswer(
    `${title}-${toPlantDay(ctx, ctx.now.toISOString())}.xlsx`,
    XLSX_MIME,
    writeWorksheet({
      columns: reportColumns.map((column) => ({
        ...column,
        header: ctx.t(`laboratory:reports.columns.${column.header}`),
      })),
      rows,
      sheetName: title,
      heading: buildHeading(ctx, { title, ...heading }),
      timeZone: ctx.timeZone,
    }),
  )
}
/** Describes period and filters of a report for its heading. */
async function describeReport(ctx: Context, endpoint: Pick<Endpoint, 'area' | 'input'>, input: ReportInput) {
  const [from, to] = [input.from, input.to].map((moment) => (moment ? formatPlantTime(ctx.timeZone, moment) : null))
  return {
    period: from || to ? `${from ?? '…'} – ${to ?? '…'}` : null,
    lines: await describeInput(ctx, endpoint, input),
  }
}
const buildTextColumn = (header: string) => ({ header, kind: 'text' as const })
const buildAmountColumn = (header: string, digits: number, unit?: string) => ({
  header,
  kind: 'amount' as const,
  digits,
  ...(unit ? { unit } : {}),
})
const buildIntegerColumn = (header: string) => ({ header, kind: 'integer' as const })
/** Adds the decimals that the values of a column have: with three, Excel would display 21.9997 as 22.000. */
const fitDigits = <Column extends WorksheetColumn>(
  reportColumns: readonly Column[],
  rows: readonly (readonly (string | number | null)[])[],
): Column[] =>
  reportColumns.map((column, i) =>
    column.digits === undefined
      ? column
      : {
          ...column,
          digits: rows.reduce((digits, row) => Math.max(digits, countDecimals(row[i] ?? 0)), column.digits),
        },
  )

/**
 * Loads results of a batch, an order or a period, by default of the newest batch, oldest roll first. Withdrawn batches
 * are not part of an order or period.
 * @throws a refusal if there are too many results, because a partial report could be taken for a complete one
 */
async function loadReportResults(
  ctx: Context,
  input: ReportInput,
): Promise<{ results: Result[]; rollNumberById: Map<string, string> }> {
  if (input.from && input.to && input.from >= input.to) throw refuseInput([{ path: ['to'], code: 'endsFirst' }])
  const usesNewestBatch = !input.workOrderId && !input.from && !input.to
  const batchId = input.batchId || usesNewestBatch ? (await findBatchOrNewest(ctx, input.batchId ?? null)).id : null
  const { workOrderId = null, from = null, to = null } = input
  const resultIds = await ctx.query(
    sql`select ${columns(testResult, ['id'], 'r')} from test_result r join test_batch b on b.site_id = r.site_id and b.id = r.batch_id
     where r.site_id = ${ctx.site} and case when ${batchId}::uuid is null then b.state in (${options(testBatch.fields.state, ...notWithdrawnBatchStates)}) else r.batch_id = ${batchId} end and (${workOrderId}::uuid is null or r.work_order_id = ${workOrderId})
       and (${from}::timestamptz is null or r.rolled_at >= ${from}) and (${to}::timestamptz is null or r.rolled_at < ${to}) ${limit(MAX_BATCH_RESULTS + 1)}`,
  )
  if (resultIds.length > MAX_BATCH_RESULTS)
    throw refuse('laboratory:refusals.tooManyResults', { most: MAX_BATCH_RESULTS })
  const results = resultIds.length
    ? await ctx.rows.find(testResult, {
        where: { id: resultIds.map(({ id }) => id) },
        orderBy: 'rolledAt',
        limit: MAX_BATCH_RESULTS,
      })
    : []
  const ids = [...new Set(results.flatMap(({ slitRollId, jumboRollId }) => slitRollId ?? jumboRollId ?? []))]
  return { results, rollNumberById: new Map((await listRollsById(ctx, ids)).map(({ id, number }) => [id, number])) }
}
const getRollNumber = ({ slitRollId, jumboRollId }: Result, rollNumberById: ReadonlyMap<string, string>): string =>
  rollNumberById.get(slitRollId ?? jumboRollId ?? '') ?? ''

/** Exports one line per roll and index, with limits and judgement by the standard pinned by its order. */
export const exportTestReport = handle(testReport, async (ctx, input) => {
  const { results, rollNumberById } = await loadReportResults(ctx, input)
  const indexById = await loadTestIndexes(ctx)
  const limits = await findApplicableLimits(
    ctx,
    results.map(({ productId, workOrderId, rolledAt }) => ({ productId, workOrderId, at: rolledAt })),
  )
  const batchNames = await loadReferencedNames(ctx, 'testBatch', results, 'batchId')
  const rows = results.map((result, i) => {
    const index = indexById.get(result.indexId)
    const indexLimits = limits[i]?.get(result.indexId)
    // Rounds the mean without contradicting its judgement.
    const digits = indexLimits ? getDisplayedDigits(result.mean, indexLimits) : (index?.digits ?? 2)
    const judgement = indexLimits ? judgeMean(result, indexLimits) : null
    const deviation = calculateDeviationFromSums(result.n, result.m2)
    return [
      batchNames[result.batchId] ?? '',
      getRollNumber(result, rollNumberById),
      index?.localizedName ?? '',
      index?.method ?? null,
      index?.unit ?? null,
      result.retest,
      result.n,
      result.mean === null ? null : roundTo(result.mean, digits),
      result.min,
      result.max,
      deviation === null ? null : roundTo(deviation, digits + 1),
      result.below,
      indexLimits?.lsl ?? null,
      indexLimits?.target ?? null,
      indexLimits?.usl ?? null,
      judgement ? ctx.t(`laboratory:reports.judgement.${judgement}`) : null,
    ]
  })
  const reportColumns = [
    ...['batch', 'roll', 'index', 'method', 'unit'].map(buildTextColumn),
    buildIntegerColumn('retest'),
    buildIntegerColumn('n'),
    ...['mean', 'min', 'max', 'deviation'].map((name) => buildAmountColumn(name, 3)),
    buildIntegerColumn('below'),
    ...['lsl', 'target', 'usl'].map((name) => buildAmountColumn(name, 3)),
    buildTextColumn('judgement'),
  ]
  return buildReportFile(
    ctx,
    'testReport',
    fitDigits(reportColumns, rows),
    rows,
    await describeReport(ctx, testReport, input),
  )
})
/** Exports each value as it was entered. */
export const exportValueReport = handle(valueReport, async (ctx, input) => {
  const { results, rollNumberById } = await loadReportResults(ctx, input)
  const indexById = await loadTestIndexes(ctx)
  const yesText = ctx.t('contract:excel.yes')
  const rows = results.flatMap((result) =>
    result.samples.map(({ lane, no, text, excluded, reason }) => [
      getRollNumber(result, rollNumberById),
      result.rolledAt,
      indexById.get(result.indexId)?.localizedName ?? '',
      indexById.get(result.indexId)?.unit ?? null,
      result.retest,
      lane,
      no,
      text,
      excluded ? yesText : null,
      reason,
    ]),
  )
  const reportColumns = [
    buildTextColumn('roll'),
    { header: 'rolledAt', kind: 'moment' as const },
    buildTextColumn('index'),
    buildTextColumn('unit'),
    buildIntegerColumn('retest'),
    buildIntegerColumn('lane'),
    buildIntegerColumn('no'),
    buildTextColumn('value'),
    buildTextColumn('excluded'),
    buildTextColumn('reason'),
  ]
  return buildReportFile(ctx, 'valueReport', reportColumns, rows, await describeReport(ctx, valueReport, input))
})
/** Exports weights of slit rolls of an order or a period, by default of the last 31 days. */
export const exportWeightReport = handle(weightReport, async (ctx, input) => {
  const to = input.to ?? ctx.now.toISOString()
  const from = input.from ?? toMoment(Date.parse(to) - DEFAULT_PERIOD_MS)
  const weights = await sumWeightsByGrade(ctx, { workOrderId: input.workOrderId ?? null, from, to })
  const orderNames = await loadReferencedNames(ctx, 'workOrder', weights, 'workOrderId')
  const productNames = await loadReferencedNames(ctx, 'product', weights, 'productId')
  const rows = weights.map(({ workOrderId, productId, widthMm, grade, rolls, kg }) => [
    orderNames[workOrderId ?? ''] ?? null,
    productNames[productId] ?? '',
    widthMm,
    ctx.t(`slitting:slitRoll.options.grade.${grade}`),
    rolls,
    Number(kg.toFixed(3)),
  ])
  return buildReportFile(
    ctx,
    'weightReport',
    [
      buildTextColumn('order'),
      buildTextColumn('product'),
      buildIntegerColumn('widthMm'),
      buildTextColumn('grade'),
      buildIntegerColumn('rolls'),
      buildAmountColumn('kg', 1, 'kg'),
    ],
    rows,
    await describeReport(ctx, weightReport, { ...input, from, to }),
  )
})

/** Codes of the indexes in the surfactant report: oil pick-up (OPU) and grammage (GSM). */
const SURFACTANT_INDEX_CODES = ['OPU', 'GSM'] as const
/** Exports oil pick-up (OPU), grammage (GSM) and the coefficient of variation of the grammage by jumbo roll. */
export const exportSurfactantReport = handle(surfactantReport, async (ctx, input) => {
  const { results, rollNumberById } = await loadReportResults(ctx, input)
  const indexById = await loadTestIndexes(ctx)
  const entryByRoll = new Map<string, { roll: string; at: string | null; resultsByCode: Map<string, Result> }>()
  for (const result of results) {
    const code = indexById.get(result.indexId)?.code ?? ''
    if (!(SURFACTANT_INDEX_CODES as readonly string[]).includes(code)) continue
    const id = result.jumboRollId ?? ''
    const entry = entryByRoll.get(id) ?? {
      roll: getRollNumber(result, rollNumberById),
      at: result.rolledAt,
      resultsByCode: new Map<string, Result>(),
    }
    entry.resultsByCode.set(code, result)
    entryByRoll.set(id, entry)
  }
  const rows = [...entryByRoll.values()].map(({ roll, at, resultsByCode }) => {
    const [opu, gsm] = SURFACTANT_INDEX_CODES.map((code) => resultsByCode.get(code))
    const deviation = gsm ? calculateDeviationFromSums(gsm.n, gsm.m2) : null
    const uniformity = deviation !== null && gsm?.mean ? (100 * deviation) / gsm.mean : null
    return [roll, at, opu?.mean, opu?.min, opu?.max, gsm?.mean, gsm?.min, gsm?.max, uniformity].map(
      (value) => value ?? null,
    )
  })
  const reportColumns = [
    buildTextColumn('roll'),
    { header: 'rolledAt', kind: 'moment' as const },
    ...['opuMean', 'opuMin', 'opuMax'].map((name) => buildAmountColumn(name, 3, '%')),
    ...['gsmMean', 'gsmMin', 'gsmMax'].map((name) => buildAmountColumn(name, 2, 'g/m²')),
    buildAmountColumn('uniformity', 2, '%'),
  ]
  return buildReportFile(
    ctx,
    'surfactantReport',
    reportColumns,
    rows,
    await describeReport(ctx, surfactantReport, input),
  )
})
