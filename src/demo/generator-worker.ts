/**
 * Entry of the thread that generates the demonstration's rows; see `GeneratorThread`. It sends statements to the thread
 * that owns the database connection, so that rows are generated, encoded and stored in parallel.
 */
import { createRequire } from 'node:module'
import type { QueryResultRow } from 'pg'
import { parentPort, workerData } from 'node:worker_threads'
import { buildDemo, type DemoPart } from './build'
import { BulkStore, type StatementSender } from './bulk'
import type { MessageFromGenerator, GeneratorInput, MessageToGenerator } from './generator-thread'
import { DeferredHistory } from './deferred-history'

if (!parentPort) throw new Error('The generator runs in a worker thread')
const port = parentPort
const input = workerData as GeneratorInput
/** Encodes values as text, as the driver does; text is cheap to transfer. The driver's types omit this module. */
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as { prepareValue(value: unknown): unknown }
const post = (message: MessageFromGenerator): void => port.postMessage(message)

const pendingQueries = new Map<number, { resolve: (rows: unknown[]) => void; reject: (error: Error) => void }>()
let lastQueryId = 0
const client: StatementSender = {
  query: <R extends QueryResultRow>(text: string, values: unknown[] = []) =>
    new Promise<{ rows: R[] }>((resolve, reject) => {
      const id = ++lastQueryId
      pendingQueries.set(id, { resolve: (rows) => resolve({ rows: rows as R[] }), reject })
      post({ kind: 'query', id, text, values: values.map((value) => prepareValue(value)) })
    }),
}
const history = new DeferredHistory(input.now.getTime())
port.on('message', (message: MessageToGenerator) => {
  if (message.kind === 'week') post({ kind: 'week', rows: history.takeWeek(message.key) })
  else {
    const { resolve, reject } = pendingQueries.get(message.id)!
    pendingQueries.delete(message.id)
    if (message.kind === 'rows') resolve(message.rows)
    else reject(new Error(message.reason))
  }
})

const store = input.store
  ? await BulkStore.open(client, input.store.site, (rows) => post({ kind: 'stored', rows }))
  : undefined
const demoParts = buildDemo(input)
let generatedPart = demoParts.next()
for (; !generatedPart.done; generatedPart = demoParts.next()) {
  const batches = history.deferOldRows(generatedPart.value.batches)
  if (store) await storePart(store, { ...generatedPart.value, batches })
}
await store?.flush()
post({ kind: 'finished', numbers: generatedPart.value, weeks: history.listKeys() })

async function storePart(bulkStore: BulkStore, part: DemoPart): Promise<void> {
  const { site, passwordHash } = input.store!
  for (const rowBatch of part.batches) await bulkStore.add(rowBatch)
  if (part.stage === 'people') {
    await bulkStore.flush()
    // All accounts share one hash, because they have the same documented password.
    const people = part.batches.find(({ resource }) => resource.name === 'user')?.rows ?? []
    await client.query(
      'insert into credential (site_id, user_id, hash, changed_at) select $1, u, $3, $4 from unnest($2::uuid[]) u',
      [site, people.map((row) => row['id']), passwordHash, input.now],
    )
  }
  if (part.fillSeries) {
    await bulkStore.flush()
    await part.fillSeries(client, site)
  }
  if (part.photos.length > 0) post({ kind: 'photos', photos: part.photos })
}
