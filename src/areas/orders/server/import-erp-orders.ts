/** Pulls order lines from an ERP over HTTP, on request or at the interval of the source. */
import type { EndpointOutput } from '@/contract/endpoint'
import { Refusal, type Issue } from '@/contract/errno'
import { findRowIssues } from '@/contract/row-rules'
import { checkInput } from '@/contract/schema'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import type { AppContext } from '@/server/crud/operations'
import { openSealedField } from '@/server/seals'
import { runInOwnTransaction, carryOutEffects } from '@/server/run-in-transaction'
import { createContext, createEffects, getPoolQuery } from '@/server/create-context'
import { erpFields, erpOrder, erpSource, pullErpOrders } from '../contract/erp-order'
import { mapRecord, calculateNextPull } from '../rules/erp-import'
import { readErpRecords } from './read-erp-records'
import { describeContradictions } from './order-warnings'
import { importErpLine, findUnchangedNumbers, type ErpOrderRow, type ErpLineInput, notifyConflicts } from './erp-lines'
import type { Field } from '@/contract/field'
import { CellIssue, convertCell } from '@/server/excel/cell-values'
import { sql } from '@/server/sql'
import { handle } from '@/server/area'

type SourceRow = Row<typeof erpSource>
type PullOutcome = EndpointOutput<typeof pullErpOrders>
/** Thrown at the end of a dry run: rolls its transaction back and carries the outcome out of it. */
class DryRunRollback extends Error {
  constructor(readonly outcome: PullOutcome) {
    super('trial')
  }
}

/** POST /equ/erp_pull: reads all pages first, then imports all lines in one transaction. A dry run changes nothing. */
export const pullOrders = handle(pullErpOrders, async (ctx, input) =>
  pullFromSource(ctx, await ctx.rows.get(erpSource, input.sourceId), input.dryRun === true),
)

async function pullFromSource(ctx: Context, source: SourceRow, dryRun: boolean): Promise<PullOutcome> {
  try {
    const records = await readErpRecords(source, await loadHeaderSecret(ctx, source.id))
    const outcome = await runInOwnTransaction(ctx, async (txCtx) => {
      // Serializes concurrent pulls of all sources, so that the second pull sees the lines that the first one imported.
      await txCtx.query(`select pg_advisory_xact_lock(hashtextextended('erp', 7))`)
      const importOutcome = await importRecords(txCtx, source, records)
      if (dryRun) throw new DryRunRollback(importOutcome)
      return importOutcome
    })
    await recordSourceRun(ctx, source, { lastResult: formatResult(ctx, outcome), failures: 0 })
    return outcome
  } catch (error) {
    if (error instanceof DryRunRollback) return error.outcome
    if (!dryRun)
      await recordSourceRun(ctx, source, {
        lastResult: error instanceof Refusal ? ctx.t(error.key, error.params) : ctx.t('contract:errors.serverError'),
        failures: source.failures + 1,
      })
    throw error
  }
}
const formatResult = (ctx: Context, { added, updated, conflicts, refused }: PullOutcome): string =>
  ctx.t('orders:pages.sync.result', { added, updated, conflicts, refused })
/** Records the result of a run without raising the source's version, because a person may be editing it. */
async function recordSourceRun(
  ctx: Context,
  source: SourceRow,
  { lastResult, failures }: { readonly lastResult: string; readonly failures: number },
): Promise<void> {
  await ctx.query(
    sql`update erp_source set last_run_at = ${ctx.now.toISOString()}, last_result = ${lastResult.slice(0, 1000)}, failures = ${failures} where site_id = ${ctx.site} and id = ${source.id}`,
  )
  ctx.touch('erpSource')
}
/** Loads the secret header value, which rows do not contain. */
async function loadHeaderSecret(ctx: Context, id: string): Promise<string | null> {
  const [row] = await ctx.query(
    sql<{ value: string | null }>`
      select header_value as value from erp_source where site_id = ${ctx.site} and id = ${id}`,
  )
  return openSealedField((ctx as AppContext).app, erpSource, 'headerValue', row?.value ?? null)
}

/** Schema of ERP lines, limited to the fields that an ERP may set. */
const lineSchema = {
  input: Object.fromEntries(erpFields.map((field) => [field, erpOrder.fields[field]])),
  partial: true,
}
const BATCH_SIZE = 500
const COUNT_NAME_BY_DECISION = {
  add: 'added',
  update: 'updated',
  withdrawn: 'updated',
  same: 'same',
  conflict: 'conflicts',
  refuse: 'refused',
} as const

async function importRecords(ctx: Context, source: SourceRow, records: readonly unknown[]): Promise<PullOutcome> {
  const mapping = Object.fromEntries(source.mapping.map(({ field, path }) => [field, path]))
  const counts = { added: 0, updated: 0, same: 0, conflicts: 0, refused: 0 }
  const problems: PullOutcome['problems'] = []
  const warnings: PullOutcome['warnings'] = []
  const addRefusal = (number: string, problem: string) => {
    counts.refused += 1
    problems.push({ externalNumber: number.slice(0, 80), problem: problem.slice(0, 400) })
  }
  const receivedNumbers = new Set<string>()
  const conflictRows: ErpOrderRow[] = []
  for (let start = 0; start < records.length; start += BATCH_SIZE) {
    const lines: ErpLineInput[] = []
    for (const record of records.slice(start, start + BATCH_SIZE)) {
      const mappedRecord = mapRecord(record, mapping)
      const { values: receivedLine, issues } = toOrderFields(mappedRecord, ctx.timeZone)
      const number = String(receivedLine['externalNumber'] ?? '').trim()
      const validation = checkInput(lineSchema, receivedLine)
      const allIssues = [
        ...issues,
        ...(validation.ok
          ? []
          : validation.issues.filter((issue) => !issues.some(({ path }) => path[0] === issue.path[0]))),
        ...findRowIssues(erpOrder, receivedLine, {
          timeZone: ctx.timeZone,
          nowMs: ctx.now.getTime(),
          enteredFields: Object.keys(receivedLine),
          getLabel: (name) => ctx.t(`orders:erpOrder.fields.${name}`),
        }),
      ]
      if (!validation.ok || allIssues.length > 0)
        addRefusal(number, allIssues.map((issue) => formatIssue(ctx, issue, mappedRecord)).join('; '))
      else if (receivedNumbers.has(number)) addRefusal(number, ctx.t('orders:refusals.erp.twice'))
      else lines.push(validation.value as ErpLineInput)
      receivedNumbers.add(number)
    }
    const unchangedNumbers = await findUnchangedNumbers(ctx, lines)
    for (const line of lines) {
      if (unchangedNumbers.has(line.externalNumber ?? '')) {
        counts.same += 1
        continue
      }
      const { decision, row } = await importErpLine(ctx, line, 'http')
      if (decision.kind === 'refuse')
        addRefusal(
          line.externalNumber ?? '',
          ctx.t('contract:errors.stepMissing', {
            fields: decision.missing.map((field) => ctx.t(`orders:erpOrder.fields.${field}`)).join(', '),
          }),
        )
      else counts[COUNT_NAME_BY_DECISION[decision.kind]] += 1
      if (decision.kind === 'conflict' && row) conflictRows.push(row)
      const warning = decision.kind === 'refuse' ? null : describeContradictions(ctx, { ...row, ...line })
      if (warning) warnings.push({ externalNumber: line.externalNumber ?? '', warning: warning.slice(0, 400) })
    }
  }
  notifyConflicts(ctx, conflictRows)
  return { ...counts, complete: true, problems: problems.slice(0, 100), warnings: warnings.slice(0, 100) }
}
/** Formats an issue of a field with the value that the ERP sent. */
function formatIssue(
  ctx: Context,
  { path, code, params }: Issue,
  sentRecord: Readonly<Record<string, unknown>>,
): string {
  const name = String(path[0])
  const sentText =
    sentRecord[name] == null ? '' : ctx.t('orders:refusals.erp.sent', { value: String(sentRecord[name]).slice(0, 60) })
  return `${ctx.t(`orders:erpOrder.fields.${name}`)}: ${ctx.t(`contract:errors.issue.${code}`, params)}${sentText}`
}

/** Pulls every source that is due. The pulls run after the job's transaction, which must not wait for an ERP. */
export async function pullDueSources(ctx: Context): Promise<void> {
  const { app } = ctx as AppContext
  const dueSources = (await ctx.rows.find(erpSource, { where: { active: true }, limit: 50 })).filter(
    (source) =>
      calculateNextPull({ ...source, everyMinutes: source.everyMinutes ?? 15, failures: source.failures ?? 0 }) <=
      ctx.now.getTime(),
  )
  ctx.afterCommit(async () => {
    await Promise.all(
      dueSources.map(async (source) => {
        const effects = createEffects()
        const sourceCtx = createContext(
          app,
          { endpoint: 'erpOrder.pull', person: null, origin: ctx.origin, language: 'zh' },
          getPoolQuery(app),
          effects,
        )
        try {
          await pullFromSource(sourceCtx, source, false)
        } catch (error) {
          app.log.warn(
            { source: source.name, why: error instanceof Error ? error.message : String(error) },
            'orders could not be pulled',
          )
        } finally {
          await carryOutEffects(app, effects)
        }
      }),
    )
  })
}

type ErpRecord = Readonly<Record<string, string | number | null>>

/**
 * Converts the values of an ERP record to fields of an order line, in the same way as the cells of a workbook. Days and
 * timestamps are in the plant's time zone; numbers may be texts or have surplus digits. An unreadable value becomes
 * null and yields an issue.
 */
function toOrderFields(record: ErpRecord, timeZone: string): { values: Record<string, unknown>; issues: Issue[] } {
  const issues: Issue[] = []
  const values = Object.entries(record).map(([name, value]) => {
    const field = erpOrder.fields[name as (typeof erpFields)[number]] as Field | undefined
    const fieldValue = field ? toFieldValue(field, value, timeZone) : value
    // Many ERP systems send 0 for a size or a number of rolls that nobody entered.
    if (fieldValue === 0 && field && !field.required) return [name, null]
    if (!(fieldValue instanceof CellIssue)) return [name, fieldValue]
    issues.push({ path: [name], code: fieldValue.code, params: { ...fieldValue.params } })
    return [name, null]
  })
  return { values: Object.fromEntries(values), issues }
}
function toFieldValue(field: Field, value: string | number | null, timeZone: string): unknown {
  if (value === null || value === '') return null
  // A number above the safe range lost digits when the JSON was parsed.
  if (field.kind === 'text' || field.kind === 'note')
    return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
      ? new CellIssue('digitsLost')
      : String(value)
  const convertedValue = convertCell(
    { kind: field.kind, ...('unit' in field && field.unit ? { unit: field.unit } : {}) },
    value,
    { timeZone, since1904: false },
  )
  return field.kind === 'amount' && typeof convertedValue === 'number'
    ? Number(convertedValue.toFixed(field.digits))
    : convertedValue
}
