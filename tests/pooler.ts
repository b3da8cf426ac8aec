/**
 * Runs test files through PgBouncer in transaction mode: every plant opens its database through the pooler.
 *   npx tsx tests/pooler.ts tests/server/kit tests/server/rolls
 */
import { spawnSync } from 'node:child_process'
import { startPgBouncer } from './pgbouncer'
import { startPostgres } from './postgres.mjs'

const postgres = await startPostgres()
if (postgres.url === null) throw new Error(postgres.why)
const bouncer = await startPgBouncer(postgres.url)
if (!bouncer) process.exit(1)
const { status } = spawnSync('npx', ['vitest', 'run', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, DATABASE_URL: postgres.url, POOLER: new URL(bouncer.getUrl('postgres')).host },
})
await bouncer.stop()
await postgres.stop()
process.exit(status ?? 1)
