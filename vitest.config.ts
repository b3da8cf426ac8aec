import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Server suites that never reach the server DATABASE_URL names: the embedded engine itself, and what needs no database. They do not run a second time. */
const withoutPostgres = [
  'tests/server/db/{crash,embedded,group-commit}.test.ts',
  'tests/server/reliability/{built-server,disk-full}.test.ts',
  'tests/server/{excel,files}/**',
]

export default defineConfig({
  resolve: { alias: { '@': resolve(import.meta.dirname, 'src') } },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'tests/bench/**', 'node_modules/**', ...(process.env['DATABASE_URL'] ? withoutPostgres : [])],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Vitest leaves a core free, which is half of a small machine.
    maxWorkers: availableParallelism(),
  },
})
