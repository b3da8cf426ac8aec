import { uuid7 } from '@/contract/id'
import { emptyOf } from '@/contract/field'
import type { Resource } from '@/contract/resource'
import { toSnakeCase } from '../db/columns'
import type { Alone, AuditContext } from './audit'
import { filesIn } from './file-use'

/**
 * The call cannot run as a single statement, or met a case that only a transaction can distinguish (a used or locked
 * key, a broken reference). Nothing was written; the call runs again in a transaction.
 */
export class NeedsTransaction extends Error {
  override readonly name = 'NeedsTransaction'
}

interface Given {
  r: Resource
  values: Record<string, unknown>
  title: string
  lookups: readonly { table: string; ids: readonly string[] | null }[]
}

/**
 * Inserts row, audit entry and ledger entry in one statement, batched with concurrent inserts. Nothing is inserted if
 * the key is used or locked, or a looked-up row is missing.
 * @throws NeedsTransaction if nothing was inserted
 */
export async function insertAlone(
  ctx: AuditContext,
  alone: Alone,
  { r, values, title, lookups }: Given,
): Promise<Record<string, unknown>> {
  if (alone.done) throw new Error(`${ctx.operation} is declared as one insert and writes more`)
  if (showsFiles(r, values)) throw new NeedsTransaction()
  const { person, origin, now } = ctx
  const given = Object.entries(values).filter(
    ([name, value]) => value !== undefined && (name === 'id' || name === 'createdBy' || r.fields[name]),
  )
  const row = {
    created_at: now,
    updated_at: now,
    ...Object.fromEntries(
      given.map(([name, value]) => [toSnakeCase(name), r.fields[name] ? (value ?? emptyOf(r.fields[name])) : value]),
    ),
  }
  const inserted = await alone.together.insert(
    r,
    lookups.map(({ table }) => table),
    {
      row,
      head: {
        log_id: uuid7(now.getTime()),
        log_at: now,
        person_id: person?.id ?? null,
        person_name: person?.name ?? null,
        address: origin.address,
        via: origin.via,
        operation: ctx.operation,
        title,
        request_id: origin.requestId,
        occurred_at: origin.occurredAt,
        key: alone.ledger?.key ?? null,
        hash: alone.ledger?.hash ?? null,
        lookup: lookups.map(({ ids }) => ids && [...new Set(ids)]),
      },
    },
  )
  if (!inserted) throw new NeedsTransaction()
  alone.done = true
  return inserted
}

/** True if the values contain files, which need separate statements. */
const showsFiles = (r: Resource, values: Record<string, unknown>): boolean => filesIn(r.fields, values).length > 0
