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
import { fingerprint, newFolder, quietLog, removeFolder } from '../db/plant'
import { phonePhoto } from '../files/pictures'
import { call, runCommand, signIn, startServer, type Server } from './built-server'
import { installedCopy } from './installed-copy'

// The commands as an operator gives them, on the program as it is installed. With DATABASE_URL also to PostgreSQL and back.
const { DATABASE_URL } = process.env
const engines = DATABASE_URL ? (['embedded', 'postgres'] as const) : (['embedded'] as const)
type Engine = (typeof engines)[number]
interface Place {
  dataDir: string
  databaseUrl?: string
}
const folder = newFolder()
const at = (name: string) => path.join(folder, name)
const source: Place = { dataDir: at('source') }
const databases: string[] = []
let copy: string
const running = new Set<Server>()

async function started({ dataDir, databaseUrl }: Place, env: Record<string, string> = {}): Promise<Server> {
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
const given = ({ dataDir, databaseUrl }: Place, ...args: string[]) =>
  runCommand(copy, args, { dataDir, env: databaseUrl ? { DATABASE_URL: databaseUrl } : {} })
async function succeeds(place: Place, ...args: string[]): Promise<void> {
  const { code, output } = await given(place, ...args)
  expect([code, code === 0 ? '' : output]).toEqual([0, ''])
}

/** A place for a database that has nothing in it yet. */
async function emptyPlace(engine: Engine, name: string): Promise<Place> {
  const dataDir = at(name)
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

async function inDatabase<T>(place: Place, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase({ ...place, log: quietLog() })
  try {
    const result = await work(db)
    await db.durable()
    return result
  } finally {
    await db.close()
  }
}
const tableNames = async (db: Database, on: Pick<pg.ClientBase, 'query'> = db.pool) =>
  (await on.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`)).rows.map(
    ({ name }) => name,
  )
/** Every row of every table as text, in an order that no server's collation changes, and every uploaded file by its hash. */
async function contentsOf(place: Place): Promise<{ rows: Record<string, string[]>; files: Record<string, string> }> {
  const rows = await inDatabase(place, async (db) => {
    const all: Record<string, string[]> = {}
    for (const name of (await tableNames(db)).sort())
      all[name] = (
        await db.pool.query<{ line: string }>(`select row_to_json(t)::text as line from "${name}" t`)
      ).rows.map(({ line }) => line)
    return all
  })
  for (const lines of Object.values(rows)) lines.sort()
  return { rows, files: fingerprint(path.join(place.dataDir, 'files')) }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const pdf = Buffer.from(`%PDF-1.4\n${'图纸 '.repeat(5_000)}`)
const sentFile = createUuid7()
/** Sends a file in one piece, as a phone does with a small one. */
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
/** One row with every column filled, and one with none that may be empty. */
const twins = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'] as const
/** A value of a column's type that is not easily carried. */
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
/** Fills every table. All ids of a row are the same, and every table has it: so each refers to rows that exist. */
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
  copy = await installedCopy()
  fs.renameSync(await newMigratedDir(migrationsFolder), source.dataDir)
}, 600_000)
afterAll(async () => {
  for (const server of running) await server.stop('SIGKILL')
  removeFolder(folder)
  for (const database of databases) await asOwner(`drop database ${database} with (force)`)
})

describe('backup and restore', { timeout: 300_000 }, () => {
  test('while the server runs and writes; the server goes on with what was restored', async () => {
    const server = await started(source)
    const token = await signIn(server.url)
    await sendFile(server, token, sentFile, pdf, 'application/pdf')
    await sendFile(server, token, createUuid7(), await phonePhoto(640, 480, 6), 'image/jpeg')
    const acknowledged: string[] = []
    let writing = true
    const writer = (async () => {
      while (writing) {
        const code = `DURING-${acknowledged.length}`
        const answer = await call(server.url, 'POST', '/book/add_equ', token, { id: createUuid7(), code, name: 'n' })
        if (answer.errno === '200') acknowledged.push(code)
        else expect(answer.errno).toBe('4502') // told to come back while the database is copied
      }
    })()
    while (acknowledged.length < 5) await call(server.url, 'GET', '/ping', '')
    const atFirst = [...acknowledged]
    const { code, out } = await given(source, 'backup', at('online'))
    writing = false
    await writer
    expect([code, out.trim()]).toEqual([0, at('online')])
    await stopped(server)
    const target = await emptyPlace(engines.at(-1)!, 'from-online')
    await succeeds(target, 'restore', at('online'))
    const { rows } = await inDatabase(target, (db) =>
      db.pool.query<{ code: string; audited: number }>(
        `select code, (select count(*)::int from operation_log o where o.row_id = e.id::text) as audited
         from equipment e where code like 'DURING-%'`,
      ),
    )
    const found = rows.map((row) => row.code)
    expect(atFirst.filter((one) => !found.includes(one))).toEqual([])
    expect(found.filter((one) => !acknowledged.includes(one))).toEqual([])
    expect(rows.filter((row) => row.audited !== 1)).toEqual([])
    await goesOn(target)
  })
  /** People sign in, files are given out, new rows are written. */
  async function goesOn(place: Place): Promise<void> {
    const server = await started(place)
    const token = await signIn(server.url)
    const file = await fetch(`${server.url}/api/file?id=${sentFile}`, { headers: { authorization: token } })
    expect(sha256(Buffer.from(await file.arrayBuffer()))).toBe(sha256(pdf))
    const made = await call(server.url, 'POST', '/book/add_equ', token, { id: createUuid7(), code: 'AFTER', name: 'n' })
    expect(made.errno).toBe('200')
    await stopped(server)
  }

  test('every kind of row and every file comes back as it was, from either database into either', async () => {
    await inDatabase(source, fillTables)
    const before = await contentsOf(source)
    const few = Object.entries(before.rows).filter(([, lines]) => lines.length < 2)
    // Of push keys a plant has one; of months of readings only one is filled.
    expect(few.map(([name]) => name).filter((name) => name !== 'push_key' && !/^reading_\d/.test(name))).toEqual([])
    expect(Object.values(before.files)).toContain(sha256(pdf))
    await succeeds(source, 'backup', at('cold'))
    let from = at('cold')
    const way: Engine[] = DATABASE_URL ? ['postgres', 'embedded'] : ['embedded']
    for (const engine of way) {
      const target = await emptyPlace(engine, `back-${engine}`)
      await succeeds(target, 'restore', from)
      const after = await contentsOf(target)
      expect(after.files).toEqual(before.files)
      // A month's partition is made again when something of that month comes.
      const kept = Object.keys(before.rows).filter((name) => before.rows[name]!.length > 0 || !/^reading_\d/.test(name))
      expect(Object.keys(after.rows)).toEqual(kept)
      for (const table of kept) expect(after.rows[table], table).toEqual(before.rows[table])
      from = at(`again-${engine}`)
      await succeeds(target, 'backup', from)
    }
  })
})

describe('what cannot be restored is refused with a sentence', { timeout: 300_000 }, () => {
  const tables = (name: string) => at(path.join(name, 'tables'))
  const manifestOf = (name: string) => at(path.join(name, 'manifest.json'))
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
    const [file] = Object.keys(fingerprint(at(path.join(name, 'files'))))
    return at(path.join(name, 'files', file!))
  }
  /** What is done to a copy of a good backup, and what the sentence must name. */
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
  async function refused(place: Place, args: string[], sentence: RegExp): Promise<void> {
    const { code, output } = await given(place, ...args)
    expect([code, output.trim().split('\n').length], output).toEqual([1, 1])
    expect(output).toMatch(sentence)
    expect(output).not.toMatch(/\n\s+at |\w*Error:|Refused:/)
  }
  test.each(damages)('%s; the target stays empty', async (what, damage, sentence) => {
    const name = `damaged ${what}`
    fs.cpSync(at('cold'), at(name), { recursive: true })
    damage(name)
    await refused(target, ['restore', at(name)], sentence)
    expect(await inDatabase(target, tableNames)).toEqual([])
    const files = path.join(target.dataDir, 'files')
    expect(fs.existsSync(files) ? fingerprint(files) : {}).toEqual({})
  })
  test('a folder that is not there, or is not named', async () => {
    await refused(target, ['restore', at('nowhere')], /nowhere is not a complete backup/)
    await refused(target, ['restore'], /[Nn]ame the backup/)
  })
  test('a target that is not empty is left as it is', async () => {
    const full = await emptyPlace(engines.at(-1)!, 'not-empty')
    await succeeds(full, 'restore', at('cold'))
    const before = await contentsOf(full)
    await refused(full, ['restore', at('cold')], /not empty/)
    expect(await contentsOf(full)).toEqual(before)
  })
  test('a backup over another, and of a database that is not there', async () => {
    const before = fingerprint(at('cold'))
    await refused(source, ['backup', at('cold')], /exists already/)
    expect(fingerprint(at('cold'))).toEqual(before)
    await refused({ dataDir: at('no-database') }, ['backup', at('of-nothing')], /no database/)
    expect(fs.existsSync(at('of-nothing'))).toBe(false)
  })
  test('the folder may stand before or after flags', async () => {
    const other = await emptyPlace('embedded', 'by-flag')
    const nowhere = { dataDir: at('unused') }
    await succeeds(nowhere, 'restore', '--data', other.dataDir, at('cold'))
    await succeeds(nowhere, 'backup', at('by-flag-backup'), `--data=${other.dataDir}`)
    expect(fs.existsSync(at('unused'))).toBe(false)
  })
})
