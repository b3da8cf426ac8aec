/** The ledger of idempotent writes: each key is applied at most once, and a repeat gets the stored answer. */
import { createHash } from 'node:crypto'
import type { Endpoint } from '@/contract/endpoint'
import { errno, Refusal } from '@/contract/errno'
import type { Context, Person, Query } from './context'
import { syncOp } from './db/system'
import { columns, sql, type SqlRow } from './sql'

/** A write in the ledger. */
export interface LedgerEntry {
  key: string
  /** Name of the endpoint. */
  endpoint: string
  /** See `hashEndpointInput`. */
  hash: string
  /** Origin of a command from a phone's outbox. */
  phone?: { clientId: string; seq: number; occurredAt: string; isClockOff: boolean }
}
type LedgerContext = Pick<Context, 'query' | 'site' | 'person' | 'now'>
/** A ledger entry with its answer. */
export type AnsweredEntry = LedgerEntry & { data: unknown }
const ledgerColumns = columns(syncOp, ['opId', 'userId', 'op', 'requestHash', 'response'])
/** The stored row of a key. */
export type LedgerRow = SqlRow<typeof ledgerColumns>

/** The ledger within a transaction: the stored rows by key and the entries to add. */
export interface OpenLedger {
  readonly rowsByKey: Map<string, LedgerRow>
  readonly newEntries: AnsweredEntry[]
}
/**
 * Runs `work` with the ledger rows of some keys. The transaction must hold the locks of the keys that it adds; other keys
 * are only read. Entries added by `applyOnce` are inserted at the end, so that an answer is stored if and only if its
 * effects are stored.
 */
export async function withLedger<T>(
  ctx: LedgerContext,
  keys: readonly string[],
  work: (ledger: OpenLedger) => Promise<T>,
): Promise<T> {
  const ledger: OpenLedger = { rowsByKey: await loadLedgerRows(ctx.query, ctx.site, keys), newEntries: [] }
  const result = await work(ledger)
  await insertEntries(ctx, ledger.newEntries)
  return result
}
/**
 * Runs `work` unless the key is known; a repeat gets the stored answer.
 * @throws errno.message if the key was used for another request
 */
export async function applyOnce(
  ledger: OpenLedger,
  person: Pick<Person, 'id'>,
  entry: LedgerEntry,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const storedRow = ledger.rowsByKey.get(entry.key)
  if (storedRow) return getStoredAnswer(storedRow, person, entry.hash)
  const data = (await work()) ?? null
  ledger.newEntries.push({ ...entry, data })
  const { key, endpoint, hash } = entry
  ledger.rowsByKey.set(key, { opId: key, userId: person.id, op: endpoint, requestHash: hash, response: { data } })
  return data
}
async function insertEntries(
  { query, site, person, now }: LedgerContext,
  entries: readonly AnsweredEntry[],
): Promise<void> {
  if (!entries.length) return
  const storedEntries = entries.map(({ key, endpoint, hash, data, phone }) => ({
    id: key,
    op: endpoint,
    hash,
    response: { data },
    client: phone?.clientId,
    seq: phone?.seq,
    at: phone?.occurredAt,
    drift: phone?.isClockOff,
  }))
  await query(
    sql`insert into sync_op (site_id, op_id, user_id, op, request_hash, response, client_id, seq, occurred_at, received_at, drift)
      select ${site}, o.id, ${person?.id ?? null}, o.op, o.hash, o.response, o.client, o.seq, o.at, ${now}, coalesce(o.drift, false)
      from jsonb_to_recordset(${JSON.stringify(storedEntries)}::jsonb) as o(id uuid, op text, hash text, response jsonb, client text, seq bigint, at timestamptz, drift boolean)`,
  )
}
/** Loads the ledger rows of some keys, by key. */
export async function loadLedgerRows(
  query: Query,
  site: number,
  keys: readonly string[],
): Promise<Map<string, LedgerRow>> {
  const rows = keys.length
    ? await query(sql`select ${ledgerColumns} from sync_op where site_id = ${site} and op_id = any(${keys}::uuid[])`)
    : []
  return new Map(rows.map((row) => [row.opId, row]))
}
export async function countLedgerRows(query: Query, site: number, keys: readonly string[]): Promise<number> {
  const [row] = await query(
    sql<{
      count: number
    }>`select count(*)::int as count from sync_op where site_id = ${site} and op_id = any(${keys}::uuid[])`,
  )
  return row!.count
}
/** Returns the stored answer. @throws errno.message if the key belongs to another person or another request */
export function getStoredAnswer(storedRow: LedgerRow, person: Pick<Person, 'id'>, hash: string): unknown {
  if (storedRow.requestHash !== hash || storedRow.userId !== person.id)
    throw new Refusal(errno.message, 'contract:errors.keyReused')
  return storedRow.response.data
}

/** Hashes endpoint and input, so that a repeated request is not confused with another request under the same key. */
export const hashEndpointInput = (endpoint: Endpoint, input: unknown): string =>
  hashRequest({ endpoint: endpoint.name, input: omitSecrets(endpoint, input) })
/** Omits secrets, because a stored hash must not help to guess a password. */
function omitSecrets(endpoint: Endpoint, input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(
    Object.entries(input).filter(([name]) => {
      const field = endpoint.input[name]
      return !(field?.kind === 'text' && field.secret)
    }),
  )
}
/**
 * Hashes the operation and its input with SHA-256. Property names are sorted, so that equal requests give equal hashes.
 */
export const hashRequest = (call: { endpoint: string; input: unknown }): string =>
  createHash('sha256').update(call.endpoint).update('\0').update(toCanonicalJson(call.input)).digest('hex')
function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`
  if (value && typeof value === 'object')
    return `{${Object.entries(value)
      .filter(([, propertyValue]) => propertyValue !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, propertyValue]) => `${JSON.stringify(k)}:${toCanonicalJson(propertyValue)}`)
      .join(',')}}`
  return JSON.stringify(value ?? null)
}
