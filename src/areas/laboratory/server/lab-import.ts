import type { EndpointInput } from '@/contract/endpoint'
import { errno, Refusal, refuse, refuseInput } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { formatCellText } from '@/contract/worksheet-cell'
import { listRollsByNumber, type TestedRoll } from '@/areas/rolls/server/queries/for-tests'
import { testIndex } from '@/areas/standards/contract/test-index'
import type { IndexLimits } from '@/areas/standards/server/queries'
import type { Context } from '@/server/context'
import type { Worksheet } from '@/server/excel/read-sheet'
import { toColumnLetters } from '@/server/excel/workbook-refusal'
import {
  labImport,
  labLayout,
  type importLab,
  type labFileInfo,
  type replaceLab,
  type undoLab,
} from '../contract/lab-import'
import { testBatch } from '../contract/test-batch'
import { toLayoutKey, proposeColumns, type MappedColumn } from '../rules/lab-columns'
import { deleteResults, assertTestBatchOpen } from './batches'
import { findLimitsInForce } from './data/limits'
import { loadTestIndexes } from './data/test-data-lists'
import {
  findColumnsWithFineLimits,
  readWorksheet,
  findSwappedColumns,
  type WorksheetProblem,
  type WorksheetReading,
} from './read-worksheet'
import { lockAllRollTests, findTestedElsewhere } from './unique-tests'
import { getBatchName, storeReadings } from './store-readings'

type Import = Row<typeof labImport>
type In = EndpointInput<typeof importLab>

/** Imports a laboratory file. @throws 6000 with row, column and reason of all problems in `data.rows` */
export const importLabFile = (ctx: Context, input: In): Promise<Import> => processUpload(ctx, input, null)

/** Replaces the values of an import by those of another file, in one transaction. */
export async function replaceLabImport(
  ctx: Context,
  { id, ...input }: EndpointInput<typeof replaceLab>,
): Promise<Import> {
  const previous = await ctx.rows.lock(labImport, id)
  if (previous.state === 'undone') throw refuse('laboratory:refusals.importUndone', { name: previous.fileName })
  if (!input.dryRun) {
    // Must precede the locks of its batches: entering a result takes its locks in this order.
    await lockAllRollTests(ctx)
    await deleteImported(ctx, previous)
  }
  return processUpload(ctx, input, previous)
}

async function processUpload(ctx: Context, input: In, previous: Import | null): Promise<Import> {
  const part = input.file.map((id) => ctx.parts.get(id)).find(Boolean)
  if (!part?.sheet) throw refuseInput([{ path: ['file'], code: 'missing' }])
  const { sheet } = part
  const columns = await resolveColumns(ctx, sheet, input.columns ?? [])
  const indexes = await ctx.rows.find(testIndex, { limit: 2000 })
  const { problems, readings } = readWorksheet(sheet, columns, {
    zone: ctx.timeZone,
    signed: new Set(indexes.filter((index) => index.signed).map(({ id }) => id)),
    units: new Map(indexes.map(({ id, unit }) => [id, unit])),
  })
  const rolls = await findNamedRolls(ctx, readings, problems)
  const target = { batch: input.batch ?? null, fileName: part.fileName }
  if (!input.dryRun) await lockAllRollTests(ctx)
  problems.push(...(await findRepeatedTests(ctx, readings, rolls, target, previous)))
  const limits = await loadRollLimits(ctx, [...rolls.values()])
  problems.push(...findSwappedColumns(readings, buildTargets(limits)), ...findColumnsWithFineLimits(readings, limits))
  const errors = problems.filter(({ warning }) => !warning)
  if (errors.length && !input.dryRun) throw buildRefusal(ctx, errors)
  const summary = {
    fileName: part.fileName.slice(0, 200),
    rows: sheet.rows.length,
    values: readings.length,
    headerRow: sheet.headerRow,
    columns,
    issues: problems.slice(0, 200).map((problem) => localizeProblem(ctx, problem)),
  }
  if (input.dryRun && input.columns?.length) await storeLayout(ctx, sheet, columns) // kept while the file is corrected
  if (input.dryRun)
    return previous ? { ...previous, ...summary } : ctx.rows.insert(labImport, { ...summary, state: 'proposed' })
  const stored = {
    ...summary,
    state: 'stored' as const,
    importedAt: ctx.now.toISOString(),
    importedBy: ctx.person?.id ?? null,
  }
  const row = previous
    ? await ctx.rows.update(labImport, previous.id, stored)
    : await ctx.rows.insert(labImport, stored)
  await storeReadings(ctx, { importId: row.id, ...target, readings, rolls })
  await storeLayout(ctx, sheet, columns)
  return row
}

/** Resolves the columns: as chosen, otherwise as stored for this layout, otherwise as proposed from the headings. */
async function resolveColumns(
  ctx: Context,
  sheet: Worksheet,
  chosenColumns: NonNullable<In['columns']>,
): Promise<MappedColumn[]> {
  const indexes = await ctx.rows.find(testIndex, { where: { active: true }, limit: 1000 })
  const [layout] = await ctx.rows.find(labLayout, { where: { headings: toLayoutKey(sheet.header) }, limit: 1 })
  const examples = sheet.header.map((_, i) => {
    const found = sheet.rows.find((cells) => cells[i] !== null && cells[i] !== undefined)?.[i]
    return found === undefined || found === null ? null : formatCellText(found).slice(0, 60)
  })
  const proposed = proposeColumns(sheet.header, indexes, examples)
  const knownIds = new Set(indexes.map(({ id }) => id))
  const columnsByNumber = new Map(
    (chosenColumns.length ? chosenColumns : (layout?.columns ?? [])).map((column) => [column.column, column]),
  )
  return proposed.map((column) => {
    const chosen = columnsByNumber.get(column.column)
    if (!chosen) return chosenColumns.length ? { ...column, role: 'ignore', indexId: null } : column
    if (chosen.role === 'index' && !knownIds.has(chosen.indexId ?? ''))
      throw refuseInput([
        { path: ['columns', column.column - 1, 'indexId'], code: chosen.indexId ? 'unknownId' : 'missing' },
      ])
    return { ...column, role: chosen.role, indexId: chosen.role === 'index' ? (chosen.indexId ?? null) : null }
  })
}
async function storeLayout(ctx: Context, sheet: Worksheet, columns: readonly MappedColumn[]): Promise<void> {
  const headings = toLayoutKey(sheet.header)
  const [layout] = await ctx.rows.find(labLayout, { where: { headings }, limit: 1 })
  const stored = columns.map((column) => ({ ...column, example: null }))
  if (layout) await ctx.rows.update(labLayout, layout.id, { columns: stored })
  else await ctx.rows.insert(labLayout, { headings, columns: stored })
}

/** Finds the rolls named in the worksheet, and reports each unknown one once. */
async function findNamedRolls(
  ctx: Context,
  readings: readonly WorksheetReading[],
  problems: WorksheetProblem[],
): Promise<Map<string, TestedRoll>> {
  const firstReadings = new Map<string, WorksheetReading>()
  for (const reading of readings)
    if (!firstReadings.has(reading.roll.toUpperCase())) firstReadings.set(reading.roll.toUpperCase(), reading)
  const found = await listRollsByNumber(ctx, [...firstReadings.keys()])
  const rolls = new Map(found.map((roll) => [roll.number.toUpperCase(), roll]))
  for (const [number, { row, roll }] of firstReadings)
    if (!rolls.has(number) && problems.length < 400)
      problems.push({ row, column: '', header: '', code: 'unknownRoll', params: { roll } })
  return rolls
}
/** Finds values for which another batch has a result already. A roll and index have only one first result. */
async function findRepeatedTests(
  ctx: Context,
  readings: readonly WorksheetReading[],
  rolls: ReadonlyMap<string, TestedRoll>,
  target: { batch: string | null; fileName: string },
  previous: Import | null,
): Promise<WorksheetProblem[]> {
  const cells = readings.flatMap((reading) => {
    const roll = rolls.get(reading.roll.toUpperCase())
    return roll ? [{ ...reading, roll, batch: getBatchName(reading, target) }] : []
  })
  const repeated = await findTestedElsewhere(ctx, cells, previous?.id ?? null)
  const indexes = repeated.length ? await loadTestIndexes(ctx) : null
  return repeated.slice(0, MAX_REPEATED_TESTS).map(({ cell: { row, column, roll, indexId }, number }) => ({
    row,
    column: toColumnLetters(column.column),
    header: column.header,
    code: 'testedElsewhere',
    params: { roll: roll.number, index: indexes?.get(indexId)?.word ?? '', number },
  }))
}
const MAX_REPEATED_TESTS = 200
/** Loads the limits that the rolls of the worksheet are judged by. */
async function loadRollLimits(ctx: Context, rolls: readonly TestedRoll[]): Promise<IndexLimits[]> {
  const limitsByRoll = await findLimitsInForce(
    ctx,
    rolls.map((roll) => ({ ...roll, at: roll.doffedAt })),
  )
  return [...new Set(limitsByRoll)].flatMap((lines) => [...(lines?.values() ?? [])])
}
/** Returns a typical value by index: the target, or the middle of the limits. */
function buildTargets(limits: readonly IndexLimits[]): Map<string, number> {
  const targets = new Map<string, number>()
  for (const { indexId, target, lsl, usl } of limits) {
    const typicalValue = target ?? (lsl !== null && usl !== null ? (lsl + usl) / 2 : (lsl ?? usl))
    if (typicalValue !== null) targets.set(indexId, typicalValue)
  }
  return targets
}

const formatProblem = (ctx: Context, { code, params }: WorksheetProblem): string =>
  ctx.t(`laboratory:refusals.sheet.${code}`, params ?? {})
const localizeProblem = (ctx: Context, problem: WorksheetProblem) => ({
  row: problem.row,
  column: problem.column,
  header: problem.header,
  message: formatProblem(ctx, problem).slice(0, 400),
  warning: problem.warning ?? false,
})
function buildRefusal(ctx: Context, problems: readonly WorksheetProblem[]): Refusal {
  const rows = problems.map((problem) => localizeProblem(ctx, problem))
  return new Refusal(errno.message, 'contract:errors.importRefused', {
    params: { count: rows.length, row: rows[0]?.row ?? 0, column: rows[0]?.column ?? '', why: rows[0]?.message ?? '' },
    data: { rows },
  })
}

/** Returns an import with its columns, proposed mapping and problems. */
export const findLabImport = (ctx: Context, { id }: EndpointInput<typeof labFileInfo>): Promise<Import> =>
  ctx.rows.get(labImport, id)
/** Removes everything an import stored. @throws 6000 if one of its batches is published */
export async function undoLabImport(ctx: Context, { id, reason }: EndpointInput<typeof undoLab>): Promise<Import> {
  const row = await ctx.rows.lock(labImport, id)
  if (row.state === 'undone') throw refuse('laboratory:refusals.importUndone', { name: row.fileName })
  await deleteImported(ctx, row)
  return ctx.rows.update(labImport, id, { state: 'undone', undoneReason: reason })
}
async function deleteImported(ctx: Context, row: Import): Promise<void> {
  const batches = await ctx.rows.find(testBatch, { where: { importId: row.id }, lock: true })
  for (const batch of batches) assertTestBatchOpen(ctx, batch)
  await deleteResults(
    ctx,
    batches.map(({ id }) => id),
  )
  for (const batch of batches) await ctx.rows.remove(testBatch, batch.id)
}
