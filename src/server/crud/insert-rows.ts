import { errno, Refusal, refuseInput } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import type { AnyRow, Resource, Row } from '@/contract/resource'
import { findRowIssues } from '@/contract/row-rules'
import { withDerivedFields } from '@/contract/build-row'
import { getMaxAheadMs } from '@/server/entered-moments'
import { sealSecretFields } from '@/server/seals'
import { getRowTitle, type RowAccessContext } from './audit'
import { buildInsertStatement, runInsertStatement, type PendingInsert } from './insert-batcher'
import { assertSourceMonthsOpen, notifySourceWritten } from './month-guard'
import { buildPendingInsert, hasFiles } from './single-insert'
import { getUnguardedReferences } from './unguarded-references'
import { recordWrite } from './written-rows'

export type WritableRow<R> = Omit<Row<R>, 'version' | 'createdAt' | 'updatedAt'>
/** Values of an insert; null stands for the field's empty value, which may be its default. */
export type InsertValues<R> = { [K in keyof WritableRow<R>]?: WritableRow<R>[K] | null }

/**
 * Asserts that a row follows the date and number rules of its resource. Jobs are not checked, because nobody could
 * correct the values that a job writes.
 * @param enteredFields the written fields; rules that concern none of them are not checked
 * @throws errno.parameter naming the field, and the other field of a pair with its value
 */
export function assertRowRules(
  ctx: Pick<RowAccessContext, 'timeZone' | 't' | 'origin' | 'now'>,
  resource: Resource,
  row: AnyRow,
  enteredFields: readonly string[],
): void {
  if (ctx.origin.via === 'job') return
  const issues = findRowIssues(resource, row, {
    timeZone: ctx.timeZone,
    nowMs: ctx.now.getTime(),
    maxAheadMs: getMaxAheadMs(ctx),
    enteredFields,
    getLabel: (name) => ctx.t(`${resource.area}:${resource.name}.fields.${name}`),
  })
  if (issues.length > 0) throw refuseInput(issues)
}

/** Returns the values of a new row with derived fields, sealed secrets, an id and its author. */
export function prepareInsertedValues<R extends Resource>(
  ctx: RowAccessContext,
  resource: R,
  values: InsertValues<R>,
): Record<string, unknown> {
  const rowValues: Record<string, unknown> = {
    ...sealSecretFields(ctx.app.seals, resource, withDerivedFields(resource, values)),
  }
  rowValues['id'] ??= createUuid7(ctx.now.getTime())
  if (rowValues['createdBy'] === undefined) rowValues['createdBy'] = ctx.person?.id ?? null
  assertRowRules(ctx, resource, rowValues, Object.keys(values))
  return rowValues
}

/** Inserts many rows with few statements. See `Rows.insertAll`. @throws errno.parameter if a referenced row is missing */
export async function insertRows<R extends Resource>(
  ctx: RowAccessContext,
  resource: R,
  valuesOfRows: readonly InsertValues<R>[],
): Promise<Row<R>[]> {
  const inserts = valuesOfRows.map((values) => prepareInsertedValues(ctx, resource, values))
  if (inserts.some((values) => hasFiles(resource, values))) throw new Error(`${resource.name}: rows with files`)
  await assertSourceMonthsOpen(
    ctx,
    resource,
    inserts.map((nextRow) => ({ previousRow: null, nextRow })),
  )
  const insertedRows: Row<R>[] = []
  for (const { lookups, pendingInserts } of groupByColumns(ctx, resource, inserts)) {
    const statement = buildInsertStatement(resource, Object.keys(pendingInserts[0]!.row), lookups)
    const rows = await runInsertStatement(ctx, statement, pendingInserts)
    if (rows.includes(null)) throw new Refusal(errno.parameter, 'contract:errors.parameter')
    insertedRows.push(...(rows as Row<R>[]))
  }
  for (const row of insertedRows) {
    recordWrite(ctx, resource, row.id)
    await notifySourceWritten(ctx, resource, null, row)
  }
  const rowById = new Map(insertedRows.map((row) => [row.id, row]))
  return inserts.map(({ id }) => rowById.get(id as string)!)
}
/** Groups inserts with the same columns, because one statement inserts rows of the same columns only. */
function groupByColumns(
  ctx: RowAccessContext,
  resource: Resource,
  inserts: readonly Record<string, unknown>[],
): Iterable<{ lookups: string[]; pendingInserts: PendingInsert[] }> {
  const groups = new Map<string, { lookups: string[]; pendingInserts: PendingInsert[] }>()
  for (const values of inserts) {
    const references = getUnguardedReferences(ctx, resource, values)
    const pendingInsert = buildPendingInsert(
      ctx,
      { resource, values, title: getRowTitle(resource, values), lookups: references },
      null,
    )
    const key = Object.keys(pendingInsert.row).join()
    const group = groups.get(key) ?? { lookups: references.map(({ table }) => table), pendingInserts: [] }
    group.pendingInserts.push(pendingInsert)
    groups.set(key, group)
  }
  return groups.values()
}
