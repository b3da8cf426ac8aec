/** The ledger of idempotent writes: each key is applied at most once, and a repeat gets the stored answer. */
import { createHash } from 'node:crypto'
import type { Endpoint } from '@/contract/endpoint'
import { errno, Refusal } from '@/contract/errno'
import type { Context, Person, Query } from './context'
import { syncOp } from './db/system'
import { columns, sql, type RowFor } from './sql'

/** A write in the ledger. */
export interface LedgerEntry {
  key: string
  /** Name of the endpoint. */
  op: string
  /** See `hashEndpointInput`. */
  hash: string
  /** Origin of a command from a phone's outbox. */
  phone?: { clientId: string; seq: number; occurredAt: string; drift: boolean }
}
type LedgerContext = Pick<Context, 'query' | 'site' | 'person' | 'now'>
/** A ledger entry with its answer. */
export type Entry = LedgerEntry & { data: unknown }
const known = columns(syncOp, ['opId', 'userId', 'op', 'requestHash', 'response'])
/** The stored row of a key. */
export type Known = RowFor<typeof known>

/** The ledger within a transaction: the rows of known keys and the entries to add. */
export interface OpenLedger {
  readonly known: Map<string, Known>
  readonly added: Entry[]
}
/**
 * Runs `work` with the ledger rows of some keys. The transaction holds those it may add; the others are only read.
 * Entries added by `applyOnce` are inserted at the end, so that an answer is stored if and only if its effects are.
 */
export async function inLedger<T>(
  ctx: LedgerContext,
  keys: readonly string[],
  work: (ledger: OpenLedger) => Promise<T>,
): Promise<T> {
  const ledger: OpenLedger = { known: await knownOf(ctx.query, ctx.site, keys), added: [] }
  const result = await work(ledger)
  await record(ctx, ledger.added)
  return result
}
/**
 * Runs `work` unless the key is known; a repeat gets the stored answer.
 * @throws 6000 if the key was used for another request
 */
export async function once(
  { known, added }: OpenLedger,
  person: Pick<Person, 'id'>,
  entry: LedgerEntry,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const made = known.get(entry.key)
  if (made) return storedAnswer(made, person, entry.hash)
  const data = (await work()) ?? null
  added.push({ ...entry, data })
  const { key, op, hash } = entry
  known.set(key, { opId: key, userId: person.id, op, requestHash: hash, response: { data } })
  return data
}
async function record({ query, site, person, now }: LedgerContext, entries: readonly Entry[]): Promise<void> {
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
/** Loads the ledger rows of some keys, by key. */
export async function knownOf(query: Query, site: number, keys: readonly string[]): Promise<Map<string, Known>> {
  const rows = keys.length
    ? await query(sql`select ${known} from sync_op where site_id = ${site} and op_id = any(${keys}::uuid[])`)
    : []
  return new Map(rows.map((row) => [row.opId, row]))
}
/** Returns the stored answer. @throws 6000 if the key belongs to another person or another request */
export function storedAnswer(made: Known, person: Pick<Person, 'id'>, hash: string): unknown {
  if (made.requestHash !== hash || made.userId !== person.id)
    throw new Refusal(errno.message, 'contract:errors.keyReused')
  return made.response.data
}

/** Hashes what distinguishes requests under the same key. */
export const ledgerHash = (endpoint: Endpoint, input: unknown): string =>
  requestHash({ endpoint: endpoint.name, input: withoutSecrets(endpoint, input) })
/** Omits secrets, because a stored hash must not help to guess a password. */
function withoutSecrets(endpoint: Endpoint, input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(
    Object.entries(input).filter(([name]) => {
      const f = endpoint.input[name]
      return !(f?.kind === 'text' && f.secret)
    }),
  )
}
/**
 * Hashes the operation and its input with SHA-256. Property names are sorted, so that equal requests give equal hashes.
 */
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
