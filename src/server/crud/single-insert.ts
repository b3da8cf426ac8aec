import { createUuid7 } from '@/contract/id'
import { getEmptyValue } from '@/contract/field'
import type { Resource } from '@/contract/resource'
import { toSnakeCase } from '../db/columns'
import type { SingleInsertCall, RowAccessContext } from './audit'
import type { PendingInsert } from './insert-batcher'
import { getFileIds } from './record-file-use'

/**
 * Thrown if a call cannot run as a single statement. Also thrown if nothing was inserted, because only a transaction
 * can find the reason: a used key, a locked key or a broken reference. Nothing was written; the call runs again in a
 * transaction.
 */
export class NeedsTransaction extends Error {
  override readonly name = 'NeedsTransaction'
}

/** An insert, with the referenced rows that must exist. */
export interface SingleInsert {
  resource: Resource
  values: Record<string, unknown>
  title: string
  lookups: readonly { table: string; ids: readonly string[] | null }[]
}

/**
 * Inserts row, audit entry and ledger entry in one statement, batched with concurrent inserts. Nothing is inserted if
 * the key is used or locked, or a looked-up row is missing.
 * @throws NeedsTransaction if nothing was inserted
 */
export async function insertInSingleStatement(
  ctx: RowAccessContext,
  call: SingleInsertCall,
  { resource, values, title, lookups }: SingleInsert,
): Promise<Record<string, unknown>> {
  if (call.isInserted) throw new Error(`${ctx.operation} is declared as one insert and writes more`)
  if (hasFiles(resource, values)) throw new NeedsTransaction()
  const insertedRow = await call.batcher.insert(
    resource,
    lookups.map(({ table }) => table),
    buildPendingInsert(ctx, { resource, values, title, lookups }, call.ledger),
  )
  if (!insertedRow) throw new NeedsTransaction()
  call.isInserted = true
  return insertedRow
}

/** Builds the row and the audit entry of an insert. @param ledger entry of the ledger, or null without a key */
export function buildPendingInsert(
  ctx: RowAccessContext,
  { resource, values, title, lookups }: SingleInsert,
  ledger: SingleInsertCall['ledger'],
): PendingInsert {
  const { person, origin, now } = ctx
  const writtenValues = Object.entries(values).filter(
    ([name, value]) => value !== undefined && (name === 'id' || name === 'createdBy' || resource.fields[name]),
  )
  return {
    row: {
      created_at: now,
      updated_at: now,
      ...Object.fromEntries(
        writtenValues.map(([name, value]) => [
          toSnakeCase(name),
          resource.fields[name] ? (value ?? getEmptyValue(resource.fields[name])) : value,
        ]),
      ),
    },
    metadata: {
      log_id: createUuid7(now.getTime()),
      log_at: now,
      person_id: person?.id ?? null,
      person_name: person?.name ?? null,
      address: origin.address,
      via: origin.via,
      operation: ctx.operation,
      title,
      request_id: origin.requestId,
      occurred_at: origin.occurredAt,
      key: ledger?.key ?? null,
      hash: ledger?.hash ?? null,
      lookup: lookups.map(({ ids }) => ids && [...new Set(ids)]),
    },
  }
}

/** True if the values contain files, which need separate statements. */
export const hasFiles = (resource: Resource, values: Record<string, unknown>): boolean =>
  getFileIds(resource.fields, values).length > 0
