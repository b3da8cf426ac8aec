/**
 * Opens plants of earlier releases with this program. `tests/fixtures/plants/<nnnn>` is a backup made when migration
 * `nnnn` was the last one (`npm run plant-fixture`). Each is restored, started and compared with the answers of its own program.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { calculateHotpCode, decodeBase32, TIME_STEP_S } from '@/areas/access/server/totp'
import { areaServers } from '@/areas/servers'
import type { Application } from '@/server/application'
import { readSettings } from '@/server/config'
import { readManifest } from '@/server/db/backup-format'
import { openDatabase, type Database } from '@/server/db/connect'
import { migrateDatabase, readMigrations } from '@/server/db/migrate'
import { restoreBackup } from '@/server/db/restore'
import { createHttpServer } from '@/server/http/server'
import { migrationsFolder, sourceFolder } from '@/server/program-files'
import { startApplication } from '@/server/start-application'
import { loadTranslations, getLocaleFolders } from '@/server/translations'
import { loadListTotals, plantFixturesFolder, loadPlantSums, type ExpectedPlant } from '../../fixtures/plant-fixture'
import { createCaller } from '../harness'

const { DATABASE_URL } = process.env
const log = pino({ level: 'silent' })
const patient = { statementMs: 600_000, idleInTransactionMs: 600_000 }
const folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
const plants = readdirSync(plantFixturesFolder).sort()
/** The engine of the restore test. The data folder test always uses the embedded engine. */
const engine = DATABASE_URL ? 'postgres' : 'embedded'
const databases: string[] = []

/** Copies the migrations up to the last one of a fixture. @returns the folder */
function copyMigrationsUntil(tag: string): string {
  const target = join(folder, `migrations-${tag}`)
  if (existsSync(target)) return target
  cpSync(migrationsFolder, target, { recursive: true })
  const file = join(target, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] }
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, Number(tag) + 1) }))
  return target
}
/** Copies the program's migrations and adds one as of a later release: a column filled from rows, and a new table. @returns the folder */
function copyNextReleaseMigrations(): string {
  const target = join(folder, 'migrations-next')
  cpSync(migrationsFolder, target, { recursive: true })
  const file = join(target, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { idx: number; when: number }[] }
  const last = journal.entries.at(-1)!
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1000, tag: 'next_release' } as never)
  writeFileSync(file, JSON.stringify(journal))
  writeFileSync(
    join(target, 'next_release.sql'),
    `alter table equipment add column code_length integer;
--> statement-breakpoint
create table next_release (site_id integer not null, id uuid not null, primary key (site_id, id));
--> statement-breakpoint
update equipment set code_length = length(code);
--> statement-breakpoint
insert into next_release select site_id, id from equipment;`,
  )
  return target
}

interface RestoreTarget {
  dataDir: string
  databaseUrl?: string
}
async function createEmptyTarget(kind: 'embedded' | 'postgres'): Promise<RestoreTarget> {
  const dataDir = join(folder, randomUUID())
  mkdirSync(dataDir)
  if (kind === 'embedded') return { dataDir }
  const name = `upgrade_${randomUUID().replaceAll('-', '').slice(0, 12)}`
  await runOnServer(`create database ${name} template template0 encoding 'UTF8'`)
  databases.push(name)
  const url = new URL(DATABASE_URL!)
  url.pathname = `/${name}`
  return { dataDir, databaseUrl: url.href }
}
async function runOnServer(statement: string): Promise<void> {
  const client = new pg.Client(DATABASE_URL)
  await client.connect()
  await client.query(statement)
  await client.end()
}
afterAll(async () => {
  for (const name of databases) await runOnServer(`drop database if exists ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the application like `npm start`, with the clock at the time of the fixture. */
async function startPlant(
  db: Database,
  dataDir: string,
  expected: ExpectedPlant,
): Promise<[Application, FastifyInstance]> {
  const app = await startApplication({
    areas: areaServers,
    db,
    translations: await loadTranslations(getLocaleFolders(sourceFolder)),
    log,
    dataDir,
    timeZone: 'Asia/Shanghai',
    sessions: { idleHours: 24 * 3650, maxDays: 3650, maxPerPerson: 20 },
    verifiedMinutes: 5,
    secretKey: expected.secretKey,
    clock: () => new Date(expected.at),
  })
  const settings = readSettings([], { DATA_DIR: dataDir, RATE_LIMIT: '1000000' })
  const http = await createHttpServer(app, {
    ...settings,
    isHttpsEnabled: false,
    https: null,
    logger: log,
    shouldLogRequests: false,
    clientDir: null,
  })
  await http.ready()
  return [app, http]
}
const readExpected = (tag: string): ExpectedPlant =>
  JSON.parse(readFileSync(join(plantFixturesFolder, tag, 'expected.json'), 'utf8')) as ExpectedPlant

/** Tables of pending recalculations. A migration that corrects a formula adds rows to them. */
const WORK_LISTS = ['figure_mark']
/** Compares the plant with the fixture's expected answers, then signs in, repeats a request and writes new rows. */
async function comparePlant(db: Database, dataDir: string, tag: string): Promise<void> {
  const expected = readExpected(tag)
  const manifest = readManifest(join(plantFixturesFolder, tag))
  const counts: Record<string, number> = {}
  for (const table of Object.keys(manifest.tables)) {
    const { rows } = await db.pool.query<{ n: number }>(`select count(*)::int as n from public."${table}"`)
    counts[table] = rows[0]!.n
  }
  for (const table of WORK_LISTS) {
    expect(counts[table]).toBeGreaterThanOrEqual(manifest.tables[table]!.rows)
    delete counts[table]
  }
  expect(counts).toEqual(
    Object.fromEntries(
      Object.entries(manifest.tables).flatMap(([name, { rows }]) => (WORK_LISTS.includes(name) ? [] : [[name, rows]])),
    ),
  )

  const [app, http] = await startPlant(db, dataDir, expected)
  try {
    const { admin, factor, repeated, synced, upload } = expected
    // The old session is still valid, and every list answers as before.
    const caller = createCaller(http, admin.token, synced.userId)
    expect(await loadListTotals(app, caller)).toMatchObject(expected.lists)
    expect(await loadPlantSums(app)).toEqual(expected.sums)
    const stranger = createCaller(http, '', '')
    const signIn = (body: object) => stranger.raw('POST', '/user/login', body)
    expect(await signIn({ username: admin.userName, password: admin.password })).toMatchObject({ errno: '200' })
    const person = { username: factor.userName, password: factor.password }
    expect(await signIn(person)).toMatchObject({ errno: '6000', data: { secondFactor: true } })
    // Uses the code of the next time step, because the current code was used to set up the factor.
    const step = Math.floor(Date.parse(expected.at) / 1000 / TIME_STEP_S) + 1
    const code = calculateHotpCode(decodeBase32(factor.secret), step)
    expect(await signIn({ ...person, code })).toMatchObject({ errno: '200' })
    expect(await signIn({ ...person, code: factor.recoveryCode })).toMatchObject({ errno: '200' })
    expect((await createCaller(http, expected.serviceToken, '').raw('GET', '/user/info')).errno).toBe('200')
    // A request acknowledged by the old program has no second effect when repeated.
    const countsBefore = await loadRowCounts(db)
    const repeatAnswer = await caller.raw('POST', repeated.path, repeated.body, { 'idempotency-key': repeated.key })
    expect(repeatAnswer).toMatchObject({ errno: '200', data: { id: repeated.id } })
    const sync = await caller.raw('POST', '/sync', { sentAt: expected.at, ops: [synced] })
    expect(sync.data).toMatchObject({ answers: [{ id: synced.id, status: 'done' }] })
    expect(await loadRowCounts(db)).toEqual(countsBefore)
    const { rows: waitingMessages } = await db.pool.query(`select 1 from outbound_message where state = 'waiting'`)
    expect(waitingMessages).toHaveLength(expected.waitingMessages)
    // Backups contain no upload pieces, so the phone has to start over.
    const uploadStart = await caller.raw('POST', '/upload_start', {
      ...upload,
      received: undefined,
      mime: 'image/png',
      name: 'half.png',
    })
    expect(uploadStart.data).toMatchObject({ id: upload.id, received: 0, done: false })
    const storedFiles = await db.pool.query<{ id: string }>(`select id from stored_file where state = 'stored'`)
    expect(storedFiles.rows.length).toBeGreaterThan(0)
    for (const { id } of storedFiles.rows) expect((await caller.raw('GET', `/file?id=${id}`)).status).toBe(200)
    // A closed month stays closed, and new rows can be entered
    const { rows: closedMonths } = await db.pool.query(`select month from plant_month where state = 'closed'`)
    expect(closedMonths.length).toBeGreaterThan(0)
    expect(await caller.raw('POST', '/book/add_equ', { code: 'NEW-1', name: '新设备' })).toMatchObject({ errno: '200' })
  } finally {
    await http.close()
    await app.changes.close()
  }
}
async function loadRowCounts(db: Database): Promise<unknown> {
  const { rows } = await db.pool.query(
    `select (select count(*) from equipment) as machines, (select count(*) from repair) as repairs, (select count(*) from sync_op) as ledger`,
  )
  return rows[0]
}

describe.each(plants)('a plant of migration %s', { timeout: 600_000 }, (tag) => {
  it(`is restored from its backup, on ${engine}`, async () => {
    const target = await createEmptyTarget(engine)
    await restoreBackup({ from: join(plantFixturesFolder, tag), ...target, log })
    const db = await openDatabase({ ...target, log, limits: patient })
    try {
      expect(await migrateDatabase(db, migrationsFolder)).toBe(0)
      await comparePlant(db, target.dataDir, tag)
    } finally {
      await db.close()
    }
  })

  it('opens in its own data folder, and keeps its rows through the next release’s migration', async () => {
    const target = await createEmptyTarget('embedded')
    // Restored with the old migrations and closed, as its own program left it.
    await restoreBackup({
      from: join(plantFixturesFolder, tag),
      ...target,
      log,
      migrationsDir: copyMigrationsUntil(tag),
    })
    const db = await openDatabase({ ...target, log, limits: patient })
    try {
      const missing = readMigrations(migrationsFolder).length - 1 - Number(tag)
      expect(await migrateDatabase(db, migrationsFolder)).toBe(missing)
      expect(await migrateDatabase(db, copyNextReleaseMigrations())).toBe(1)
      const { rows } = await db.pool.query<{ machines: number; filled: number; copied: number }>(
        `select count(*)::int as machines, count(*) filter (where code_length = length(code))::int as filled,
           (select count(*)::int from next_release) as copied from equipment`,
      )
      const { machines, filled, copied } = rows[0]!
      expect(machines).toBe(readManifest(join(plantFixturesFolder, tag)).tables['equipment']!.rows)
      expect([filled, copied]).toEqual([machines, machines])
      // The older program refuses the newer tables with advice.
      await expect(migrateDatabase(db, migrationsFolder)).rejects.toThrow(
        /newer than this program.*Install the newer version/s,
      )
      await comparePlant(db, target.dataDir, tag)
    } finally {
      await db.close()
    }
  })
})
