/** The ledger of writes that carry a key: each is applied at most once, and a repeat gets the stored answer. */
import { createHash } from 'node:crypto'
import type { Endpoint } from '@/contract/endpoint'
import { errno, Refusal } from '@/contract/errno'
import type { Context, Person, Query } from './context'

/** A write as the ledger keeps it. */
export interface LedgerEntry {
  key: string
  /** Name of the endpoint. */
  op: string
  /** See `ledgerHash`. */
  hash: string
  /** Where it came from, for commands of a phone's outbox. */
  phone?: { clientId: string; seq: number; occurredAt: string; drift: boolean }
}
/** One with its answer. */
export type Entry = LedgerEntry & { data: unknown }
/** What the ledger knows of a key. */
export interface Known {
  op_id: string
  user_id: string
  request_hash: string
  response: { data: unknown }
}

/**
 * Runs `work` unless the key is known; a repeat gets the stored answer. The transaction holds the key.
 * @throws 6000 when the key was used for something else
 */
export async function once(ctx: Context, entry: LedgerEntry, work: () => Promise<unknown>): Promise<unknown> {
  const known = (await knownOf(ctx.query, ctx.site, [entry.key])).get(entry.key)
  return known ? storedAnswer(known, ctx.person, entry.hash) : recorded(ctx, entry, work)
}
/** Runs `work` and writes its answer down, in the transaction of the effects. Fails (23505) when the key is known. */
export async function recorded(ctx: Context, entry: LedgerEntry, work: () => Promise<unknown>): Promise<unknown> {
  const data = (await work()) ?? null
  await record(ctx, [{ ...entry, data }])
  return data
}
/** Writes answers down, in the transaction of the effects: an answer is stored if and only if they are. */
export async function record(
  { query, site, person, now }: Pick<Context, 'query' | 'site' | 'person' | 'now'>,
  entries: readonly Entry[],
): Promise<void> {
  if (!entries.length) return
  await query(
    `insert into sync_op (site_id, op_id, user_id, op, request_hash, response, client_id, seq, occurred_at, received_at, drift)
     select $1, o.id, $2, o.op, o.hash, o.response, o.client, o.seq, o.at, $3, coalesce(o.drift, false)
     from jsonb_to_recordset($4::jsonb) as o(id uuid, op text, hash text, response jsonb, client text, seq bigint, at timestamptz, drift boolean)`,
    [
      site,
      person?.id,
      now,
      JSON.stringify(
        entries.map(({ key, op, hash, data, phone }) => ({
          id: key,
          op,
          hash,
          response: { data },
          client: phone?.clientId,
          seq: phone?.seq,
          at: phone?.occurredAt,
          drift: phone?.drift,
        })),
      ),
    ],
  )
}
const knownSql = 'select op_id, user_id, request_hash, response from sync_op where site_id = $1'

/** What is known of keys, by key. */
export async function knownOf(query: Query, site: number, keys: readonly string[]): Promise<Map<string, Known>> {
  const rows = keys.length
    ? await query<Known & Record<string, unknown>>(`${knownSql} and op_id = any($2::uuid[])`, [site, keys])
    : []
  return new Map(rows.map((row) => [row.op_id, row]))
}
/** @throws 6000 when the key was somebody else's, or for another request */
export function storedAnswer(known: Known, person: Pick<Person, 'id'> | null, hash: string): unknown {
  if (known.request_hash !== hash || known.user_id !== person?.id)
    throw new Refusal(errno.message, 'contract:errors.keyReused')
  return known.response.data
}

/** What tells one request from another under the same key. */
export const ledgerHash = (endpoint: Endpoint, input: unknown): string =>
  requestHash({ endpoint: endpoint.name, input: withoutSecrets(endpoint, input) })
/** A stored hash of a request must not help to find the password in it. */
function withoutSecrets(endpoint: Endpoint, input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(
    Object.entries(input).filter(([name]) => {
      const f = endpoint.input[name]
      return !(f?.kind === 'text' && f.secret)
    }),
  )
}
/** SHA-256 over the operation and its input with sorted names, so that equal requests are equal however they were written. */
export const requestHash = (call: { endpoint: string; input: unknown }): string =>
  createHash('sha256').update(call.endpoint).update('\0').update(canonical(call.input)).digest('hex')
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value && typeof value === 'object')
    return `{${Object.entries(value)
      .filter(([, v]) => v !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`)
      .join(',')}}`
  return JSON.stringify(value ?? null)
}
