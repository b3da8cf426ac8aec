/** The yardstick: Node's own HTTP server and one prepared query, nothing else. `bare-server.ts <settings as JSON>`; prints its port. */
import { createServer } from 'node:http'
import { opened } from './plant-rows'
import type { ServerSettings } from './server-process'

const db = await opened(JSON.parse(process.argv[2]!) as ServerSettings)
const { rows: columns } = await db.pool.query<{ name: string }>(`select column_name as name from information_schema.columns where table_name = 'equipment' and column_name <> 'site_id' order by ordinal_position`)
const text = `select ${columns.map(({ name }) => `"${name}" as "${name.replace(/_([a-z])/g, (_, c: string) => c.toUpperCase())}"`).join(', ')} from equipment where site_id = $1 and line_id = $2 order by code, id limit 50`

const server = createServer((request, response) => {
  const line = new URL(request.url ?? '/', 'http://bare').searchParams.get('line')
  db.pool.query({ name: 'page', text, values: [1, line] }).then(
    ({ rows }) => response.setHeader('content-type', 'application/json').end(JSON.stringify(rows)),
    (error: Error) => response.writeHead(500).end(error.message))
})
server.listen(0, '127.0.0.1', () => {
  const at = server.address()
  process.stdout.write(`${at && typeof at === 'object' ? at.port : 0}\n`)
})
process.once('SIGTERM', () => { server.closeAllConnections(); server.close(() => void db.close().then(() => process.exit(0))) })
