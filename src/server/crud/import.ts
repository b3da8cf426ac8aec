import { mayCall } from '@/contract/endpoint'
import { errno, Refusal, refuseInput, type Issue } from '@/contract/errno'
import { same } from '@/contract/merge-edits'
import type { ImportResult, ImportWarning, Resource, Row } from '@/contract/resource'
import { toSearchText } from '@/contract/search-text'
import { formatNumbers } from '../format-numbers'
import type { Context } from '../context'
import type { CustomFieldColumn } from '../excel/resource-columns'
import { describeAllowedValues } from '../excel/describe-allowed-values'
import { convertRowsToInputs, type WorksheetIssue, type WorksheetInput } from '../excel/convert-rows'
import type { Sheet } from '../excel/read-sheet'
import { formatRowRanges } from '../excel/row-ranges'
import { asRefusal } from '../http/errors'
import { MOST_SHOWN, shownChanges, type WrittenRow } from './import-preview'
import type { KitContext } from './operations'
import { labelSql } from './refs'
import { statementsOf } from './sql'

interface StoredRow {
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
  insert(ctx: Context, input: Record<string, unknown>): Promise<StoredRow>
  update(ctx: Context, id: string, input: Record<string, unknown>): Promise<StoredRow>
}

/** Inputs of an import. `leaveOut` ignores unknown columns instead of refusing them. */
export interface SheetIn {
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
export async function importSheet(
  ctx: KitContext,
  r: Resource,
  { file, dryRun: trial, leaveOut }: SheetIn,
  writer: ImportWriter = plainWriter(r),
): Promise<ImportResult> {
  const dryRun = trial === true
  const part = file.map((id) => ctx.parts.get(id)).find(Boolean)
  if (!part?.sheet) throw refuseInput([{ path: ['file'], code: 'missing' }])
  const { sheet } = part
  const customFields = await ctx.app.customColumns(ctx, r.name)
  const { inputs, issues } = await convertRowsToInputs(r, sheet, {
    t: { zh: ctx.app.words.t('zh'), en: ctx.app.words.t('en') },
    timeZone: ctx.timeZone,
    customFields,
    person: ctx.person,
    skipUnknownColumns: leaveOut === true,
    resolveReference: (to, names) => resolveNames(ctx, to, names),
  })
  if (issues.length) throw importRefusal(ctx, issues, r, customFields)
  for (const { row, input } of inputs) {
    try {
      writer.prepare?.(input)
    } catch (error) {
      throw rowRefusal(ctx, row, error)
    }
  }
  const keyIn = writer.keyOf ?? ((row: Readonly<Record<string, unknown>>) => keyOf(r, row))
  const known = await knownRows(ctx, r, inputs, keyIn)
  // A writer may pick another row with the same key than the one matched here.
  const versions = new Map([...known.values()].flat().map(({ id, version }) => [id, version]))
  const mayChange = mayEdit(ctx, r)
  const refused: WorksheetIssue[] = []
  const written: WrittenRow[] = []
  const warnings: ImportWarning[] = []
  const counts = { created: 0, updated: 0, unchanged: 0 }
  const rowOfKey = new Map<string, number>()
  for (const { row, input } of inputs) {
    const key = keyIn(input)
    const before = take(r, known.get(key) ?? [], input)
    const twice = rowOfKey.get(key)
    rowOfKey.set(key, row)
    try {
      // A key may occur as often as stored rows share it.
      if (!before && twice !== undefined && (writer.keyOf !== undefined || isWhole(r, input)))
        throw refuseInput([{ path: [r.importKey[0]!], code: 'duplicate', params: { row: twice } }])
      const after = before ? await writer.update(ctx, before.id, input) : await writer.insert(ctx, input)
      if (before && after.version <= (versions.get(after.id) ?? before.version)) {
        counts.unchanged++
        continue
      }
      if (before && !mayChange) {
        refused.push({ row, column: '', header: '', issue: { path: [], code: 'mayNotChange' } })
        if (refused.length === MOST_NAMED) break
        continue
      }
      counts[before ? 'updated' : 'created']++
      if (!dryRun) continue
      if (written.length < MOST_SHOWN) written.push({ row, before: before?.all ?? null, after: { ...after } })
      const message = await writer.warn?.(ctx, { ...after }, before?.all ?? null)
      if (message) warnings.push({ row, message })
    } catch (error) {
      throw rowRefusal(ctx, row, error)
    }
  }
  if (refused.length) throw importRefusal(ctx, refused, r, customFields)
  const hidden = hiddenAmong(ctx, sheet, inputs, dryRun)
  if (hidden) warnings.unshift(hidden.warning)
  const result = {
    ...counts,
    dryRun,
    rows: inputs.length,
    hidden: hidden?.count ?? 0,
    warned: warnings.length,
    warnings: warnings.slice(0, MOST_NAMED),
  }
  if (dryRun) throw new Trial({ ...result, changes: await shownChanges(ctx, r, customFields, written) })
  return { ...result, changes: [] }
}

/** Finds imported rows that are hidden in the worksheet. */
function hiddenAmong(
  ctx: Context,
  { hiddenRows = [] }: Pick<Sheet, 'hiddenRows'>,
  inputs: readonly WorksheetInput[],
  dryRun: boolean,
): { count: number; warning: ImportWarning } | null {
  const taken = new Set(inputs.map(({ row }) => row))
  const rows = hiddenRows.filter((row) => taken.has(row))
  const [row] = rows
  if (row === undefined) return null
  const key = dryRun ? 'contract:excel.hidden' : 'contract:excel.hiddenDone'
  return {
    count: rows.length,
    warning: { row, message: ctx.t(key, { count: rows.length, rows: formatRowRanges(rows) }) },
  }
}

/** Largest number of refused rows, and of warnings, in an answer. */
const MOST_NAMED = 200
/** True if the caller may edit rows in a form: an import allows no more than that. */
function mayEdit(ctx: Context, r: Resource): boolean {
  const { update } = r.endpoints
  return !ctx.person || !update || mayCall(update.access, ctx.person)
}

/** Thrown to roll back the transaction of a dry run; carries its result. */
export class Trial extends Error {
  constructor(readonly result: unknown) {
    super('trial')
  }
}

const plainWriter = (r: Resource): ImportWriter => ({
  insert: (ctx, input) => ctx.rows.insert(r, input as Partial<Row<Resource>>),
  update: async (ctx, id, input) =>
    ctx.rows.update(r, id, (await withOtherColumns(ctx, r, id, input)) as Partial<Row<Resource>>),
})
/** Keeps the values of custom columns that the worksheet lacks. */
async function withOtherColumns(
  ctx: Context,
  r: Resource,
  id: string,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const names = Object.keys(r.fields).filter((n) => r.fields[n]!.kind === 'custom' && input[n])
  if (!names.length) return input
  const before = (await ctx.rows.get(r, id)) as Record<string, object>
  return { ...input, ...Object.fromEntries(names.map((n) => [n, { ...before[n], ...(input[n] as object) }])) }
}
/** True if a row has all parts of the import key. Rows with an incomplete key may repeat. */
const isWhole = (r: Resource, input: Readonly<Record<string, unknown>>): boolean =>
  r.importKey.length > 0 && r.importKey.every((name) => input[name] != null)
const keyOf = (r: Resource, input: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(r.importKey.map((n) => input[n] ?? null))

interface KnownRow extends StoredRow {
  readonly all: Record<string, unknown>
}
/** Loads the stored rows that the worksheet mentions, by import key. */
async function knownRows(
  ctx: Context,
  r: Resource,
  inputs: readonly WorksheetInput[],
  keyIn: (row: Record<string, unknown>) => string,
): Promise<Map<string, KnownRow[]>> {
  if (!r.importKey.length) return new Map()
  const s = statementsOf(r)
  const first = r.importKey[0]!
  const values = [...new Set(inputs.map(({ input }) => input[first]).filter((v) => v != null))]
  const rows = await ctx.query(
    `select ${s.columns} from ${s.table} where site_id = $1 and ${s.column[first]} = any($2)`,
    [ctx.site, values],
  )
  const known = new Map<string, KnownRow[]>()
  for (const row of rows) {
    const one = { id: String(row['id']), version: Number(row['version']), all: row }
    known.set(keyIn(row), [...(known.get(keyIn(row)) ?? []), one])
  }
  return known
}
/** Takes the stored row that matches a worksheet row: one with equal values, else equal key, else the first. */
function take(r: Resource, candidates: KnownRow[], input: Record<string, unknown>): KnownRow | undefined {
  const bare = (value: unknown): unknown =>
    value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? null : value
  const alike = (names: readonly string[]) =>
    candidates.findIndex(({ all }) => names.every((name) => same(bare(input[name]), bare(all[name]))))
  const whole = alike(Object.keys(input))
  return candidates.splice(Math.max(0, whole === -1 ? alike(r.importKey) : whole), 1)[0]
}

/** Finds row ids by display name in either language, or by one field of it: `SS-1` or `SS-1 Spunbond line 1`. */
async function resolveNames(ctx: KitContext, to: string, names: readonly string[]): Promise<Map<string, string[]>> {
  const target = ctx.app.resources.get(to)
  if (!target) return new Map()
  const s = statementsOf(target)
  const words = target.title.flatMap((name) => [name, ...(target.english[name] ? [target.english[name]] : [])])
  const columns = [
    ...(['zh', 'en'] as const).map((language) =>
      labelSql(target, { language, timeZone: ctx.timeZone, t: ctx.app.words.t(language) }),
    ),
    ...words.map((n) => s.column[n]!),
    ...target.unique.flatMap((u) => (u.length === 1 ? [s.column[u[0]!]!] : [])),
  ]
  const compared = columns.map((column) => `lower(normalize(${column}::text, nfkc))`)
  const rows = await ctx.query<{ id: string; names: (string | null)[] }>(
    `select id, array[${compared.join(', ')}] as names from ${s.table} where site_id = $1 and (${compared.map((column) => `${column} = any($2)`).join(' or ')})`,
    [ctx.site, names.map(toSearchText)],
  )
  const byName = new Map<string, string[]>()
  for (const row of rows)
    for (const name of new Set(row.names)) if (name !== null) byName.set(name, [...(byName.get(name) ?? []), row.id])
  return new Map(names.map((name) => [name, byName.get(toSearchText(name)) ?? []]))
}

function importRefusal(
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
function rowRefusal(ctx: KitContext, row: number, error: unknown): unknown {
  if (error instanceof Trial) return error
  const refusal = asRefusal(error, ctx.app.log)
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
