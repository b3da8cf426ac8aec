import { canCall } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import type { ImportResult, ImportWarning, Resource, Row } from '@/contract/resource'
import { toSearchText } from '@/contract/language'
import type { Context } from '../context'
import { convertRowsToInputs, type WorksheetIssue } from '../excel/convert-rows'
import { MAX_PREVIEWED_ROWS, buildImportPreview, type PreviewRow } from './import-preview'
import type { AppContext } from './operations'
import { buildLabelSql } from './refs'
import { getStatements } from './statements'
import {
  buildImportKey,
  hasCompleteKey,
  loadExistingRows,
  takeMatchingRow,
  type ExistingRow,
  type RowVersion,
} from './match-imported-rows'
import {
  ClearedValues,
  describeColumnsWithDates,
  describeColumnsWithoutTime,
  describeHiddenParts,
  describeHiddenRows,
  describeSkippedColumns,
  findHiddenImportedRows,
} from './import-warnings'
import { createRefusalFromIssues, DryRunRollback, toRowRefusal } from './import-errors'
import { NewRowBatch } from './new-row-batch'
import { buildSimilarCodeRefusal, loadSimilarCodes } from './similar-codes'

/** Writes imported rows. An area with its own create or update handler supplies its own writer. */
export interface ImportWriter {
  /** Functions by field that convert the text of a cell to the form that the field accepts, before the field is checked. */
  normalizeText?: Readonly<Record<string, (text: string) => string>>
  /** Normalizes an input to the stored form, before it is matched by import key. */
  prepare?(input: Record<string, unknown>): void
  /** Returns a key that replaces the import key and is less precise, e.g. a moment to the minute. */
  getMatchKey?(row: Readonly<Record<string, unknown>>): string
  /**
   * Returns a warning about a probable typing error, in the reader's language; `previousRow` is null for a new row.
   */
  warn?(
    ctx: Context,
    writtenRow: Readonly<Record<string, unknown>>,
    previousRow: Readonly<Record<string, unknown>> | null,
  ): string | null | Promise<string | null>
  /**
   * Converts a row to the values of the workbook's columns for the preview, if the columns differ from the row's
   * fields.
   */
  toWorkbookRow?(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
  /** Inserts a row and returns it. By default the input is inserted unchanged. */
  insert?(ctx: Context, input: Record<string, unknown>): Promise<RowVersion>
  /** Inserts many rows with few statements instead of `insert`; an error need not tell which row it refuses. */
  insertAll?(ctx: Context, inputs: readonly Record<string, unknown>[]): Promise<RowVersion[]>
  /** Updates a row and returns it. By default the input is written unchanged. */
  update?(ctx: Context, id: string, input: Record<string, unknown>): Promise<RowVersion>
}

/** Inputs of an import. `leaveOut` ignores unknown columns instead of refusing them. */
export interface ImportInput {
  file: readonly string[]
  dryRun?: boolean | null
  leaveOut?: boolean | null
}

/**
 * Imports a worksheet in the caller's transaction: all rows or none. Rows are matched by the resource's import key.
 * Changing existing rows also requires the permission to edit; the permission to add is not enough.
 * A dry run writes everything, reports the first changed rows and warnings, and is rolled back.
 * @throws errno.message with `data.rows` naming row, column and reason of every problem
 */
export async function importWorkbook(
  ctx: AppContext,
  resource: Resource,
  { file, dryRun: requestedDryRun, leaveOut }: ImportInput,
  writer: ImportWriter = {},
): Promise<ImportResult> {
  const dryRun = requestedDryRun === true
  const uploadedPart = file.map((id) => ctx.formParts.get(id)).find(Boolean)
  if (!uploadedPart?.worksheet) throw refuseInput([{ path: ['file'], code: 'missing' }])
  const { worksheet } = uploadedPart
  const customFields = await ctx.app.customColumns(ctx, resource.name)
  const { inputs, issues, locateIssue, columnsWithoutTime, columnsWithDates, skippedColumns } =
    await convertRowsToInputs(resource, worksheet, {
      t: { zh: ctx.app.translations.t('zh'), en: ctx.app.translations.t('en') },
      language: ctx.language,
      timeZone: ctx.timeZone,
      now: ctx.now,
      customFields,
      person: ctx.person,
      skipUnknownColumns: leaveOut === true,
      normalizeText: writer.normalizeText ?? {},
      resolveReference: (to, names) => findIdsByName(ctx, to, names),
      loadUnits: (resourceName, ids) => loadUnits(ctx, resourceName, ids),
    })
  if (issues.length) throw createRefusalFromIssues(ctx, issues, resource, customFields)
  for (const { row, input } of inputs) {
    try {
      writer.prepare?.(input)
    } catch (error) {
      throw toRowRefusal(ctx, row, error, locateIssue)
    }
  }
  const getMatchKey = writer.getMatchKey ?? ((row: Readonly<Record<string, unknown>>) => buildImportKey(resource, row))
  const existingRows = await loadExistingRows(ctx, resource, inputs, getMatchKey)
  // A writer may update another row with the same key than the row matched here.
  const existingRowById = new Map([...existingRows.values()].flat().map((row) => [row.id, row]))
  const findSimilarCode = await loadSimilarCodes(
    ctx,
    resource,
    inputs.flatMap(({ input }) => (existingRows.has(getMatchKey(input)) ? [] : [input])),
  )
  const toWorkbookRow = writer.toWorkbookRow ?? ((row: Readonly<Record<string, unknown>>) => row)
  const canChangeRows = canEdit(ctx, resource)
  const refusedRows: WorksheetIssue[] = []
  const previewRows: PreviewRow[] = []
  const warnings: ImportWarning[] = []
  const counts = { created: 0, updated: 0, unchanged: 0 }
  const lastRowByKey = new Map<string, number>()
  const clearedValues = new ClearedValues(locateIssue)
  const recordChange = async (row: number, writtenRow: RowVersion, matchedRow: ExistingRow | undefined) => {
    counts[matchedRow ? 'updated' : 'created']++
    if (dryRun && previewRows.length < MAX_PREVIEWED_ROWS)
      previewRows.push({
        row,
        storedValues: matchedRow ? toWorkbookRow((existingRowById.get(writtenRow.id) ?? matchedRow).values) : null,
        importedValues: toWorkbookRow({ ...writtenRow }),
      })
    const message = await writer.warn?.(ctx, { ...writtenRow }, matchedRow?.values ?? null)
    if (message) warnings.push({ row, message })
  }
  const { insert, insertAll, update } = withDefaultWrites(resource, writer)
  const newRows = new NewRowBatch(ctx, { insert, insertAll }, locateIssue, (row, writtenRow) =>
    recordChange(row, writtenRow, undefined),
  )
  for (const { row, input } of inputs) {
    const key = getMatchKey(input)
    const matchedRow = takeMatchingRow(resource, existingRows.get(key) ?? [], input)
    const previousRowNumber = lastRowByKey.get(key)
    lastRowByKey.set(key, row)
    if (matchedRow) await newRows.insert()
    try {
      // A key may occur in the worksheet as often as in the stored rows.
      if (
        !matchedRow &&
        previousRowNumber !== undefined &&
        (writer.getMatchKey !== undefined || hasCompleteKey(resource, input))
      )
        throw refuseInput([{ path: [findKeyColumn(resource)], code: 'repeatsRow', params: { row: previousRowNumber } }])
      const similarCode = matchedRow ? null : findSimilarCode(input)
      if (similarCode) throw buildSimilarCodeRefusal(similarCode)
      if (matchedRow) {
        const writtenRow = await update(ctx, matchedRow.id, input)
        if (writtenRow.version <= (existingRowById.get(writtenRow.id)?.version ?? matchedRow.version))
          counts.unchanged++
        else if (canChangeRows) {
          clearedValues.add(row, input, toWorkbookRow((existingRowById.get(writtenRow.id) ?? matchedRow).values))
          await recordChange(row, writtenRow, matchedRow)
        } else refusedRows.push({ row, column: '', header: '', issue: { path: [], code: 'mayNotChange' } })
      }
    } catch (error) {
      // Insert the waiting earlier rows first, so that an error in one of them is reported instead of this error.
      await newRows.insert()
      throw toRowRefusal(ctx, row, error, locateIssue)
    }
    if (refusedRows.length === MAX_NAMED_ROWS) break
    if (!matchedRow) await newRows.add({ row, input })
  }
  await newRows.insert()
  if (refusedRows.length) throw createRefusalFromIssues(ctx, refusedRows, resource, customFields)
  const hiddenImportedRows = findHiddenImportedRows(worksheet, inputs)
  warnings.unshift(
    ...describeHiddenParts(ctx, worksheet, dryRun).map((message) => ({ row: worksheet.headerRow, message })),
    ...describeHiddenRows(ctx, hiddenImportedRows, dryRun),
    ...describeSkippedColumns(ctx, skippedColumns, dryRun),
    ...describeColumnsWithoutTime(ctx, columnsWithoutTime),
    ...describeColumnsWithDates(ctx, columnsWithDates, dryRun),
    ...clearedValues.describe(ctx, dryRun),
  )
  const result = {
    ...counts,
    dryRun,
    rows: inputs.length,
    hidden: hiddenImportedRows.length,
    leftOut: new Set(skippedColumns.flatMap(({ rows }) => rows)).size,
    warned: warnings.length,
    warnings: warnings.slice(0, MAX_NAMED_ROWS),
  }
  if (dryRun)
    throw new DryRunRollback({ ...result, changes: await buildImportPreview(ctx, resource, customFields, previewRows) })
  return { ...result, changes: [] }
}

/** Returns the first field of the import key that has a column; fields derived from others have none. */
const findKeyColumn = ({ importKey, fields }: Resource): string =>
  importKey.find((name) => !fields[name]?.hidden && !fields[name]?.readonly) ?? importKey[0]!
/** Largest number of refused rows, and of warnings, in an answer. */
const MAX_NAMED_ROWS = 200
/** True if the caller may edit rows in a form. An import allows no more than a form. */
function canEdit(ctx: Context, resource: Resource): boolean {
  const { update } = resource.endpoints
  return !ctx.person || !update || canCall(update.access, ctx.person)
}

const withDefaultWrites = (resource: Resource, { insert, insertAll, update }: ImportWriter) =>
  ({
    insert: insert ?? ((ctx, input) => ctx.rows.insert(resource, input as Partial<Row<Resource>>)),
    insertAll: insert
      ? insertAll
      : (ctx, inputs) => ctx.rows.insertAll(resource, inputs as readonly Partial<Row<Resource>>[]),
    update:
      update ??
      (async (ctx, id, input) =>
        ctx.rows.update(
          resource,
          id,
          (await withStoredCustomValues(ctx, resource, id, input)) as Partial<Row<Resource>>,
        )),
  }) satisfies ImportWriter
/** Keeps the values of custom columns that the worksheet lacks. */
async function withStoredCustomValues(
  ctx: Context,
  resource: Resource,
  id: string,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const customFields = Object.keys(resource.fields).filter(
    (name) => resource.fields[name]!.kind === 'custom' && input[name],
  )
  if (!customFields.length) return input
  const storedRow = (await ctx.rows.get(resource, id)) as Record<string, object>
  return {
    ...input,
    ...Object.fromEntries(customFields.map((name) => [name, { ...storedRow[name], ...(input[name] as object) }])),
  }
}

/** Loads the field `unit` of rows, by id. */
async function loadUnits(ctx: AppContext, resourceName: string, ids: readonly string[]): Promise<Map<string, string>> {
  const resource = ctx.app.resources.get(resourceName)
  const statements = resource && getStatements(resource)
  const column = statements?.columnByField['unit']
  if (!statements || !column) return new Map()
  const rows = await ctx.query<{ id: string; unit: string | null }>(
    `select id, ${column} as unit from ${statements.table} where site_id = $1 and id = any($2::uuid[])`,
    [ctx.site, ids],
  )
  return new Map(rows.flatMap(({ id, unit }) => (unit ? [[id, unit] as const] : [])))
}

/** Finds row ids by display name in either language, or by one field of the name: `SS-1 Spunbond line 1` or `SS-1`. */
async function findIdsByName(
  ctx: AppContext,
  resourceName: string,
  names: readonly string[],
): Promise<Map<string, string[]>> {
  const resource = ctx.app.resources.get(resourceName)
  if (!resource) return new Map()
  const statements = getStatements(resource)
  const titleFields = resource.title.flatMap((name) => [
    name,
    ...(resource.englishFields[name] ? [resource.englishFields[name]] : []),
  ])
  const columns = [
    ...(['zh', 'en'] as const).map((language) =>
      buildLabelSql(resource, { language, timeZone: ctx.timeZone, t: ctx.app.translations.t(language) }),
    ),
    ...titleFields.map((n) => statements.columnByField[n]!),
    ...resource.unique.flatMap((uniqueKey) =>
      uniqueKey.length === 1 ? [statements.columnByField[uniqueKey[0]!]!] : [],
    ),
  ]
  const comparedColumns = columns.map((column) => `lower(normalize(${column}::text, nfkc))`)
  const rows = await ctx.query<{ id: string; names: (string | null)[] }>(
    `select id, array[${comparedColumns.join(', ')}] as names from ${statements.table} where site_id = $1 and (${comparedColumns.map((column) => `${column} = any($2)`).join(' or ')})`,
    [ctx.site, names.map(toSearchText)],
  )
  const idsByName = new Map<string, string[]>()
  for (const row of rows)
    for (const name of new Set(row.names))
      if (name !== null) idsByName.set(name, [...(idsByName.get(name) ?? []), row.id])
  return new Map(names.map((name) => [name, idsByName.get(toSearchText(name)) ?? []]))
}
