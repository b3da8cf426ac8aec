import { basename } from 'node:path'
import pg from 'pg'

/** Environment variable with the URL of the PostgreSQL server for the stories. Without it, each server uses its embedded database. */
const SERVER_URL_VARIABLE = 'E2E_POSTGRES'

export const usesPostgres = (): boolean => Boolean(process.env[SERVER_URL_VARIABLE])

/** The database of a plant has the name of its folder. */
const toDatabaseName = (dataDir: string): string => pg.escapeIdentifier(basename(dataDir))

/** Returns the URL of the database for the folder of a plant. */
export function getDatabaseUrl(dataDir: string): string {
  const url = new URL(process.env[SERVER_URL_VARIABLE] ?? '')
  url.pathname = basename(dataDir)
  return url.href
}
/** Creates an empty database; keeps an existing one. */
export const createDatabaseIfMissing = (dataDir: string): Promise<void> =>
  ignoreDuplicate(() => run(`create database ${toDatabaseName(dataDir)}`))
/** Copies a database that nobody has open. The default strategy writes the WAL and takes twice as long as copying files. */
export const copyDatabase = (sourceDir: string, dataDir: string): Promise<void> =>
  run(`create database ${toDatabaseName(dataDir)} template ${toDatabaseName(sourceDir)} strategy file_copy`)
export const dropDatabase = (dataDir: string): Promise<void> =>
  run(`drop database if exists ${toDatabaseName(dataDir)} with (force)`)

/** PostgreSQL's error code for a database that exists already. */
const DUPLICATE_DATABASE = '42P04'
async function ignoreDuplicate(create: () => Promise<void>): Promise<void> {
  try {
    await create()
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === DUPLICATE_DATABASE)) throw error
  }
}
async function run(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env[SERVER_URL_VARIABLE] })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
