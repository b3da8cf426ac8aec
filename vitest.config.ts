import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BREADTH } from './tests/breadth.mjs'

const onPostgres = Boolean(process.env['DATABASE_URL'])
/** Suites of the embedded engine, of files and sheets, of how HTTP is read: another database changes nothing in them. */
const embedded = [
  'tests/demo/**/*.test.ts',
  'tests/server/{excel,files}/**/*.test.ts',
  'tests/server/lent-database.test.ts',
]
/** The same, each in a process of its own, as they put something in a module's place, weigh a process, or take a database away. */
const embeddedAlone = [
  'tests/server/db/{crash,embedded,embedded-memory,group-commit}.test.ts',
  'tests/server/reliability/{built-server,disk-full}.test.ts',
  'tests/server/security/{http-tricks,slow-bodies,hostile-files}.test.ts',
]
/** Where the engines could differ: these run on both. Everything does in the long run. */
const onBoth = [
  'tests/server/kit/*.test.ts',
  'tests/server/db/engines.test.ts',
  'tests/server/reliability/sync-crowd.test.ts',
]
const onBothAlone = ['tests/server/kit/one-insert.test.ts']
/** Of databases and reliability, what leaves its process as it found it: it shares the loaded server with others. */
const sharing = {
  db: 'correction-team-migration|engines|new-database|postgres-server|reopen-after-kill|search-index-migration|shared-connection|upgrade',
  reliability: 'change-feed|instances|job-lease|starting-server|sync-crowd',
}
const alone = [
  'tests/server/orders/{erp,erp-limits}.test.ts',
  'tests/server/kit/one-insert.test.ts',
  `tests/server/db/!(${sharing.db}).test.ts`,
  `tests/server/reliability/!(${sharing.reliability}).test.ts`,
]
const plants = ['tests/{server,contract}/**/*.test.ts']
/** Of the client, each in a process of its own: they need streams or digests of the platform, put another address in place, or load a module that contexts cannot. */
const clientAlone = [
  'tests/client/areas/laboratory/cell-device.test.tsx',
  'tests/client/areas/rounds/walk.test.tsx',
  'tests/client/areas/rolls/labels.test.ts',
  'tests/client/session/directory-sign-in.test.tsx',
]
/** Kills, crowds, full disks, whole backups: what takes longer than all the rest is left to `npm run test:long`. */
const long = [
  'tests/server/db/{crash,embedded,migrate-backup}.test.ts',
  'tests/server/excel/hostile-workbooks.test.ts',
  'tests/server/reliability/{backup-commands,built-server,collisions,disk-full,mixed-crowd,overload,postgres-restart,upload-memory}.test.ts',
  'tests/server/security/{fuzz,hostile-files,slow-bodies}.test.ts',
]
const left = process.env['WITHOUT_BREADTH'] ? BREADTH.map((at) => (at.endsWith('/') ? `${at}**` : at)) : []
/** Never run here: stories and benches, what is left to the long run, and to the breadth. */
const never = ['tests/e2e/**', 'tests/bench/**', 'node_modules/**', ...(process.env['LONG'] ? [] : long), ...left]

/** Plants are made and closed by their tests, so that the files of one process may share the loaded server: loading it takes longer than most of them. */
const shared = { isolate: false }
/** Of the projects that have tests of generated cases. */
const seeded = 'tests/one-seed.ts'
/** On the embedded engine, whichever the others run on. */
const here = { DATABASE_URL: '' }
/** A process of one file queries its embedded database little, but in the long run: optimising its WebAssembly would cost more than it saves. */
const briefly = process.env['LONG'] ? [] : ['--liftoff-only']
const server = [
  {
    name: 'plants',
    ...shared,
    setupFiles: seeded,
    include: plants,
    exclude: [...never, ...alone, ...embedded, ...embeddedAlone],
    env: { KEEP_DATABASES: '1' },
  },
  { name: 'alone', include: alone, exclude: [...never, ...embeddedAlone], execArgv: briefly },
  {
    name: 'embedded',
    ...shared,
    include: [...embedded, ...(onPostgres ? onBoth : [])],
    exclude: [...never, ...alone],
    env: { ...here, KEEP_DATABASES: '1' },
  },
  {
    name: 'embedded, alone',
    include: [...embeddedAlone, ...(onPostgres ? onBothAlone : [])],
    exclude: never,
    env: here,
    execArgv: briefly,
  },
]

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@(?=\/)/, replacement: resolve(import.meta.dirname, 'src') },
      // By its name Node finds its CommonJS half, which requires a module: contexts of a process cannot.
      {
        find: /^react-router-dom$/,
        replacement: fileURLToPath(import.meta.resolve('react-router-dom')).replace(/\.js$/, '.mjs'),
      },
    ],
  },
  test: {
    // Waiting longer costs a passing test nothing, and a build machine may be busy with other things. What is promised in seconds says so itself.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The databases of a run are deleted at its end.
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    // The projects share most files: each is made into JavaScript once.
    experimental: { fsModuleCache: true },
    globalSetup: 'tests/run-folder.ts',
    // Vitest leaves a core free, which is half of a small machine; one more than there are, as some wait for a disk or a clock.
    maxWorkers: availableParallelism() + 1,
    projects: [
      ...server.map((test) => ({ extends: true as const, test })),
      // Rules keep nothing between one call and the next.
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['tests/{rules,architecture}/**/*.test.ts'],
          exclude: never,
          setupFiles: seeded,
          isolate: false,
        },
      },
      // The phone's store is one for a whole process.
      { extends: true, test: { name: 'offline', include: ['tests/offline/**/*.test.ts'], exclude: never } },
      // Each in a context of its own, several in a process: jsdom is loaded once, and a file takes half the processor time.
      {
        extends: true,
        test: {
          name: 'client',
          pool: 'vmForks',
          include: ['tests/client/**/*.test.{ts,tsx}'],
          exclude: [...never, ...clientAlone],
          setupFiles: 'tests/client/setup.ts',
        },
      },
      {
        extends: true,
        test: { name: 'client, alone', include: clientAlone, exclude: never, setupFiles: 'tests/client/setup.ts' },
      },
    ],
  },
})
