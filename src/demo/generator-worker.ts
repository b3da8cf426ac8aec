/**
 * Entry of the thread that generates the demonstration's rows; see `GeneratorThread`. It sends statements to the thread
 * that owns the database connection, so that rows are generated, encoded and stored in parallel.
 */
import { createRequire } from 'node:module'
import type { QueryResultRow } from 'pg'
import { parentPort, workerData } from 'node:worker_threads'
import { buildDemo, type Part } from './build'
import { BulkStore, type StatementSender } from './bulk'
import type { FromGenerator, GeneratorOrder, ToGenerator } from './generator-thread'
import { History } from './history'

if (!parentPort) throw new Error('The generator runs in a worker thread')
const port = parentPort
const order = workerData as GeneratorOrder
/** Encodes values as text, as the driver does; text is cheap to transfer. The driver's types omit this module. */
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as { prepareValue(value: unknown): unknown }
const post = (message: FromGenerator): void => port.postMessage(message)

const waiting = new Map<number, { resolve: (rows: unknown[]) => void; reject: (error: Error) => void }>()
let lastId = 0
const client: StatementSender = {
  query: <R extends QueryResultRow>(text: string, values: unknown[] = []) =>
    new Promise<{ rows: R[] }>((resolve, reject) => {
      const id = ++lastId
      waiting.set(id, { resolve: (rows) => resolve({ rows: rows as R[] }), reject })
      post({ kind: 'query', id, text, values: values.map((value) => prepareValue(value)) })
    }),
}
const history = new History(order.now.getTime())
port.on('message', (message: ToGenerator) => {
  if (message.kind === 'week') post({ kind: 'week', rows: history.takeWeek(message.key) })
  else {
    const { resolve, reject } = waiting.get(message.id)!
    waiting.delete(message.id)
    if (message.kind === 'rows') resolve(message.rows)
    else reject(new Error(message.reason))
  }
})

const store = order.store
  ? await BulkStore.open(client, order.store.site, (rows) => post({ kind: 'stored', rows }))
  : undefined
const parts = buildDemo(order)
let next = parts.next()
for (; !next.done; next = parts.next()) {
  const batches = history.keep(next.value.batches)
  if (store) await storePart(store, { ...next.value, batches })
}
await store?.settled()
post({ kind: 'made', numbers: next.value, weeks: history.keys() })

async function storePart(to: BulkStore, part: Part): Promise<void> {
  const { site, passwordHash } = order.store!
  for (const each of part.batches) await to.add(each)
  if (part.what === 'people') {
    await to.settled()
    // All accounts share one hash, because they have the same documented password.
    const people = part.batches.find(({ resource }) => resource.name === 'user')?.rows ?? []
    await client.query(
      'insert into credential (site_id, user_id, hash, changed_at) select $1, u, $3, $4 from unnest($2::uuid[]) u',
      [site, people.map((row) => row['id']), passwordHash, order.now],
    )
  }
  if (part.series) {
    await to.settled()
    await part.series(client, site)
  }
  if (part.photos.length > 0) post({ kind: 'photos', photos: part.photos })
}
