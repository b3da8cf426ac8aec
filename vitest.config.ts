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
/** Suites that put something in a module's place, weigh a process, or take a database away: each in a process of its own. */
const alone = [
  'tests/server/orders/{erp,erp-limits}.test.ts',
  'tests/server/kit/one-insert.test.ts',
  'tests/server/{db,reliability}/**/*.test.ts',
]
const plants = ['tests/{server,contract,demo}/**/*.test.ts']
const never = [
  'tests/e2e/**',
  'tests/bench/**',
  'node_modules/**',
  ...(process.env['DATABASE_URL'] ? withoutPostgres : []),
]

export default defineConfig({
  resolve: { alias: { '@': resolve(import.meta.dirname, 'src') } },
  test: {
    // Waiting longer costs a passing test nothing, and a build machine may be busy with other things. What is promised in seconds says so itself.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    globalSetup: 'tests/run-folder.ts',
    // Vitest leaves a core free, which is half of a small machine; one more than there are, as some wait for a disk or a clock.
    maxWorkers: availableParallelism() + 1,
    projects: [
      // Plants are made and closed by their tests, so that the files of one process may share the loaded server: loading it takes longer than most of them.
      {
        extends: true,
        test: {
          name: 'plants',
          include: plants,
          exclude: [...never, ...alone],
          isolate: false,
          env: { KEEP_DATABASES: '1' },
        },
      },
      { extends: true, test: { name: 'alone', include: alone, exclude: never } },
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['tests/{rules,offline,architecture}/**/*.test.ts'],
          exclude: never,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'client',
          include: ['tests/client/**/*.test.{ts,tsx}'],
          exclude: never,
          setupFiles: 'tests/client/setup.ts',
          isolate: process.env['ISO'] !== '0',
        },
      },
    ],
  },
})
