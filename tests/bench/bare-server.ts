/**
 * The bare server, to which the product is compared: Node's HTTP server with prepared queries and durable inserts. Prints its port.
 * `bare-server.ts <settings as JSON>`
 */
import { createServer, type IncomingMessage } from 'node:http'
import { createUuid7 } from '@/contract/id'
import { createBareCrowd } from './bare-crowd'
import { createBareDoff } from './bare-doff'
import { openPlantDatabase } from './plant-rows'
import type { ServerSettings } from './server-process'

const db = await openPlantDatabase(JSON.parse(process.argv[2]!) as ServerSettings)
const { rows: columns } = await db.pool.query<{ name: string }>(
  `select column_name as name from information_schema.columns where table_name = 'equipment' and column_name <> 'site_id' order by ordinal_position`,
)
const pageQuery = `select ${columns.map(({ name }) => `"${name}" as "${name.replace(/_([a-z])/g, (_, c: string) => c.toUpperCase())}"`).join(', ')} from equipment where site_id = $1 and line_id = $2 order by code, id limit 50`

const insertStatement =
  'insert into first_level_check (site_id, id, equipment_id, occurred_at, result, items, note) values (1, $1, $2, $3, $4, $5, $6) returning *'

const routes: Record<string, (url: URL, request: IncomingMessage) => Promise<unknown>> = {
  'GET /': (url) => loadPage(url.searchParams.get('line')),
  'POST /': (_url, request) => insertCheck(request),
  'POST /doff': createBareDoff(db),
  ...createBareCrowd(db),
}
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://bare')
  const answer = routes[`${request.method} ${url.pathname}`]!(url, request)
  answer.then(
    (rows) => response.setHeader('content-type', 'application/json').end(JSON.stringify(rows)),
    (error: Error) => response.writeHead(500).end(error.message),
  )
})
async function loadPage(line: string | null): Promise<unknown[]> {
  return (await db.pool.query({ name: 'page', text: pageQuery, values: [1, line] })).rows as unknown[]
}
async function insertCheck(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { equipmentId, occurredAt, result, items, note } = JSON.parse(Buffer.concat(chunks).toString()) as Record<
    string,
    unknown
  >
  const { rows } = await db.pool.query<object>({
    name: 'insert',
    text: insertStatement,
    values: [createUuid7(Date.now()), equipmentId, occurredAt, result, JSON.stringify(items), note],
  })
  await db.waitUntilDurable()
  return rows[0]
}
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${address && typeof address === 'object' ? address.port : 0}\n`)
})
process.once('SIGTERM', () => {
  server.closeAllConnections()
  server.close(() => void db.close().then(() => process.exit(0)))
})
