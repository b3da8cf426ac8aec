import { basename } from 'node:path'
import pg from 'pg'

/** The address of the PostgreSQL that stories are told on; the run sets it. Without it each server runs its embedded engine. */
const POSTGRES = 'E2E_POSTGRES'

export const onPostgres = (): boolean => Boolean(process.env[POSTGRES])

/** A plant's database is named like its folder. */
const nameOf = (dataDir: string): string => pg.escapeIdentifier(basename(dataDir))

/** Where the database of a plant's folder is. */
export function databaseUrl(dataDir: string): string {
  const url = new URL(process.env[POSTGRES] ?? '')
  url.pathname = basename(dataDir)
  return url.href
}
/** An empty one; one that is there stays as it is. */
export const makeDatabase = (dataDir: string): Promise<void> =>
  unlessThere(() => run(`create database ${nameOf(dataDir)}`))
/** A copy of another, which nobody may have open. File by file: through the log, as is usual, it costs twice as much. */
export const copyDatabase = (from: string, dataDir: string): Promise<void> =>
  run(`create database ${nameOf(dataDir)} template ${nameOf(from)} strategy file_copy`)
export const dropDatabase = (dataDir: string): Promise<void> =>
  run(`drop database if exists ${nameOf(dataDir)} with (force)`)

/** What PostgreSQL says when a database of that name exists. */
const DUPLICATE = '42P04'
async function unlessThere(make: () => Promise<void>): Promise<void> {
  try {
    await make()
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === DUPLICATE)) throw error
  }
}
async function run(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env[POSTGRES] })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
