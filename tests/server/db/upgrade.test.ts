/**
 * Plants of earlier releases, opened by this program. `tests/fixtures/plants/<nnnn>` is a backup made when migration
 * `nnnn` was the last one (`npm run plant-fixture`); each is restored, started and compared with what its own program said.
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
import { loadTranslations, listLocaleFolders } from '@/server/translations'
import { listTotals, plantFixtures, plantSums, type ExpectedPlant } from '../../fixtures/plant-fixture'
import { callerOf } from '../harness'

const { DATABASE_URL } = process.env
const log = pino({ level: 'silent' })
const patient = { statement: 600_000, idleInTransaction: 600_000 }
const folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
const plants = readdirSync(plantFixtures).sort()
/** The data folder below is an embedded one in any case. */
const engine = DATABASE_URL ? 'postgres' : 'embedded'
const databases: string[] = []

/** Migrations up to the one that was the last when a fixture was made, as that program had them. */
function migrationsUntil(tag: string): string {
  const to = join(folder, `migrations-${tag}`)
  if (existsSync(to)) return to
  cpSync(migrationsFolder, to, { recursive: true })
  const file = join(to, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] }
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, Number(tag) + 1) }))
  return to
}
/** The program's migrations and one that a later release might bring: a column filled from rows, and a new table. */
function migrationsOfNextRelease(): string {
  const to = join(folder, 'migrations-next')
  cpSync(migrationsFolder, to, { recursive: true })
  const file = join(to, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { idx: number; when: number }[] }
  const last = journal.entries.at(-1)!
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1000, tag: 'next_release' } as never)
  writeFileSync(file, JSON.stringify(journal))
  writeFileSync(
    join(to, 'next_release.sql'),
    `alter table equipment add column code_length integer;
--> statement-breakpoint
create table next_release (site_id integer not null, id uuid not null, primary key (site_id, id));
--> statement-breakpoint
update equipment set code_length = length(code);
--> statement-breakpoint
insert into next_release select site_id, id from equipment;`,
  )
  return to
}

interface Place {
  dataDir: string
  databaseUrl?: string
}
async function emptyPlace(kind: 'embedded' | 'postgres'): Promise<Place> {
  const dataDir = join(folder, randomUUID())
  mkdirSync(dataDir)
  if (kind === 'embedded') return { dataDir }
  const name = `upgrade_${randomUUID().replaceAll('-', '').slice(0, 12)}`
  await onServer(`create database ${name} template template0 encoding 'UTF8'`)
  databases.push(name)
  const url = new URL(DATABASE_URL!)
  url.pathname = `/${name}`
  return { dataDir, databaseUrl: url.href }
}
async function onServer(statement: string): Promise<void> {
  const client = new pg.Client(DATABASE_URL)
  await client.connect()
  await client.query(statement)
  await client.end()
}
afterAll(async () => {
  for (const name of databases) await onServer(`drop database if exists ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the application as `npm start` does, at the moment the fixture was made. */
async function start(db: Database, dataDir: string, expected: ExpectedPlant): Promise<[Application, FastifyInstance]> {
  const app = await startApplication({
    areas: areaServers,
    db,
    words: await loadTranslations(listLocaleFolders(sourceFolder)),
    log,
    dataDir,
    timeZone: 'Asia/Shanghai',
    sessions: { hours: 24 * 3650, days: 3650, perPerson: 20 },
    verifiedMinutes: 5,
    secretKey: expected.secretKey,
    clock: () => new Date(expected.at),
  })
  const settings = readSettings([], { DATA_DIR: dataDir, RATE_LIMIT: '1000000' })
  const http = await createHttpServer(app, {
    ...settings,
    wantHttps: false,
    https: null,
    logger: log,
    logRequests: false,
    clientDir: null,
  })
  await http.ready()
  return [app, http]
}
const expectedOf = (tag: string): ExpectedPlant =>
  JSON.parse(readFileSync(join(plantFixtures, tag, 'expected.json'), 'utf8')) as ExpectedPlant

/** What is to be worked out again: a migration that corrects a formula adds to it. */
const WORK_LISTS = ['figure_mark']
/** Compares all that must be equal, then works with the plant. */
async function comparePlant(db: Database, dataDir: string, tag: string): Promise<void> {
  const expected = expectedOf(tag)
  const manifest = readManifest(join(plantFixtures, tag))
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

  const [app, http] = await start(db, dataDir, expected)
  try {
    const { admin, factor, repeated, synced, upload } = expected
    // The session of before goes on, and every list answers as it did
    const caller = callerOf(http, admin.token, synced.userId)
    expect(await listTotals(app, caller)).toMatchObject(expected.lists)
    expect(await plantSums(app)).toEqual(expected.sums)
    const stranger = callerOf(http, '', '')
    const signIn = (body: object) => stranger.raw('POST', '/user/login', body)
    expect(await signIn({ username: admin.userName, password: admin.password })).toMatchObject({ errno: '200' })
    const person = { username: factor.userName, password: factor.password }
    expect(await signIn(person)).toMatchObject({ errno: '6000', data: { secondFactor: true } })
    // The next step of the clock: the code of the moment itself was used to set the factor up
    const step = Math.floor(Date.parse(expected.at) / 1000 / TIME_STEP_S) + 1
    const code = calculateHotpCode(decodeBase32(factor.secret), step)
    expect(await signIn({ ...person, code })).toMatchObject({ errno: '200' })
    expect(await signIn({ ...person, code: factor.recoveryCode })).toMatchObject({ errno: '200' })
    expect((await callerOf(http, expected.serviceToken, '').raw('GET', '/user/info')).errno).toBe('200')
    // Acknowledged before, sent again after: nothing happens twice
    const before = await rowCounts(db)
    const again = await caller.raw('POST', repeated.path, repeated.body, { 'idempotency-key': repeated.key })
    expect(again).toMatchObject({ errno: '200', data: { id: repeated.id } })
    const sync = await caller.raw('POST', '/sync', { sentAt: expected.at, ops: [synced] })
    expect(sync.data).toMatchObject({ answers: [{ id: synced.id, status: 'done' }] })
    expect(await rowCounts(db)).toEqual(before)
    const { rows: waiting } = await db.pool.query(`select 1 from outbound_message where state = 'waiting'`)
    expect(waiting).toHaveLength(expected.waitingMessages)
    // Pieces are in no backup: the phone is told to begin again
    const begun = await caller.raw('POST', '/upload_start', {
      ...upload,
      received: undefined,
      mime: 'image/png',
      name: 'half.png',
    })
    expect(begun.data).toMatchObject({ id: upload.id, received: 0, done: false })
    const stored = await db.pool.query<{ id: string }>(`select id from stored_file where state = 'stored'`)
    expect(stored.rows.length).toBeGreaterThan(0)
    for (const { id } of stored.rows) expect((await caller.raw('GET', `/file?id=${id}`)).status).toBe(200)
    // A closed month stays closed, and new rows can be entered
    const { rows: closed } = await db.pool.query(`select month from plant_month where state = 'closed'`)
    expect(closed.length).toBeGreaterThan(0)
    expect(await caller.raw('POST', '/book/add_equ', { code: 'NEW-1', name: '新设备' })).toMatchObject({ errno: '200' })
  } finally {
    await http.close()
    await app.changes.close()
  }
}
async function rowCounts(db: Database): Promise<unknown> {
  const { rows } = await db.pool.query(
    `select (select count(*) from equipment) as machines, (select count(*) from repair) as repairs, (select count(*) from sync_op) as ledger`,
  )
  return rows[0]
}

describe.each(plants)('a plant of migration %s', { timeout: 600_000 }, (tag) => {
  it(`is restored from its backup, on ${engine}`, async () => {
    const place = await emptyPlace(engine)
    await restoreBackup({ from: join(plantFixtures, tag), ...place, log })
    const db = await openDatabase({ ...place, log, limits: patient })
    try {
      expect(await migrateDatabase(db, migrationsFolder)).toBe(0)
      await comparePlant(db, place.dataDir, tag)
    } finally {
      await db.close()
    }
  })

  it('is opened in its own data folder, and keeps its rows over what the next release brings', async () => {
    const place = await emptyPlace('embedded')
    // As its own program left it: restored with the migrations of then, closed
    await restoreBackup({ from: join(plantFixtures, tag), ...place, log, migrations: migrationsUntil(tag) })
    const db = await openDatabase({ ...place, log, limits: patient })
    try {
      const missing = readMigrations(migrationsFolder).length - 1 - Number(tag)
      expect(await migrateDatabase(db, migrationsFolder)).toBe(missing)
      expect(await migrateDatabase(db, migrationsOfNextRelease())).toBe(1)
      const { rows } = await db.pool.query<{ machines: number; filled: number; copied: number }>(
        `select count(*)::int as machines, count(*) filter (where code_length = length(code))::int as filled,
           (select count(*)::int from next_release) as copied from equipment`,
      )
      const { machines, filled, copied } = rows[0]!
      expect(machines).toBe(readManifest(join(plantFixtures, tag)).tables['equipment']!.rows)
      expect([filled, copied]).toEqual([machines, machines])
      // … and the older program says what to do instead of working on newer tables
      await expect(migrateDatabase(db, migrationsFolder)).rejects.toThrow(
        /newer than this program.*Install the newer version/s,
      )
      await comparePlant(db, place.dataDir, tag)
    } finally {
      await db.close()
    }
  })
})
