import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { listForeignKeys } from '@/server/db/catalog'
import { openDatabase, type Database } from '@/server/db/connect'
import { toRunQuery, ensureMonthPartitions, PARTITION_COLUMNS } from '@/server/db/partitions'
import { migrationsFolder } from '@/server/program-files'
import { newDataDir, newMigratedDir } from '../db/new-data-dir'
import { hashFiles, newFolder, quietLog, removeFolder } from '../db/database-fixtures'
import { buildPhonePhoto } from '../files/test-pictures'
import { call, runCommand, signIn, startServer, type Server } from './built-server'
import { getInstalledCopy } from './installed-copy'

// Runs the commands like an operator on the installed program. With DATABASE_URL also to PostgreSQL and back.
const { DATABASE_URL } = process.env
const engines = DATABASE_URL ? (['embedded', 'postgres'] as const) : (['embedded'] as const)
type Engine = (typeof engines)[number]
interface Place {
  dataDir: string
  databaseUrl?: string
}
const folder = newFolder()
const inFolder = (name: string) => path.join(folder, name)
const source: Place = { dataDir: inFolder('source') }
const databases: string[] = []
let copy: string
const running = new Set<Server>()

async function startInstance({ dataDir, databaseUrl }: Place, env: Record<string, string> = {}): Promise<Server> {
  const server = await startServer(copy, {
    dataDir,
    env: { ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}), ...env },
  })
  running.add(server)
  return server
}
async function stopped(server: Server): Promise<void> {
  expect(await server.stop('SIGTERM')).toBe(0)
  running.delete(server)
}
const runWith = ({ dataDir, databaseUrl }: Place, ...args: string[]) =>
  runCommand(copy, args, { dataDir, env: databaseUrl ? { DATABASE_URL: databaseUrl } : {} })
async function succeeds(place: Place, ...args: string[]): Promise<void> {
  const { code, output } = await runWith(place, ...args)
  expect([code, code === 0 ? '' : output]).toEqual([0, ''])
}

const partition = <T>(values: T[], isFirst: (value: T) => boolean): [T[], T[]] => [
  values.filter(isFirst),
  values.filter((value) => !isFirst(value)),
]

/** Creates an empty target for a database. */
async function emptyPlace(engine: Engine, name: string): Promise<Place> {
  const dataDir = inFolder(name)
  if (engine === 'embedded') {
    fs.renameSync(await newDataDir(), dataDir)
    return { dataDir }
  }
  fs.mkdirSync(dataDir)
  const database = `mes_commands_${process.pid}_${databases.length}`
  await asOwner(`create database ${database} template template0 encoding 'UTF8'`)
  databases.push(database)
  const url = new URL(DATABASE_URL!)
  url.pathname = `/${database}`
  return { dataDir, databaseUrl: url.href }
}
async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client(DATABASE_URL)
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function runInDatabase<T>(place: Place, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase({ ...place, log: quietLog() })
  try {
    const result = await work(db)
    await db.waitUntilDurable()
    return result
  } finally {
    await db.close()
  }
}
const tableNames = async (db: Database, on: Pick<pg.ClientBase, 'query'> = db.pool) =>
  (await on.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`)).rows.map(
    ({ name }) => name,
  )
/** Returns every row of every table as sorted text, and the hash of every uploaded file. */
async function contentsOf(place: Place): Promise<{ rows: Record<string, string[]>; files: Record<string, string> }> {
  const rows = await runInDatabase(place, async (db) => {
    const all: Record<string, string[]> = {}
    for (const name of (await tableNames(db)).sort())
      all[name] = (
        await db.pool.query<{ line: string }>(`select row_to_json(t)::text as line from "${name}" t`)
      ).rows.map(({ line }) => line)
    return all
  })
  for (const lines of Object.values(rows)) lines.sort()
  return { rows, files: hashFiles(path.join(place.dataDir, 'files')) }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const pdf = Buffer.from(`%PDF-1.4\n${'图纸 '.repeat(5_000)}`)
const sentFile = createUuid7()
/** Uploads a file in one piece, as a phone does with small files. */
async function sendFile(server: Server, token: string, id: string, bytes: Buffer, mime: string): Promise<void> {
  const start = { id, sha256: sha256(bytes), size: bytes.length, mime, name: 'sent' }
  expect((await call(server.url, 'POST', '/upload_start', token, start)).errno).toBe('200')
  const answer = await fetch(`${server.url}/api/upload_chunk?id=${id}&offset=0`, {
    method: 'PATCH',
    headers: { authorization: token, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  expect(await answer.json()).toMatchObject({ errno: '200', data: { done: true } })
}
/** One row with every column filled, and one with empty optional columns. */
const twins = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'] as const
/** Returns a value of the column’s type that is hard to transfer. */
function awkward(type: string, n: number): unknown {
  if (type.endsWith('[]')) return [awkward(type.slice(0, -2), n), null]
  if (type === 'uuid') return twins[n]
  if (type === 'text') return `机台 "${n}"\u2028\n\t\\ 纺粘`
  if (type === 'jsonb') return JSON.stringify({ 名: ['x', null, '\\n"'], n: 1.5 + n })
  if (type.startsWith('timestamp')) return `2024-02-29T23:59:5${n}.123Z`
  if (type === 'date') return `2024-02-2${8 + n}`
  if (type === 'bigint') return `900719925474099${n}`
  if (type.startsWith('numeric')) return `${n}.125`
  if (type === 'real' || type === 'double precision') return 0.1 + n
  if (type === 'integer' || type === 'smallint') return n + 1
  if (type === 'boolean') return n === 0
  throw new Error(`no value for a column of type ${type}`)
}
/** Fills every table. All rows of a table share one id, and every table has it, so all references are valid. */
async function fillTables(db: Database): Promise<void> {
  await db.transaction(async (client) => {
    const keys = await listForeignKeys(client)
    for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint "${name}"`)
    for (const table of Object.keys(PARTITION_COLUMNS))
      await ensureMonthPartitions(toRunQuery(client), table, ['2024-02'])
    const { rows: parts } = await client.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits`,
    )
    const filledByParent = new Set(parts.map(({ name }) => name))
    for (const table of (await tableNames(db, client)).filter((name) => !filledByParent.has(name))) {
      const { rows: columns } = await client.query<{ name: string; type: string; needed: boolean }>(
        `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as needed from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
        [`public."${table}"`],
      )
      for (const n of [0, 1]) {
        const filled = columns.filter(({ needed }) => needed || n === 0)
        const values = filled.map(({ name, type }) => (name === 'site_id' ? 1 : awkward(type, n)))
        // A plant has one push key.
        await client.query(
          `insert into "${table}" (${filled.map(({ name }) => `"${name}"`).join(', ')}) values (${values.map((_, i) => `$${i + 1}`).join(', ')}) on conflict do nothing`,
          values,
        )
      }
    }
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint "${name}" ${definition}`)
  })
}

beforeAll(async () => {
  copy = await getInstalledCopy()
  fs.renameSync(await newMigratedDir(migrationsFolder), source.dataDir)
}, 600_000)
afterAll(async () => {
  for (const server of running) await server.stop('SIGKILL')
  removeFolder(folder)
  for (const database of databases) await asOwner(`drop database ${database} with (force)`)
})

describe('backup and restore', { timeout: 300_000 }, () => {
  test('work while the server runs and writes; the server runs on the restored data', async () => {
    const server = await startInstance(source)
    const token = await signIn(server.url)
    await sendFile(server, token, sentFile, pdf, 'application/pdf')
    await sendFile(server, token, createUuid7(), await buildPhonePhoto(640, 480, 6), 'image/jpeg')
    const acknowledged: string[] = []
    let writing = true
    const writer = (async () => {
      while (writing) {
        const code = `DURING-${acknowledged.length}`
        const answer = await call(server.url, 'POST', '/book/add_equ', token, { id: createUuid7(), code, name: 'n' })
        if (answer.errno === '200') acknowledged.push(code)
        else expect(answer.errno).toBe('4502') // asked to retry while the database is copied
      }
    })()
    while (acknowledged.length < 5) await call(server.url, 'GET', '/ping', '')
    const atFirst = [...acknowledged]
    const { code, out } = await runWith(source, 'backup', inFolder('online'))
    writing = false
    await writer
    expect([code, out.trim()]).toEqual([0, inFolder('online')])
    await stopped(server)
    const target = await emptyPlace(engines.at(-1)!, 'from-online')
    await succeeds(target, 'restore', inFolder('online'))
    const { rows } = await runInDatabase(target, (db) =>
      db.pool.query<{ code: string; audited: number }>(
        `select code, (select count(*)::int from operation_log o where o.row_id = e.id::text) as audited
         from equipment e where code like 'DURING-%'`,
      ),
    )
    const restoredCodes = rows.map((row) => row.code)
    expect(atFirst.filter((one) => !restoredCodes.includes(one))).toEqual([])
    expect(restoredCodes.filter((one) => !acknowledged.includes(one))).toEqual([])
    expect(rows.filter((row) => row.audited !== 1)).toEqual([])
    await goesOn(target)
  })
  /** Signs in, reads a file and writes new rows. */
  async function goesOn(place: Place): Promise<void> {
    const server = await startInstance(place)
    const token = await signIn(server.url)
    const file = await fetch(`${server.url}/api/file?id=${sentFile}`, { headers: { authorization: token } })
    expect(sha256(Buffer.from(await file.arrayBuffer()))).toBe(sha256(pdf))
    const made = await call(server.url, 'POST', '/book/add_equ', token, { id: createUuid7(), code: 'AFTER', name: 'n' })
    expect(made.errno).toBe('200')
    await stopped(server)
  }

  test('restore every row and file, from either database into either', async () => {
    await runInDatabase(source, fillTables)
    const contentsBefore = await contentsOf(source)
    const few = Object.entries(contentsBefore.rows).filter(([, lines]) => lines.length < 2)
    // A plant has one push key, and one month of readings is filled.
    expect(few.map(([name]) => name).filter((name) => name !== 'push_key' && !/^reading_\d/.test(name))).toEqual([])
    expect(Object.values(contentsBefore.files)).toContain(sha256(pdf))
    await succeeds(source, 'backup', inFolder('cold'))
    let from = inFolder('cold')
    const way: Engine[] = DATABASE_URL ? ['postgres', 'embedded'] : ['embedded']
    for (const engine of way) {
      const target = await emptyPlace(engine, `back-${engine}`)
      await succeeds(target, 'restore', from)
      const contentsAfter = await contentsOf(target)
      expect(contentsAfter.files).toEqual(contentsBefore.files)
      // A month’s partition is created again with the first new reading.
      const comparedTables = Object.keys(contentsBefore.rows).filter(
        (name) => contentsBefore.rows[name]!.length > 0 || !/^reading_\d/.test(name),
      )
      expect(Object.keys(contentsAfter.rows)).toEqual(comparedTables)
      for (const table of comparedTables) expect(contentsAfter.rows[table], table).toEqual(contentsBefore.rows[table])
      from = inFolder(`again-${engine}`)
      await succeeds(target, 'backup', from)
    }
  })
})

describe('a restore that cannot succeed is refused', { timeout: 300_000 }, () => {
  const tables = (name: string) => inFolder(path.join(name, 'tables'))
  const manifestOf = (name: string) => inFolder(path.join(name, 'manifest.json'))
  interface Manifest {
    format: number
    migration: { hash: string; when: number }
    tables: Record<string, unknown>
  }
  const changeManifest = (name: string, change: (manifest: Manifest) => void) => {
    const manifest = JSON.parse(fs.readFileSync(manifestOf(name), 'utf8')) as Manifest
    change(manifest)
    fs.writeFileSync(manifestOf(name), JSON.stringify(manifest))
  }
  const anUpload = (name: string) => {
    const [file] = Object.keys(hashFiles(inFolder(path.join(name, 'files'))))
    return inFolder(path.join(name, 'files', file!))
  }
  /** Damages a copy of a good backup; the message must name the damage. */
  const damages: [string, (name: string) => void, RegExp][] = [
    ['cut before it was complete', (name) => fs.rmSync(manifestOf(name)), /not a complete backup/],
    ['a table cut short', (name) => fs.truncateSync(path.join(tables(name), 'equipment.ndjson.gz'), 200), /equipment/],
    [
      'a row altered',
      (name) => {
        const file = path.join(tables(name), 'product.ndjson.gz')
        const text = gunzipSync(fs.readFileSync(file)).toString()
        fs.writeFileSync(file, gzipSync(text.replace(/"version":\d+/, '"version":77')))
      },
      /product/,
    ],
    ['a table no longer named', (name) => changeManifest(name, (m) => delete m.tables['line_stop']), /line_stop/],
    ['an uploaded file missing', (name) => fs.rmSync(anUpload(name)), /uploaded files/],
    ['an uploaded file altered', (name) => fs.appendFileSync(anUpload(name), 'x'), /uploaded file/],
    [
      'of a newer program',
      (name) => changeManifest(name, (m) => (m.migration = { hash: 'f'.repeat(64), when: m.migration.when + 1 })),
      /newer/,
    ],
    ['of a form that is not known', (name) => changeManifest(name, (m) => (m.format = 99)), /form 99/],
  ]
  let target: Place
  beforeAll(async () => {
    target = await emptyPlace(engines.at(-1)!, 'stays-empty')
  })
  async function expectRefused(place: Place, args: string[], sentence: RegExp): Promise<void> {
    const { code, output } = await runWith(place, ...args)
    // The targets do not have the plant's key, so some commands also log that they could not check the signature.
    const [logLines, messages] = partition(output.trim().split('\n'), (line) => line.startsWith('{'))
    expect([code, messages.length], output).toEqual([1, 1])
    expect(messages[0]).toMatch(sentence)
    expect(messages[0]).not.toMatch(/\w*Error:|Refused:/)
    for (const line of logLines) expect(line).toMatch(/signature of the backup was not checked/)
  }
  test.each(damages)('%s; the target stays empty', async (what, damage, sentence) => {
    const name = `damaged ${what}`
    fs.cpSync(inFolder('cold'), inFolder(name), { recursive: true })
    damage(name)
    await expectRefused(target, ['restore', inFolder(name)], sentence)
    expect(await runInDatabase(target, tableNames)).toEqual([])
    const files = path.join(target.dataDir, 'files')
    expect(fs.existsSync(files) ? hashFiles(files) : {}).toEqual({})
  })
  test('a missing or unnamed folder', async () => {
    await expectRefused(target, ['restore', inFolder('nowhere')], /nowhere is not a complete backup/)
    await expectRefused(target, ['restore'], /[Nn]ame the backup/)
  })
  test('a target with data stays unchanged', async () => {
    const full = await emptyPlace(engines.at(-1)!, 'not-empty')
    await succeeds(full, 'restore', inFolder('cold'))
    const before = await contentsOf(full)
    await expectRefused(full, ['restore', inFolder('cold')], /not empty/)
    expect(await contentsOf(full)).toEqual(before)
  })
  test('a backup over another one, or of a missing database', async () => {
    const before = hashFiles(inFolder('cold'))
    await expectRefused(source, ['backup', inFolder('cold')], /exists already/)
    expect(hashFiles(inFolder('cold'))).toEqual(before)
    await expectRefused({ dataDir: inFolder('no-database') }, ['backup', inFolder('of-nothing')], /no database/)
    expect(fs.existsSync(inFolder('of-nothing'))).toBe(false)
  })
  test('the folder may precede or follow flags', async () => {
    const other = await emptyPlace('embedded', 'by-flag')
    const nowhere = { dataDir: inFolder('unused') }
    await succeeds(nowhere, 'restore', '--data', other.dataDir, inFolder('cold'))
    await succeeds(nowhere, 'backup', inFolder('by-flag-backup'), `--data=${other.dataDir}`)
    expect(fs.existsSync(inFolder('unused'))).toBe(false)
  })
})
