import { basename } from 'node:path'
import pg from 'pg'

/** Address of the PostgreSQL server for the stories; set by the run. Without it each server uses its embedded database. */
const POSTGRES = 'E2E_POSTGRES'

export const onPostgres = (): boolean => Boolean(process.env[POSTGRES])

/** A plant's database has the name of the plant's folder. */
const nameOf = (dataDir: string): string => pg.escapeIdentifier(basename(dataDir))

/** URL of the database for a plant's folder. */
export function databaseUrl(dataDir: string): string {
  const url = new URL(process.env[POSTGRES] ?? '')
  url.pathname = basename(dataDir)
  return url.href
}
/** Creates an empty database; keeps an existing one. */
export const makeDatabase = (dataDir: string): Promise<void> =>
  unlessThere(() => run(`create database ${nameOf(dataDir)}`))
/** Copies a database that nobody has open. Copies files: the default strategy goes through the WAL and takes twice as long. */
export const copyDatabase = (from: string, dataDir: string): Promise<void> =>
  run(`create database ${nameOf(dataDir)} template ${nameOf(from)} strategy file_copy`)
export const dropDatabase = (dataDir: string): Promise<void> =>
  run(`drop database if exists ${nameOf(dataDir)} with (force)`)

/** PostgreSQL's error code if the database exists already. */
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
