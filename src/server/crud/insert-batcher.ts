import type { Resource } from '@/contract/resource'
import type { Context, Query } from '../context'
import { auditColumns } from './audit'
import { getStatements } from './statements'

/** The data of one insert in a batch. Both objects go to the database as JSON. */
export interface PendingInsert {
  /** Values by column. All rows of a batch have the same columns in the same order. */
  row: Record<string, unknown>
  metadata: InsertMetadata
}
/** Values for the audit log and the ledger; `key` and `hash` are null without an Idempotency-Key. */
export interface InsertMetadata {
  log_id: string
  log_at: Date
  person_id: string | null
  person_name: string | null
  address: string | null
  via: string
  operation: string
  title: string
  request_id: string
  occurred_at: string | null
  key: string | null
  hash: string | null
  /** Ids that must exist, one list per table in `lookups` of `InsertBatcher.insert`. */
  lookup: readonly (readonly string[] | null)[]
}
interface QueuedInsert {
  item: PendingInsert
  resolve(row: Record<string, unknown> | null): void
  reject(error: unknown): void
}
interface InsertQueue {
  sql: string
  entries: QueuedInsert[]
  runningCount: number
}

/** While one statement runs, the next batch fills up; a third statement would only make the batches smaller. */
const MAX_CONCURRENT_STATEMENTS = 2
/** Keeps each statement short. */
const MAX_BATCH_SIZE = 32

/**
 * Combines single inserts that arrive at the same moment into one statement per table, which saves planning, round
 * trips and commits. On an idle server an insert does not wait for others.
 */
export class InsertBatcher {
  readonly #queuesByKey = new Map<string, InsertQueue>()
  constructor(
    private readonly query: Query,
    private readonly site: number,
  ) {}

  /**
   * Inserts a row and returns it as sent to clients. Returns null and writes nothing if its key is already used or
   * locked, or a looked-up id is missing. A failing statement rejects all inserts of the batch and writes none.
   * @param lookups tables that must contain the ids of `metadata.lookup`
   */
  insert(resource: Resource, lookups: readonly string[], item: PendingInsert): Promise<Record<string, unknown> | null> {
    const columns = Object.keys(item.row)
    const queueKey = `${resource.table} ${columns.join()} ${lookups.join()}`
    let queue = this.#queuesByKey.get(queueKey)
    if (!queue)
      this.#queuesByKey.set(
        queueKey,
        (queue = { sql: buildInsertStatement(resource, columns, lookups), entries: [], runningCount: 0 }),
      )
    const { entries } = queue
    return new Promise((resolve, reject) => {
      entries.push({ item, resolve, reject })
      if (entries.length === 1) this.#scheduleRun(queue)
    })
  }

  /** Runs the queue at the end of this event-loop turn, after all requests that arrived together have been read. */
  #scheduleRun(queue: InsertQueue): void {
    if (queue.runningCount < MAX_CONCURRENT_STATEMENTS)
      setImmediate(() => {
        if (queue.entries.length && queue.runningCount < MAX_CONCURRENT_STATEMENTS) void this.#run(queue)
      })
  }

  async #run(queue: InsertQueue): Promise<void> {
    const batch = takeBatch(queue)
    queue.runningCount += 1
    try {
      const rows = await runInsertStatement(
        { query: this.query, site: this.site },
        queue.sql,
        batch.map(({ item }) => item),
      )
      batch.forEach((queuedInsert, i) => queuedInsert.resolve(rows[i]!))
    } catch (error) {
      for (const queuedInsert of batch) queuedInsert.reject(error)
    } finally {
      queue.runningCount -= 1
      if (queue.entries.length) this.#scheduleRun(queue)
    }
  }
}

/** Runs a statement of `buildInsertStatement`. @returns the rows as sent to clients, null for a row that was not inserted */
export async function runInsertStatement(
  { query, site }: Pick<Context, 'query' | 'site'>,
  statement: string,
  inserts: readonly PendingInsert[],
): Promise<(Record<string, unknown> | null)[]> {
  const answers = await query<{ n: number; row: Record<string, unknown> }>(statement, [
    site,
    JSON.stringify(inserts.map(({ row }) => row)),
    JSON.stringify(inserts.map(({ metadata }) => flattenMetadata(metadata))),
  ])
  const rows = new Map(answers.map(({ n, row }) => [n, row]))
  return inserts.map((_, i) => rows.get(i + 1) ?? null)
}

/**
 * Takes the next batch from the queue. An insert whose key is already in the batch waits, because it must find the answer
 * of the first insert in the ledger.
 */
function takeBatch(queue: InsertQueue): QueuedInsert[] {
  const batch: QueuedInsert[] = []
  const deferredInserts: QueuedInsert[] = []
  const keys = new Set<string>()
  for (const queuedInsert of queue.entries) {
    const { key } = queuedInsert.item.metadata
    if (batch.length >= MAX_BATCH_SIZE || (key && keys.has(key))) deferredInserts.push(queuedInsert)
    else batch.push(queuedInsert)
    if (key) keys.add(key)
  }
  queue.entries.splice(0, Infinity, ...deferredInserts)
  return batch
}

const flattenMetadata = ({ lookup, ...metadata }: InsertMetadata): object => ({
  ...metadata,
  ...Object.fromEntries(lookup.map((ids, i) => [`lookup${i}`, ids])),
})

const metadataTypes: Record<Exclude<keyof InsertMetadata, 'lookup'>, string> = {
  log_id: 'uuid',
  log_at: 'timestamptz',
  person_id: 'uuid',
  person_name: 'text',
  address: 'text',
  via: 'text',
  operation: 'text',
  title: 'text',
  request_id: 'text',
  occurred_at: 'timestamptz',
  key: 'uuid',
  hash: 'text',
}

/**
 * Builds the batch statement. $1 is the site, $2 the rows and $3 their metadata, JSON arrays in the same order.
 * `all_metadata`: the metadata of all rows, numbered by `$n`. `insertable`: the metadata whose key is free and whose
 * looked-up ids exist; the seed 7 of the lock is the same as in `beginTransaction`. `new_rows`: the rows of `insertable`.
 * `written`: each inserted row as JSON with its metadata.
 */
export function buildInsertStatement(
  resource: Resource,
  columns: readonly string[],
  lookups: readonly string[],
): string {
  const statements = getStatements(resource)
  const columnNames = columns.map((c) => `"${c}"`).join(', ')
  const metadataColumns = [
    ...Object.entries(metadataTypes),
    ...lookups.map((_, i) => [`lookup${i}`, 'uuid[]'] as const),
  ]
  const lookupConditions = lookups.map(
    (table, i) =>
      ` and (lookup${i} is null or (select count(*) from ${table} t where t.site_id = $1 and t.id = any(lookup${i})) = cardinality(lookup${i}))`,
  )
  const auditedJson = statements.unauditedFields.length
    ? `row_json - '{${statements.unauditedFields.join()}}'::text[]`
    : 'row_json'
  return (
    `with all_metadata as materialized (select * from rows from (json_to_recordset($3::json) as (${metadataColumns.map(([name, type]) => `${name} ${type}`).join(', ')})) with ordinality as h(${metadataColumns.map(([name]) => name).join(', ')}, "$n")), ` +
    `insertable as materialized (select * from all_metadata where (key is null or pg_try_advisory_xact_lock(hashtextextended(key::text, 7))) and not exists (select from sync_op where site_id = $1 and op_id = key)${lookupConditions.join('')}), ` +
    `new_rows as materialized (select g.* from rows from (json_populate_recordset(null::${statements.table}, $2::json)) with ordinality as g join insertable on g.ordinality = insertable."$n"), ` +
    `inserted as (insert into ${statements.table} (site_id, ${columnNames}) select $1, ${columnNames} from new_rows returning *), ` +
    `written as materialized (select insertable.*, m.row_json from (select id, to_jsonb(v) as row_json from (select ${statements.wireColumns} from inserted) v) m join new_rows on new_rows.id = m.id join insertable on insertable."$n" = new_rows.ordinality), ` +
    `log as (insert into operation_log (${auditColumns}) select $1, log_id, log_at, log_at, log_at, person_id, person_id, person_name, address, via, operation, '${resource.name}', row_json->>'id', title, 'insert', '{}'::jsonb, jsonb_strip_nulls(${auditedJson}), request_id, occurred_at from written), ` +
    `ledger as (insert into sync_op (site_id, op_id, user_id, op, request_hash, response, received_at) select $1, key, person_id, operation, hash, jsonb_build_object('data', row_json), log_at from written where key is not null) ` +
    `select "$n"::int as n, row_json as row from written`
  )
}
