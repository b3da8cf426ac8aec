import type { EndpointInput } from '@/contract/endpoint'
import { refuse, refuseInput, type Refusal } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { formatCellText } from '@/contract/worksheet-cell'
import { listRollsByNumber, normalizeRollNumber, type TestedRoll } from '@/areas/slitting/server/queries/tested-rolls'
import { testIndex } from '@/areas/standards/contract/test-index'
import type { IndexLimits } from '@/areas/standards/server/queries'
import { MAX_CLOCK_DRIFT_MS } from '@/contract/instant'
import type { Context } from '@/server/context'
import { createRefusalFromProblems } from '@/server/crud/import-errors'
import { describeHiddenParts } from '@/server/crud/import-warnings'
import { formatPlantMinute } from '@/server/entered-moments'
import type { Worksheet } from '@/server/excel/read-sheet'
import { toColumnLetters } from '@/server/excel/workbook-refusal'
import { labImport, labLayout, importLab, labFileInfo, replaceLab, undoLab } from '../contract/lab-import'
import { testBatch } from '../contract/test-batch'
import { isTestedBeforeRoll } from '../rules/test-batch'
import { ignoreStatisticColumns, toLayoutKey, proposeColumns, type MappedColumn } from '../rules/lab-columns'
import { deleteResults, assertTestBatchOpen } from './batches'
import { findApplicableLimits } from './data/applicable-limits'
import { loadTestIndexes } from './data/test-data-lists'
import {
  findColumnsWithFineLimits,
  readWorksheet,
  findSwappedColumns,
  type WorksheetProblem,
  type WorksheetReading,
} from './read-worksheet'
import { lockAllRollTests, findCellsTestedElsewhere } from './unique-tests'
import { findExistingBatches, getBatchName, storeReadings } from './store-readings'
import { handle } from '@/server/area'

type ImportRow = Row<typeof labImport>
type ImportInput = EndpointInput<typeof importLab>
const MAX_STORED_ISSUES = 200
/** Unknown rolls are reported only while an import has fewer problems than this. */
const MAX_PROBLEMS_WITH_ROLLS = 400
/** Maximum number of rows that one check reports. */
const MAX_REPORTED_ROWS = 200

/** Imports a laboratory file. @throws a refusal with row, column and reason of all problems in `data.rows` */
export const importLabFile = handle(importLab, (ctx, input) => processUpload(ctx, input, null))

/** Replaces the values of an import by those of another file, in one transaction. */
export const replaceLabImport = handle(replaceLab, async (ctx, { id, ...input }) => {
  const previousImport = await ctx.rows.lock(labImport, id)
  if (previousImport.state === 'undone')
    throw refuse('laboratory:refusals.importUndone', { name: previousImport.fileName })
  if (!input.dryRun) {
    // Must precede the locks of the batches, because entering a result takes the locks in this order.
    await lockAllRollTests(ctx)
    await deleteImportedBatches(ctx, previousImport)
  }
  return processUpload(ctx, input, previousImport)
})

async function processUpload(ctx: Context, input: ImportInput, previousImport: ImportRow | null): Promise<ImportRow> {
  const filePart = input.file.map((id) => ctx.formParts.get(id)).find(Boolean)
  if (!filePart?.worksheet) throw refuseInput([{ path: ['file'], code: 'missing' }])
  const { worksheet } = filePart
  const columns = await resolveColumns(ctx, worksheet, input.columns ?? [])
  const indexes = await ctx.rows.find(testIndex, { limit: 2000 })
  const { problems, readings } = readWorksheet(worksheet, columns, {
    zone: ctx.timeZone,
    indexById: new Map(indexes.map((index) => [index.id, index])),
  })
  const rolls = await findNamedRolls(ctx, readings, problems)
  problems.push(...findImpossibleTestTimes(ctx, readings, rolls))
  const batchSource = { batch: input.batch ?? null, fileName: filePart.fileName }
  problems.push(...findBatchesWithSeveralTimes(ctx, readings, batchSource))
  if (!input.dryRun) await lockAllRollTests(ctx)
  problems.push(...(await findRepeatedTests(ctx, readings, rolls, batchSource, previousImport)))
  // When storing, `storeReadings` refuses existing batches under its locks.
  if (input.dryRun)
    problems.push(
      ...(await findExistingBatches(ctx, { ...batchSource, readings, rolls }, previousImport?.id ?? null)).map(
        ({ row, number }): WorksheetProblem => ({
          row,
          column: '',
          header: '',
          code: 'batchThere',
          params: { number },
        }),
      ),
    )
  const limits = await loadRollLimits(ctx, [...rolls.values()])
  problems.push(
    ...findSwappedColumns(readings, buildTypicalValues(limits)),
    ...findColumnsWithFineLimits(readings, limits),
  )
  const errors = problems.filter(({ warning }) => !warning)
  if (errors.length && !input.dryRun) throw buildImportRefusal(ctx, errors)
  const importSummary = {
    fileName: filePart.fileName.slice(0, 200),
    rows: worksheet.rows.length,
    values: readings.length,
    headerRow: worksheet.headerRow,
    columns,
    issues: [
      ...describeHiddenParts(ctx, worksheet, input.dryRun === true).map((message) => ({
        row: worksheet.headerRow,
        column: '',
        header: '',
        message: message.slice(0, 400),
        warning: true,
      })),
      ...problems.map((problem) => localizeProblem(ctx, problem)),
    ].slice(0, MAX_STORED_ISSUES),
  }
  // The mapping is stored after a preview, so that it is proposed again for the corrected file.
  if (input.dryRun && input.columns?.length) await storeLayout(ctx, worksheet, columns)
  if (input.dryRun)
    return previousImport
      ? { ...previousImport, ...importSummary }
      : ctx.rows.insert(labImport, { ...importSummary, state: 'proposed' })
  const storedFields = {
    ...importSummary,
    state: 'stored' as const,
    importedAt: ctx.now.toISOString(),
    importedBy: ctx.person?.id ?? null,
  }
  const row = previousImport
    ? await ctx.rows.update(labImport, previousImport.id, storedFields)
    : await ctx.rows.insert(labImport, storedFields)
  await storeReadings(ctx, { importId: row.id, ...batchSource, readings, rolls })
  await storeLayout(ctx, worksheet, columns)
  return row
}

/** Resolves the columns: as chosen, otherwise as stored for this layout, otherwise as proposed from the headings. */
async function resolveColumns(
  ctx: Context,
  worksheet: Worksheet,
  chosenColumns: NonNullable<ImportInput['columns']>,
): Promise<MappedColumn[]> {
  const indexes = await ctx.rows.find(testIndex, { where: { active: true }, limit: 1000 })
  const [layout] = await ctx.rows.find(labLayout, { where: { headings: toLayoutKey(worksheet.header) }, limit: 1 })
  const examples = worksheet.header.map((_, i) => {
    const exampleCell = worksheet.rows.find((cells) => cells[i] !== null && cells[i] !== undefined)?.[i]
    return exampleCell === undefined || exampleCell === null ? null : formatCellText(exampleCell).slice(0, 60)
  })
  const proposedColumns = proposeColumns(worksheet.header, indexes, examples)
  const indexIds = new Set(indexes.map(({ id }) => id))
  const chosenColumnByNumber = new Map(
    (chosenColumns.length ? chosenColumns : (layout?.columns ?? [])).map((column) => [column.column, column]),
  )
  const columns = proposedColumns.map((column): MappedColumn => {
    const chosenColumn = chosenColumnByNumber.get(column.column)
    if (!chosenColumn) return chosenColumns.length ? { ...column, role: 'ignore', indexId: null } : column
    if (chosenColumn.role === 'index' && !indexIds.has(chosenColumn.indexId ?? ''))
      throw refuseInput([
        { path: ['columns', column.column - 1, 'indexId'], code: chosenColumn.indexId ? 'unknownId' : 'missing' },
      ])
    return {
      ...column,
      role: chosenColumn.role,
      indexId: chosenColumn.role === 'index' ? (chosenColumn.indexId ?? null) : null,
    }
  })
  // The key of a stored layout ignores text in brackets, so the layout may have been confirmed for other headings.
  return chosenColumns.length
    ? columns
    : ignoreStatisticColumns(columns, new Map(indexes.map((index) => [index.id, index])))
}
async function storeLayout(ctx: Context, worksheet: Worksheet, columns: readonly MappedColumn[]): Promise<void> {
  const headings = toLayoutKey(worksheet.header)
  const [layout] = await ctx.rows.find(labLayout, { where: { headings }, limit: 1 })
  const storedColumns = columns.map((column) => ({ ...column, example: null }))
  if (layout) await ctx.rows.update(labLayout, layout.id, { columns: storedColumns })
  else await ctx.rows.insert(labLayout, { headings, columns: storedColumns })
}

/** Finds the rolls that the worksheet names, by roll number in half width and capitals. Adds a problem for each unknown roll. */
async function findNamedRolls(
  ctx: Context,
  readings: readonly WorksheetReading[],
  problems: WorksheetProblem[],
): Promise<Map<string, TestedRoll>> {
  const firstReadingByRoll = new Map<string, WorksheetReading>()
  for (const reading of readings)
    if (!firstReadingByRoll.has(reading.roll.toUpperCase())) firstReadingByRoll.set(reading.roll.toUpperCase(), reading)
  const foundRolls = await listRollsByNumber(ctx, [...firstReadingByRoll.keys()])
  const rollByNumber = new Map(foundRolls.map((roll) => [normalizeRollNumber(roll.number), roll]))
  for (const [number, { row, roll }] of firstReadingByRoll)
    if (!rollByNumber.has(number) && problems.length < MAX_PROBLEMS_WITH_ROLLS)
      problems.push({ row, column: '', header: '', code: 'unknownRoll', params: { roll } })
  return rollByNumber
}
/** Finds rows whose test lies in the future or before their roll was made. */
function findImpossibleTestTimes(
  ctx: Context,
  readings: readonly WorksheetReading[],
  rollByNumber: ReadonlyMap<string, TestedRoll>,
): WorksheetProblem[] {
  const firstReadingByRow = new Map<number, WorksheetReading>()
  for (const reading of readings)
    if (reading.testedAt && !firstReadingByRow.has(reading.row)) firstReadingByRow.set(reading.row, reading)
  return [...firstReadingByRow.values()]
    .flatMap(({ row, roll, testedAt }) => {
      if (!testedAt) return []
      const doffedAt = rollByNumber.get(roll.toUpperCase())?.doffedAt
      const time = formatPlantMinute(ctx, testedAt)
      if (Date.parse(testedAt) > ctx.now.getTime() + MAX_CLOCK_DRIFT_MS)
        return [{ row, code: 'testedInFuture', params: { time } }]
      const doffMoment = doffedAt === undefined ? null : new Date(doffedAt).toISOString()
      if (doffMoment === null || !isTestedBeforeRoll(testedAt, doffMoment)) return []
      return [{ row, code: 'testedBeforeRoll', params: { time, roll, doffed: formatPlantMinute(ctx, doffMoment) } }]
    })
    .slice(0, MAX_REPORTED_ROWS)
    .map((problem) => ({ ...problem, column: '', header: '' }))
}
/** Warns about batches whose rows have several test times, because a batch stores only the latest test time. */
function findBatchesWithSeveralTimes(
  ctx: Context,
  readings: readonly WorksheetReading[],
  batchSource: { batch: string | null; fileName: string },
): WorksheetProblem[] {
  const batches = new Map<string, { row: number; times: Set<string> }>()
  for (const reading of readings) {
    if (reading.testedAt === null) continue
    const name = getBatchName(reading, batchSource)
    const batch = batches.get(name) ?? { row: reading.row, times: new Set() }
    batches.set(name, batch)
    batch.times.add(reading.testedAt)
  }
  return [...batches]
    .flatMap(([batch, { row, times }]) => {
      if (times.size < 2) return []
      const latest = [...times].sort().at(-1)!
      const params = { batch, count: times.size, latest: formatPlantMinute(ctx, latest) }
      return [{ row, column: '', header: '', code: 'severalTimes', params, warning: true }]
    })
    .slice(0, MAX_REPORTED_ROWS)
}
/** Finds values whose test already has a result in another batch, because a test may have only one result. */
async function findRepeatedTests(
  ctx: Context,
  readings: readonly WorksheetReading[],
  rollByNumber: ReadonlyMap<string, TestedRoll>,
  batchSource: { batch: string | null; fileName: string },
  previousImport: ImportRow | null,
): Promise<WorksheetProblem[]> {
  const cells = readings.flatMap((reading) => {
    const roll = rollByNumber.get(reading.roll.toUpperCase())
    return roll ? [{ ...reading, roll, batch: getBatchName(reading, batchSource) }] : []
  })
  const repeatedTests = await findCellsTestedElsewhere(ctx, cells, previousImport?.id ?? null)
  const indexes = repeatedTests.length ? await loadTestIndexes(ctx) : null
  return repeatedTests.slice(0, MAX_REPORTED_ROWS).map(({ cell: { row, column, roll, indexId }, number }) => ({
    row,
    column: toColumnLetters(column.column),
    header: column.header,
    code: 'testedElsewhere',
    params: { roll: roll.number, index: indexes?.get(indexId)?.localizedName ?? '', number },
  }))
}
/** Loads the limits that the rolls of the worksheet are judged by. */
async function loadRollLimits(ctx: Context, rolls: readonly TestedRoll[]): Promise<IndexLimits[]> {
  const limitsByRoll = await findApplicableLimits(
    ctx,
    rolls.map((roll) => ({ ...roll, at: roll.doffedAt })),
  )
  return [...new Set(limitsByRoll)].flatMap((limitsByIndex) => [...(limitsByIndex?.values() ?? [])])
}
/** Returns a typical value by index: the target, or the middle of the limits. */
function buildTypicalValues(limits: readonly IndexLimits[]): Map<string, number> {
  const typicalValueByIndex = new Map<string, number>()
  for (const { indexId, target, lsl, usl } of limits) {
    const typicalValue = target ?? (lsl !== null && usl !== null ? (lsl + usl) / 2 : (lsl ?? usl))
    if (typicalValue !== null) typicalValueByIndex.set(indexId, typicalValue)
  }
  return typicalValueByIndex
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
const buildImportRefusal = (ctx: Context, problems: readonly WorksheetProblem[]): Refusal =>
  createRefusalFromProblems(
    ctx,
    problems.map((problem) => localizeProblem(ctx, problem)),
  )

/** Returns an import with its columns, proposed mapping and problems. */
export const findLabImport = handle(labFileInfo, (ctx, { id }) => ctx.rows.get(labImport, id))
/** Removes everything an import stored. @throws a refusal if one of its batches is published or withdrawn */
export const undoLabImport = handle(undoLab, async (ctx, { id, reason }) => {
  const row = await ctx.rows.lock(labImport, id)
  if (row.state === 'undone') throw refuse('laboratory:refusals.importUndone', { name: row.fileName })
  await deleteImportedBatches(ctx, row)
  return ctx.rows.update(labImport, id, { state: 'undone', undoneReason: reason })
})
async function deleteImportedBatches(ctx: Context, row: ImportRow): Promise<void> {
  const batches = await ctx.rows.find(testBatch, { where: { importId: row.id }, lock: true })
  for (const batch of batches) assertTestBatchOpen(ctx, batch)
  await deleteResults(
    ctx,
    batches.map(({ id }) => id),
  )
  for (const batch of batches) await ctx.rows.remove(testBatch, batch.id)
}
