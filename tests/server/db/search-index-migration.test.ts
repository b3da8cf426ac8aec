/** Migration of the search indexes, from the tables and rows of the release before, on either engine. */
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollPackage } from '@/areas/packing/contract/package'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import type { ListQuery, Resource } from '@/contract/resource'
import { buildListCondition } from '@/server/crud/list-condition'
import { openDatabase, type Database } from '@/server/db/connect'
import { migrateDatabase } from '@/server/db/migrate'
import { createQuery } from '@/server/db/prepared-statements'
import { migrationsFolder } from '@/server/program-files'
import { findIndexedTrigrams } from '@/server/search'
import { insertRollHistory } from '../roll-history'

const TAG = 'search-index'
const { DATABASE_URL } = process.env
const folder = mkdtempSync(join(tmpdir(), 'search-index-'))
const database = `search_index_${randomUUID().slice(0, 8)}`
let db: Database

/** Copies the migrations before the tested one. @returns the folder */
function copyEarlierMigrations(): string {
  const target = join(folder, 'migrations')
  cpSync(migrationsFolder, target, { recursive: true })
  const file = join(target, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] }
  const position = journal.entries.findIndex(({ tag }) => tag.endsWith(TAG))
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, position) }))
  return target
}
async function runOnServer(statement: string): Promise<void> {
  const client = new pg.Client(DATABASE_URL)
  await client.connect()
  await client.query(statement)
  await client.end()
}
async function createDatabase(): Promise<string | undefined> {
  if (!DATABASE_URL) return undefined
  await runOnServer(`create database ${database} template template0 encoding 'UTF8'`)
  const url = new URL(DATABASE_URL)
  url.pathname = `/${database}`
  return url.href
}

beforeAll(async () => {
  const databaseUrl = await createDatabase()
  db = await openDatabase({ dataDir: join(folder, 'data'), databaseUrl, log: pino({ level: 'silent' }) })
  await migrateDatabase(db, copyEarlierMigrations())
  await insertRollHistory(db, 10_000)
  await migrateDatabase(db, migrationsFolder)
})
afterAll(async () => {
  await db.close()
  if (DATABASE_URL) await runOnServer(`drop database ${database} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  ['slit roll', slitRoll, '60110-005-2-03', 'B26-SS1-260110-005-2-03'],
  ['jumbo', jumboRoll, '60110-005', 'B26-SS1-260110-005'],
  ['package by its number', rollPackage, '60103-01', 'P260103-01'],
  ['package by its note', rollPackage, '很易碎', 'P260104-05'],
] as const)('a %s of before is found by the index', async (_, resource, keyword, number) => {
  const { sql, values } = buildListCondition(
    { person: null, t: (key) => key },
    resource as Resource,
    { keyword } as ListQuery,
    await findIndexedTrigrams({ query: createQuery(db.pool), site: 1 }, resource, keyword),
  )
  const select = `select number from ${resource.table} where ${sql} order by created_at desc, id desc limit 51`
  const { rows } = await db.pool.query<{ number: string }>(select, [1, ...values])
  expect(rows).toEqual([{ number }])
  const { rows: lines } = await db.pool.query<{ 'QUERY PLAN': string }>(`explain ${select}`, [1, ...values])
  expect(lines.map((line) => line['QUERY PLAN']).join('\n')).toContain(`${resource.table}_search_idx`)
})
