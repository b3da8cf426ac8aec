import type { EndpointInput } from '@/contract/endpoint'
import { errno, Refusal, refuse, refuseInput } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { formatCellText } from '@/contract/worksheet-cell'
import { listRollsByNumber, type TestedRoll } from '@/areas/rolls/server/queries/for-tests'
import { testIndex } from '@/areas/standards/contract/test-index'
import type { IndexLimits } from '@/areas/standards/server/queries'
import type { Context } from '@/server/context'
import type { Sheet } from '@/server/excel/read-sheet'
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
import { layoutOf, proposeColumns, type MappedColumn } from '../rules/lab-columns'
import { dropResults, mustBeOpen } from './batches'
import { limitsFor } from './data/limits'
import { indexesOf } from './data/lists'
import { columnsWithFineLimits, readingsOf, swappedColumns, type SheetProblem, type SheetReading } from './import-sheet'
import { allAtOnce, testedElsewhere } from './other-batch'
import { batchOf, storeReadings } from './store-readings'

type Import = Row<typeof labImport>
type In = EndpointInput<typeof importLab>

/** Imports a laboratory file. @throws 6000 with row, column and reason of all problems in `data.rows` */
export const add = (ctx: Context, input: In): Promise<Import> => takeIn(ctx, input, null)

/** Replaces the values of an import by those of another file, in one transaction. */
export async function replace(ctx: Context, { id, ...input }: EndpointInput<typeof replaceLab>): Promise<Import> {
  const before = await ctx.rows.lock(labImport, id)
  if (before.state === 'undone') throw refuse('laboratory:refusals.importUndone', { name: before.fileName })
  if (!input.dryRun) {
    // Must precede the locks of its batches: entering a result takes its locks in this order.
    await allAtOnce(ctx)
    await dropImported(ctx, before)
  }
  return takeIn(ctx, input, before)
}

async function takeIn(ctx: Context, input: In, before: Import | null): Promise<Import> {
  const part = input.file.map((id) => ctx.parts.get(id)).find(Boolean)
  if (!part?.sheet) throw refuseInput([{ path: ['file'], code: 'missing' }])
  const { sheet } = part
  const columns = await columnsOf(ctx, sheet, input.columns ?? [])
  const indexes = await ctx.rows.find(testIndex, { limit: 2000 })
  const { problems, readings } = readingsOf(sheet, columns, {
    zone: ctx.timeZone,
    signed: new Set(indexes.filter((index) => index.signed).map(({ id }) => id)),
    units: new Map(indexes.map(({ id, unit }) => [id, unit])),
  })
  const rolls = await knownRolls(ctx, readings, problems)
  const named = { batch: input.batch ?? null, fileName: part.fileName }
  if (!input.dryRun) await allAtOnce(ctx)
  problems.push(...(await testedBefore(ctx, readings, rolls, named, before)))
  const limits = await limitsOfRolls(ctx, [...rolls.values()])
  problems.push(...swappedColumns(readings, targetsOf(limits)), ...columnsWithFineLimits(readings, limits))
  const wrong = problems.filter(({ warning }) => !warning)
  if (wrong.length && !input.dryRun) throw refused(ctx, wrong)
  const facts = {
    fileName: part.fileName.slice(0, 200),
    rows: sheet.rows.length,
    values: readings.length,
    headerRow: sheet.headerRow,
    columns,
    issues: problems.slice(0, 200).map((problem) => inWords(ctx, problem)),
  }
  if (input.dryRun && input.columns?.length) await keepLayout(ctx, sheet, columns) // kept while the file is corrected
  if (input.dryRun)
    return before ? { ...before, ...facts } : ctx.rows.insert(labImport, { ...facts, state: 'proposed' })
  const stored = {
    ...facts,
    state: 'stored' as const,
    importedAt: ctx.now.toISOString(),
    importedBy: ctx.person?.id ?? null,
  }
  const row = before ? await ctx.rows.update(labImport, before.id, stored) : await ctx.rows.insert(labImport, stored)
  await storeReadings(ctx, { importId: row.id, ...named, readings, rolls })
  await keepLayout(ctx, sheet, columns)
  return row
}

/** Resolves the columns: as chosen, otherwise as stored for this layout, otherwise as proposed from the headings. */
async function columnsOf(ctx: Context, sheet: Sheet, given: NonNullable<In['columns']>): Promise<MappedColumn[]> {
  const indexes = await ctx.rows.find(testIndex, { where: { active: true }, limit: 1000 })
  const [layout] = await ctx.rows.find(labLayout, { where: { headings: layoutOf(sheet.header) }, limit: 1 })
  const examples = sheet.header.map((_, i) => {
    const found = sheet.rows.find((cells) => cells[i] !== null && cells[i] !== undefined)?.[i]
    return found === undefined || found === null ? null : formatCellText(found).slice(0, 60)
  })
  const proposed = proposeColumns(sheet.header, indexes, examples)
  const known = new Set(indexes.map(({ id }) => id))
  const said = new Map((given.length ? given : (layout?.columns ?? [])).map((column) => [column.column, column]))
  return proposed.map((column) => {
    const own = said.get(column.column)
    if (!own) return given.length ? { ...column, role: 'ignore', indexId: null } : column
    if (own.role === 'index' && !known.has(own.indexId ?? ''))
      throw refuseInput([
        { path: ['columns', column.column - 1, 'indexId'], code: own.indexId ? 'unknownId' : 'missing' },
      ])
    return { ...column, role: own.role, indexId: own.role === 'index' ? (own.indexId ?? null) : null }
  })
}
async function keepLayout(ctx: Context, sheet: Sheet, columns: readonly MappedColumn[]): Promise<void> {
  const headings = layoutOf(sheet.header)
  const [layout] = await ctx.rows.find(labLayout, { where: { headings }, limit: 1 })
  const kept = columns.map((column) => ({ ...column, example: null }))
  if (layout) await ctx.rows.update(labLayout, layout.id, { columns: kept })
  else await ctx.rows.insert(labLayout, { headings, columns: kept })
}

/** Finds the rolls named in the worksheet, and reports each unknown one once. */
async function knownRolls(
  ctx: Context,
  readings: readonly SheetReading[],
  problems: SheetProblem[],
): Promise<Map<string, TestedRoll>> {
  const first = new Map<string, SheetReading>()
  for (const reading of readings)
    if (!first.has(reading.roll.toUpperCase())) first.set(reading.roll.toUpperCase(), reading)
  const found = await listRollsByNumber(ctx, [...first.keys()])
  const rolls = new Map(found.map((roll) => [roll.number.toUpperCase(), roll]))
  for (const [number, { row, roll }] of first)
    if (!rolls.has(number) && problems.length < 400)
      problems.push({ row, column: '', header: '', code: 'unknownRoll', params: { roll } })
  return rolls
}
/** Finds values for which another batch has a result already. A roll and index have only one first result. */
async function testedBefore(
  ctx: Context,
  readings: readonly SheetReading[],
  rolls: ReadonlyMap<string, TestedRoll>,
  named: { batch: string | null; fileName: string },
  before: Import | null,
): Promise<SheetProblem[]> {
  const cells = readings.flatMap((reading) => {
    const roll = rolls.get(reading.roll.toUpperCase())
    return roll ? [{ ...reading, roll, batch: batchOf(reading, named) }] : []
  })
  const found = await testedElsewhere(ctx, cells, before?.id ?? null)
  const indexes = found.length ? await indexesOf(ctx) : null
  return found.slice(0, MOST_TOLD).map(({ cell: { row, column, roll, indexId }, number }) => ({
    row,
    column: toColumnLetters(column.column),
    header: column.header,
    code: 'testedElsewhere',
    params: { roll: roll.number, index: indexes?.get(indexId)?.word ?? '', number },
  }))
}
const MOST_TOLD = 200
/** Loads the limits that the rolls of the worksheet are judged by. */
async function limitsOfRolls(ctx: Context, rolls: readonly TestedRoll[]): Promise<IndexLimits[]> {
  const found = await limitsFor(
    ctx,
    rolls.map((roll) => ({ ...roll, at: roll.doffedAt })),
  )
  return [...new Set(found)].flatMap((one) => [...(one?.values() ?? [])])
}
/** Returns a typical value by index: the target, or the middle of the limits. */
function targetsOf(limits: readonly IndexLimits[]): Map<string, number> {
  const targets = new Map<string, number>()
  for (const { indexId, target, lsl, usl } of limits) {
    const about = target ?? (lsl !== null && usl !== null ? (lsl + usl) / 2 : (lsl ?? usl))
    if (about !== null) targets.set(indexId, about)
  }
  return targets
}

const sentence = (ctx: Context, { code, params }: SheetProblem): string =>
  ctx.t(`laboratory:refusals.sheet.${code}`, params ?? {})
const inWords = (ctx: Context, problem: SheetProblem) => ({
  row: problem.row,
  column: problem.column,
  header: problem.header,
  message: sentence(ctx, problem).slice(0, 400),
  warning: problem.warning ?? false,
})
function refused(ctx: Context, problems: readonly SheetProblem[]): Refusal {
  const rows = problems.map((problem) => inWords(ctx, problem))
  return new Refusal(errno.message, 'contract:errors.importRefused', {
    params: { count: rows.length, row: rows[0]?.row ?? 0, column: rows[0]?.column ?? '', why: rows[0]?.message ?? '' },
    data: { rows },
  })
}

/** Returns an import with its columns, proposed mapping and problems. */
export const info = (ctx: Context, { id }: EndpointInput<typeof labFileInfo>): Promise<Import> =>
  ctx.rows.get(labImport, id)
/** Removes everything an import stored. @throws 6000 if one of its batches is published */
export async function undo(ctx: Context, { id, reason }: EndpointInput<typeof undoLab>): Promise<Import> {
  const row = await ctx.rows.lock(labImport, id)
  if (row.state === 'undone') throw refuse('laboratory:refusals.importUndone', { name: row.fileName })
  await dropImported(ctx, row)
  return ctx.rows.update(labImport, id, { state: 'undone', undoneReason: reason })
}
async function dropImported(ctx: Context, row: Import): Promise<void> {
  const batches = await ctx.rows.find(testBatch, { where: { importId: row.id }, lock: true })
  for (const batch of batches) mustBeOpen(ctx, batch)
  await dropResults(
    ctx,
    batches.map(({ id }) => id),
  )
  for (const batch of batches) await ctx.rows.remove(testBatch, batch.id)
}
