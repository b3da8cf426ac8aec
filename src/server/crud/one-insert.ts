import type { Field } from '@/contract/field'
import type { Resource } from '@/contract/resource'
import type { Alone, AuditContext } from './audit'
import { statementsOf } from './sql'

/**
 * This call cannot be one statement, or found something that only a transaction can tell apart (a key used before or in
 * use, a reference that leads nowhere). Nothing was written: the call is run again in a transaction, which answers it.
 */
export class NeedsTransaction extends Error { override readonly name = 'NeedsTransaction' }

interface Given { r: Resource; values: Record<string, unknown>; references: readonly { table: string; ids: readonly string[] }[] }
/** The insert of a row, as the pieces `rows` writes it with: parameters begin with site and moment. */
interface Insert { parameters: unknown[]; names: readonly string[]; log: string }

/**
 * Row, audit trail and ledger as one statement. It inserts nothing when the key is known or held by somebody else, or a
 * referenced row is missing.
 * @throws NeedsTransaction when nothing was inserted
 */
export async function insertAlone(ctx: AuditContext, alone: Alone, { r, values, references }: Given, { parameters, names, log }: Insert): Promise<Record<string, unknown>> {
  if (alone.done) throw new Error(`${ctx.operation} is declared as one insert and writes more`)
  if (showsFiles(r, values)) throw new NeedsTransaction()
  const s = statementsOf(r)
  const p = (value: unknown) => `$${parameters.push(value)}`
  const conditions = references.map(({ table, ids }) => `(select count(*) from ${table} where site_id = $1 and id = any(${p(ids)}::uuid[])) = ${p(new Set(ids).size)}::int`)
  const ledger = alone.ledger && { ...alone.ledger, key: `${p(alone.ledger.key)}::uuid` }
  if (ledger) conditions.push(`(select free from held) and not exists (select from sync_op where site_id = $1 and op_id = ${ledger.key})`)
  const rows = await ctx.query(
    (ledger ? `with held as materialized (select pg_try_advisory_xact_lock(hashtextextended(${ledger.key}::text, 7)) as free), r as (` : 'with r as (')
    + `insert into ${s.table} (site_id, created_at, updated_at${names.map((n) => `, ${s.column[n]}`).join('')}) select $1, $2, $2${names.map((_, i) => `, $${i + 3}`).join('')}${conditions.length ? ` where ${conditions.join(' and ')}` : ''} returning *), `
    + `log as (${log})`
    + (ledger ? `, ledger as (insert into sync_op (site_id, op_id, user_id, op, request_hash, response, received_at) select $1, ${ledger.key}, ${p(ctx.person?.id ?? null)}::uuid, ${p(ctx.operation)}, ${p(ledger.hash)}, jsonb_build_object('data', (select row_to_json(w) from (select ${s.wire} from r) w)), $2 from r)` : '')
    + ` select ${s.columns} from r`, parameters)
  if (!rows[0]) throw new NeedsTransaction()
  alone.done = true
  return rows[0]
}

/** Files are looked up and written down in statements of their own. */
const showsFiles = (r: Resource, values: Record<string, unknown>): boolean =>
  Object.entries(r.fields).some(([name, field]: [string, Field]) => (field.kind === 'image' || field.kind === 'file') && (values[name] as unknown[] | null | undefined)?.length)
