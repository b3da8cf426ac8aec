import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Server suites that another database cannot change: the embedded engine itself, files and sheets, how HTTP is read. They do not run a second time. */
const withoutPostgres = [
  'tests/server/db/{crash,embedded,embedded-memory,group-commit}.test.ts',
  'tests/server/reliability/{built-server,disk-full}.test.ts',
  'tests/server/{excel,files}/**',
  'tests/server/security/{http-tricks,slow-bodies,hostile-files}.test.ts',
]

export default defineConfig({
  resolve: { alias: { '@': resolve(import.meta.dirname, 'src') } },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'tests/bench/**', 'node_modules/**', ...(process.env['DATABASE_URL'] ? withoutPostgres : [])],
    // Waiting longer costs a passing test nothing, and a build machine may be busy with other things. What is promised in seconds says so itself.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Vitest leaves a core free, which is half of a small machine.
    maxWorkers: availableParallelism(),
  },
})
