import { uuid7 } from '@/contract/id'
import { emptyOf } from '@/contract/field'
import type { Resource } from '@/contract/resource'
import { toSnakeCase } from '../db/columns'
import type { Alone, AuditContext } from './audit'
import { filesIn } from './file-use'

/**
 * This call cannot be one statement, or found something that only a transaction can tell apart (a key used before or in
 * use, a reference that leads nowhere). Nothing was written: the call is run again in a transaction, which answers it.
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
 * Row, audit trail and ledger in one statement, together with those of others that come at the same moment. Nothing is
 * inserted when the key is known or held by somebody else, or a looked-up row is missing.
 * @throws NeedsTransaction when nothing was inserted
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

/** Files are looked up and written down in statements of their own. */
const showsFiles = (r: Resource, values: Record<string, unknown>): boolean => filesIn(r.fields, values).length > 0
