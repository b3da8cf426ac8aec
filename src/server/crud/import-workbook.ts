import { canCall } from '@/contract/endpoint'
import { errno, Refusal, refuseInput, type Issue } from '@/contract/errno'
import { isSameValue } from '@/contract/merge-edits'
import type { ImportResult, ImportWarning, Resource, Row } from '@/contract/resource'
import { toSearchText } from '@/contract/search-text'
import { formatNumbers } from '../format-numbers'
import type { Context } from '../context'
import type { CustomFieldColumn } from '../excel/resource-columns'
import { describeAllowedValues } from '../excel/describe-allowed-values'
import { convertRowsToInputs, type WorksheetIssue, type WorksheetInput } from '../excel/convert-rows'
import type { Worksheet } from '../excel/read-sheet'
import { formatRowRanges } from '../excel/row-ranges'
import { toRefusal } from '../http/errors'
import { MAX_PREVIEWED_ROWS, buildImportPreview, type PreviewRow } from './import-preview'
import type { KitContext } from './operations'
import { buildLabelSql } from './refs'
import { getStatements } from './statements'

interface RowVersion {
  readonly id: string
  readonly version: number
}
/** Writes imported rows. An area that replaces create or update supplies its own. */
export interface ImportWriter {
  /** Brings a row into its stored form, before it is matched by import key. */
  prepare?(input: Record<string, unknown>): void
  /** Returns a key coarser than the import key, e.g. a moment in the precision that people write. */
  keyOf?(row: Readonly<Record<string, unknown>>): string
  /**
   * Returns a warning about a probable typing error, in the reader's language. Used by dry runs; `before` is null for a
   * new row.
   */
  warn?(
    ctx: Context,
    after: Readonly<Record<string, unknown>>,
    before: Readonly<Record<string, unknown>> | null,
  ): string | null | Promise<string | null>
  /** Both return the row after the write. */
  insert(ctx: Context, input: Record<string, unknown>): Promise<RowVersion>
  update(ctx: Context, id: string, input: Record<string, unknown>): Promise<RowVersion>
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
 * @throws 6000 with `data.rows` naming row, column and reason of every problem
 */
export async function importWorkbook(
  ctx: KitContext,
  r: Resource,
  { file, dryRun: requestedDryRun, leaveOut }: ImportInput,
  writer: ImportWriter = createDefaultWriter(r),
): Promise<ImportResult> {
  const dryRun = requestedDryRun === true
  const uploadedPart = file.map((id) => ctx.parts.get(id)).find(Boolean)
  if (!uploadedPart?.sheet) throw refuseInput([{ path: ['file'], code: 'missing' }])
  const { sheet } = uploadedPart
  const customFields = await ctx.app.customColumns(ctx, r.name)
  const { inputs, issues } = await convertRowsToInputs(r, sheet, {
    t: { zh: ctx.app.words.t('zh'), en: ctx.app.words.t('en') },
    timeZone: ctx.timeZone,
    customFields,
    person: ctx.person,
    skipUnknownColumns: leaveOut === true,
    resolveReference: (to, names) => findIdsByName(ctx, to, names),
  })
  if (issues.length) throw buildImportRefusal(ctx, issues, r, customFields)
  for (const { row, input } of inputs) {
    try {
      writer.prepare?.(input)
    } catch (error) {
      throw toRowRefusal(ctx, row, error)
    }
  }
  const getKey = writer.keyOf ?? ((row: Readonly<Record<string, unknown>>) => buildImportKey(r, row))
  const existingRows = await loadExistingRows(ctx, r, inputs, getKey)
  // A writer may pick another row with the same key than the one matched here.
  const versions = new Map([...existingRows.values()].flat().map(({ id, version }) => [id, version]))
  const canChangeRows = canEdit(ctx, r)
  const refusedRows: WorksheetIssue[] = []
  const previewRows: PreviewRow[] = []
  const warnings: ImportWarning[] = []
  const counts = { created: 0, updated: 0, unchanged: 0 }
  const rowOfKey = new Map<string, number>()
  for (const { row, input } of inputs) {
    const key = getKey(input)
    const before = takeMatchingRow(r, existingRows.get(key) ?? [], input)
    const firstRowOfKey = rowOfKey.get(key)
    rowOfKey.set(key, row)
    try {
      // A key may occur as often as stored rows share it.
      if (!before && firstRowOfKey !== undefined && (writer.keyOf !== undefined || hasCompleteKey(r, input)))
        throw refuseInput([{ path: [r.importKey[0]!], code: 'duplicate', params: { row: firstRowOfKey } }])
      const after = before ? await writer.update(ctx, before.id, input) : await writer.insert(ctx, input)
      if (before && after.version <= (versions.get(after.id) ?? before.version)) {
        counts.unchanged++
        continue
      }
      if (before && !canChangeRows) {
        refusedRows.push({ row, column: '', header: '', issue: { path: [], code: 'mayNotChange' } })
        if (refusedRows.length === MAX_NAMED_ROWS) break
        continue
      }
      counts[before ? 'updated' : 'created']++
      if (!dryRun) continue
      if (previewRows.length < MAX_PREVIEWED_ROWS)
        previewRows.push({ row, before: before?.all ?? null, after: { ...after } })
      const message = await writer.warn?.(ctx, { ...after }, before?.all ?? null)
      if (message) warnings.push({ row, message })
    } catch (error) {
      throw toRowRefusal(ctx, row, error)
    }
  }
  if (refusedRows.length) throw buildImportRefusal(ctx, refusedRows, r, customFields)
  const hidden = findHiddenRows(ctx, sheet, inputs, dryRun)
  if (hidden) warnings.unshift(hidden.warning)
  const result = {
    ...counts,
    dryRun,
    rows: inputs.length,
    hidden: hidden?.count ?? 0,
    warned: warnings.length,
    warnings: warnings.slice(0, MAX_NAMED_ROWS),
  }
  if (dryRun)
    throw new DryRunRollback({ ...result, changes: await buildImportPreview(ctx, r, customFields, previewRows) })
  return { ...result, changes: [] }
}

/** Finds imported rows that are hidden in the worksheet. */
function findHiddenRows(
  ctx: Context,
  { hiddenRows = [] }: Pick<Worksheet, 'hiddenRows'>,
  inputs: readonly WorksheetInput[],
  dryRun: boolean,
): { count: number; warning: ImportWarning } | null {
  const importedRows = new Set(inputs.map(({ row }) => row))
  const rows = hiddenRows.filter((row) => importedRows.has(row))
  const [row] = rows
  if (row === undefined) return null
  const key = dryRun ? 'contract:excel.hidden' : 'contract:excel.hiddenDone'
  return {
    count: rows.length,
    warning: { row, message: ctx.t(key, { count: rows.length, rows: formatRowRanges(rows) }) },
  }
}

/** Largest number of refused rows, and of warnings, in an answer. */
const MAX_NAMED_ROWS = 200
/** True if the caller may edit rows in a form: an import allows no more than that. */
function canEdit(ctx: Context, r: Resource): boolean {
  const { update } = r.endpoints
  return !ctx.person || !update || canCall(update.access, ctx.person)
}

/** Thrown to roll back the transaction of a dry run; carries its result. */
export class DryRunRollback extends Error {
  constructor(readonly result: unknown) {
    super('trial')
  }
}

const createDefaultWriter = (r: Resource): ImportWriter => ({
  insert: (ctx, input) => ctx.rows.insert(r, input as Partial<Row<Resource>>),
  update: async (ctx, id, input) =>
    ctx.rows.update(r, id, (await keepOtherColumns(ctx, r, id, input)) as Partial<Row<Resource>>),
})
/** Keeps the values of custom columns that the worksheet lacks. */
async function keepOtherColumns(
  ctx: Context,
  r: Resource,
  id: string,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const names = Object.keys(r.fields).filter((n) => r.fields[n]!.kind === 'custom' && input[n])
  if (!names.length) return input
  const storedRow = (await ctx.rows.get(r, id)) as Record<string, object>
  return { ...input, ...Object.fromEntries(names.map((n) => [n, { ...storedRow[n], ...(input[n] as object) }])) }
}
/** True if a row has all parts of the import key. Rows with an incomplete key may repeat. */
const hasCompleteKey = (r: Resource, input: Readonly<Record<string, unknown>>): boolean =>
  r.importKey.length > 0 && r.importKey.every((name) => input[name] != null)
const buildImportKey = (r: Resource, input: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(r.importKey.map((n) => input[n] ?? null))

interface ExistingRow extends RowVersion {
  readonly all: Record<string, unknown>
}
/** Loads the stored rows that the worksheet mentions, by import key. */
async function loadExistingRows(
  ctx: Context,
  r: Resource,
  inputs: readonly WorksheetInput[],
  getKey: (row: Record<string, unknown>) => string,
): Promise<Map<string, ExistingRow[]>> {
  if (!r.importKey.length) return new Map()
  const statements = getStatements(r)
  const firstKeyField = r.importKey[0]!
  const firstKeyValues = [...new Set(inputs.map(({ input }) => input[firstKeyField]).filter((v) => v != null))]
  const rows = await ctx.query(
    `select ${statements.columns} from ${statements.table} where site_id = $1 and ${statements.column[firstKeyField]} = any($2)`,
    [ctx.site, firstKeyValues],
  )
  const rowsByKey = new Map<string, ExistingRow[]>()
  for (const row of rows) {
    const existingRow = { id: String(row['id']), version: Number(row['version']), all: row }
    rowsByKey.set(getKey(row), [...(rowsByKey.get(getKey(row)) ?? []), existingRow])
  }
  return rowsByKey
}
/** Takes the stored row that matches a worksheet row: one with equal values, else equal key, else the first. */
function takeMatchingRow(
  r: Resource,
  candidates: ExistingRow[],
  input: Record<string, unknown>,
): ExistingRow | undefined {
  const toNullIfEmpty = (value: unknown): unknown =>
    value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? null : value
  const findIndexWithEqual = (names: readonly string[]) =>
    candidates.findIndex(({ all }) =>
      names.every((name) => isSameValue(toNullIfEmpty(input[name]), toNullIfEmpty(all[name]))),
    )
  const exactIndex = findIndexWithEqual(Object.keys(input))
  return candidates.splice(Math.max(0, exactIndex === -1 ? findIndexWithEqual(r.importKey) : exactIndex), 1)[0]
}

/** Finds row ids by display name in either language, or by one field of it: `SS-1` or `SS-1 Spunbond line 1`. */
async function findIdsByName(ctx: KitContext, to: string, names: readonly string[]): Promise<Map<string, string[]>> {
  const target = ctx.app.resources.get(to)
  if (!target) return new Map()
  const statements = getStatements(target)
  const titleFields = target.title.flatMap((name) => [
    name,
    ...(target.englishFields[name] ? [target.englishFields[name]] : []),
  ])
  const columns = [
    ...(['zh', 'en'] as const).map((language) =>
      buildLabelSql(target, { language, timeZone: ctx.timeZone, t: ctx.app.words.t(language) }),
    ),
    ...titleFields.map((n) => statements.column[n]!),
    ...target.unique.flatMap((u) => (u.length === 1 ? [statements.column[u[0]!]!] : [])),
  ]
  const comparedColumns = columns.map((column) => `lower(normalize(${column}::text, nfkc))`)
  const rows = await ctx.query<{ id: string; names: (string | null)[] }>(
    `select id, array[${comparedColumns.join(', ')}] as names from ${statements.table} where site_id = $1 and (${comparedColumns.map((column) => `${column} = any($2)`).join(' or ')})`,
    [ctx.site, names.map(toSearchText)],
  )
  const byName = new Map<string, string[]>()
  for (const row of rows)
    for (const name of new Set(row.names)) if (name !== null) byName.set(name, [...(byName.get(name) ?? []), row.id])
  return new Map(names.map((name) => [name, byName.get(toSearchText(name)) ?? []]))
}

function buildImportRefusal(
  ctx: Context,
  issues: readonly WorksheetIssue[],
  r: Resource,
  custom: readonly CustomFieldColumn[],
): Refusal {
  const rows = issues.map((i) => ({
    ...i,
    message:
      [ctx.t(`contract:errors.issue.${i.issue.code}`, i.issue.params), describeAllowedValues(ctx, i.issue, r, custom)]
        .filter(Boolean)
        .join(ctx.t('contract:excel.then')) + (i.text ? ctx.t('contract:excel.cellText', { value: i.text }) : ''),
  }))
  return new Refusal(errno.message, 'contract:errors.importRefused', {
    params: { count: rows.length, row: rows[0]?.row ?? 0, column: rows[0]?.column ?? '', why: rows[0]?.message ?? '' },
    data: { rows },
  })
}
function toRowRefusal(ctx: KitContext, row: number, error: unknown): unknown {
  if (error instanceof DryRunRollback) return error
  const refusal = toRefusal(error, ctx.app.log)
  if (refusal.errno === errno.serverError || refusal.errno === errno.busy) return error
  const issue: Issue = refusal.issues[0] ?? { path: [], code: 'notAllowed' }
  const message = refusal.issues[0]
    ? ctx.t(`contract:errors.issue.${issue.code}`, issue.params)
    : ctx.t(refusal.key, formatNumbers(refusal.params))
  const rows = [{ row, column: '', header: String(issue.path[0] ?? ''), issue, message }]
  return new Refusal(errno.message, 'contract:errors.importRefused', {
    params: { count: 1, row, column: '', why: message },
    data: { rows },
  })
}
