import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BREADTH_SUITES } from './tests/breadth.mjs'

const onPostgres = Boolean(process.env['DATABASE_URL'])
/** Suites whose result does not depend on the database: they run on the embedded engine only. */
const embeddedSuites = [
  'tests/demo/**/*.test.ts',
  'tests/server/{excel,files}/**/*.test.ts',
  'tests/server/lent-database.test.ts',
]
/** Like `embeddedSuites`, but each needs its own process: it mocks a module, measures memory or takes the database away. */
const embeddedAloneSuites = [
  'tests/server/db/{crash,embedded,embedded-memory,group-commit}.test.ts',
  'tests/server/reliability/{built-server,disk-full}.test.ts',
  'tests/server/security/{http-tricks,slow-bodies,hostile-files}.test.ts',
]
/** Suites that run on both engines, because the engines could differ. `npm run test:long` runs all suites on both. */
const bothEngineSuites = [
  'tests/server/kit/*.test.ts',
  'tests/server/db/engines.test.ts',
  'tests/server/reliability/sync-crowd.test.ts',
]
const bothEngineAloneSuites = ['tests/server/kit/one-insert.test.ts']
/** Suites of databases and reliability that may share a process with others, because they leave no traces in it. */
const sharingSuites = {
  db: 'correction-team-migration|engines|new-database|postgres-server|reopen-after-kill|search-index-migration|shared-connection|upgrade',
  reliability: 'change-feed|instances|job-lease|starting-server|sync-crowd',
}
const aloneSuites = [
  'tests/server/orders/{erp,erp-limits}.test.ts',
  'tests/server/kit/one-insert.test.ts',
  `tests/server/db/!(${sharingSuites.db}).test.ts`,
  `tests/server/reliability/!(${sharingSuites.reliability}).test.ts`,
]
const plantSuites = ['tests/{server,contract}/**/*.test.ts']
/** Client suites that need their own process: for streams or digests of Node, another address, or a module that VM contexts cannot load. */
const clientAloneSuites = [
  'tests/client/areas/laboratory/cell-device.test.tsx',
  'tests/client/areas/rounds/walk.test.tsx',
  'tests/client/areas/rolls/labels.test.ts',
  'tests/client/session/directory-sign-in.test.tsx',
]
/** Slowest suites (kills, crowds, full disks, whole backups), which only `npm run test:long` runs. */
const longSuites = [
  'tests/server/db/{crash,embedded,migrate-backup}.test.ts',
  'tests/server/excel/hostile-workbooks.test.ts',
  'tests/server/reliability/{backup-commands,built-server,collisions,disk-full,mixed-crowd,overload,postgres-restart,upload-memory}.test.ts',
  'tests/server/security/{fuzz,hostile-files,slow-bodies}.test.ts',
]
const skippedBreadthSuites = process.env['WITHOUT_BREADTH']
  ? BREADTH_SUITES.map((path) => (path.endsWith('/') ? `${path}**` : path))
  : []
const excluded = [
  'tests/e2e/**',
  'tests/bench/**',
  'node_modules/**',
  ...(process.env['LONG'] ? [] : longSuites),
  ...skippedBreadthSuites,
]

/**
 * Files of one process share the loaded server, because loading it takes longer than most files. Each test creates and
 * closes its own plant.
 */
const sharedProcess = { isolate: false }
/** Set-up of projects with randomised tests. */
const seedSetup = 'tests/one-seed.ts'
/** Selects the embedded engine, whichever engine the other projects use. */
const embeddedEngine = { DATABASE_URL: '' }
/** In a process with a single file, optimising the WebAssembly of the embedded database costs more than it saves. */
const singleFileFlags = process.env['LONG'] ? [] : ['--liftoff-only']
const serverProjects = [
  {
    name: 'plants',
    ...sharedProcess,
    setupFiles: seedSetup,
    include: plantSuites,
    exclude: [...excluded, ...aloneSuites, ...embeddedSuites, ...embeddedAloneSuites],
    env: { KEEP_DATABASES: '1' },
  },
  { name: 'alone', include: aloneSuites, exclude: [...excluded, ...embeddedAloneSuites], execArgv: singleFileFlags },
  {
    name: 'embedded',
    ...sharedProcess,
    include: [...embeddedSuites, ...(onPostgres ? bothEngineSuites : [])],
    exclude: [...excluded, ...aloneSuites],
    env: { ...embeddedEngine, KEEP_DATABASES: '1' },
  },
  {
    name: 'embedded, alone',
    include: [...embeddedAloneSuites, ...(onPostgres ? bothEngineAloneSuites : [])],
    exclude: excluded,
    env: embeddedEngine,
    execArgv: singleFileFlags,
  },
]

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@(?=\/)/, replacement: resolve(import.meta.dirname, 'src') },
      // The package name resolves to its CommonJS build, whose require() fails in VM contexts.
      {
        find: /^react-router-dom$/,
        replacement: fileURLToPath(import.meta.resolve('react-router-dom')).replace(/\.js$/, '.mjs'),
      },
    ],
  },
  test: {
    // A long timeout costs a passing test nothing, and a build machine may be busy. Tests of a promised time set their own.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The databases of a run are deleted at its end.
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    // The projects share most files, so each file is compiled once.
    experimental: { fsModuleCache: true },
    globalSetup: 'tests/run-folder.ts',
    // Vitest leaves a core free by default, which is half of a small machine. One more than the cores, because some files wait
    // for a disk or a clock.
    maxWorkers: availableParallelism() + 1,
    projects: [
      ...serverProjects.map((test) => ({ extends: true as const, test })),
      // Rules have no state, so their files share a process.
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['tests/{rules,architecture}/**/*.test.ts'],
          exclude: excluded,
          setupFiles: seedSetup,
          isolate: false,
        },
      },
      // A process has only one phone store, so each file has its own process.
      { extends: true, test: { name: 'offline', include: ['tests/offline/**/*.test.ts'], exclude: excluded } },
      // Several VM contexts per process: jsdom is loaded once, and a file needs half the processor time.
      {
        extends: true,
        test: {
          name: 'client',
          pool: 'vmForks',
          include: ['tests/client/**/*.test.{ts,tsx}'],
          exclude: [...excluded, ...clientAloneSuites],
          setupFiles: 'tests/client/setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'client, alone',
          include: clientAloneSuites,
          exclude: excluded,
          setupFiles: 'tests/client/setup.ts',
        },
      },
    ],
  },
})
