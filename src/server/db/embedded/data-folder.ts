/**
 * The data folder: its content, and the reasons to refuse it.
 *
 *   <dataDir>/database/      PostgreSQL's files, with our marker inside
 *   <dataDir>/database.json  records that a database was created here
 *   <dataDir>/files/         uploaded files by content; resumable uploads under files/uploads/
 *   <dataDir>/incoming/      files of a form until it is answered
 */
import fs from 'node:fs'
import path from 'node:path'
import { DatabaseDamaged, ForeignFolder } from '../errors'
import { syncPath } from './sync-tree'

const MARKER_FILE = 'nonwoven-mes.json'
const RECORD_FILE = 'database.json'
/** Present in a database folder until its whole content has been synced once. */
export const PROVISIONAL_FILE = 'provisional'

/** Returns the database folder within a data folder. */
export function getDatabaseFolder(dataDir: string): string {
  return path.join(dataDir, 'database')
}

/** Writes the marker that distinguishes our database folders from others. */
export function markFolder(folder: string): void {
  fs.writeFileSync(
    path.join(folder, MARKER_FILE),
    `${JSON.stringify({ program: 'nonwoven-mes', engine: 'pglite', createdAt: new Date().toISOString() })}\n`,
  )
}

/** Removes our markers, for a folder that becomes a template. */
export function removeMarkers(folder: string): void {
  for (const name of [MARKER_FILE, PROVISIONAL_FILE]) fs.rmSync(path.join(folder, name), { force: true })
}

/** Marks a database that the next start discards unless `unmarkProvisional` is called. The marker is on disk at return. */
export async function markProvisional(folder: string): Promise<void> {
  fs.writeFileSync(path.join(folder, PROVISIONAL_FILE), '')
  for (const name of [PROVISIONAL_FILE, MARKER_FILE]) await syncPath(path.join(folder, name), false)
  await syncPath(folder, true)
}

/** Removes the marker of a provisional database once all of it is on disk. */
export async function unmarkProvisional(folder: string): Promise<void> {
  fs.rmSync(path.join(folder, PROVISIONAL_FILE), { force: true })
  await syncPath(folder, true)
}

/** True if a folder holds a database of ours whose creation was not completed. */
export function isProvisional(folder: string): boolean {
  return [PROVISIONAL_FILE, MARKER_FILE].every((name) => fs.existsSync(path.join(folder, name)))
}

/** Records beside the database that it exists, so that a missing database is noticed. */
export function recordDatabase(dataDir: string): void {
  const record = path.join(dataDir, RECORD_FILE)
  if (!fs.existsSync(record))
    fs.writeFileSync(
      record,
      `${JSON.stringify({ program: 'nonwoven-mes', database: 'database', createdAt: new Date().toISOString() })}\n`,
    )
}

/** Removes a database that was created but holds nothing. */
export function removeDatabase(dataDir: string): void {
  fs.rmSync(path.join(dataDir, RECORD_FILE), { force: true })
  fs.rmSync(getDatabaseFolder(dataDir), { recursive: true, force: true })
}

/**
 * Inspects the data folder without changing anything.
 * @returns 'new' if a database may be created, 'present' if there is one to open
 * @throws ForeignFolder, DatabaseDamaged
 */
export function inspectDataFolder(dataDir: string): 'new' | 'present' {
  if (fs.existsSync(path.join(dataDir, 'PG_VERSION'))) {
    throw new ForeignFolder(
      `${dataDir} is itself a PostgreSQL data folder. Choose an empty folder; nothing was changed.`,
    )
  }
  const folder = getDatabaseFolder(dataDir)
  const entries = fs.existsSync(folder) ? fs.readdirSync(folder) : []
  if (!entries.length) {
    if (!fs.existsSync(path.join(dataDir, RECORD_FILE))) return 'new'
    throw new DatabaseDamaged(
      `The database that was created in ${dataDir} is gone: ${folder} is missing or empty. Put the folder back, or restore a backup into an empty data folder. No new database was created.`,
    )
  }
  if (!entries.includes(MARKER_FILE)) {
    throw new ForeignFolder(
      `${folder} holds files that this program did not write. Choose another data folder; nothing was changed.`,
    )
  }
  assertMarkerValid(folder)
  // Nobody could sign in before the creation was complete, so the database holds no user data.
  if (isProvisional(folder)) return 'new'
  const missing = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact'].filter(
    (name) => !fs.existsSync(path.join(folder, name)),
  )
  if (missing.length) throw createDatabaseDamaged(folder, `${missing.join(', ')} missing`)
  return 'present'
}

/**
 * True if a start would create the embedded database. A provisional one does not count: its creation was interrupted, and
 * what lies beside it is of the same start. Problems of the folder are reported when the database is opened.
 */
export function isDatabaseMissing(dataDir: string): boolean {
  try {
    return inspectDataFolder(dataDir) === 'new' && !isProvisional(getDatabaseFolder(dataDir))
  } catch {
    return false
  }
}

/** Creates the error for a damaged database, with instructions for recovery. */
export function createDatabaseDamaged(folder: string, problem: string): DatabaseDamaged {
  return new DatabaseDamaged(
    `The database in ${folder} is damaged (${problem}). Keep a copy of the folder and restore the last backup into an empty data folder. Nothing was overwritten.`,
  )
}

function assertMarkerValid(folder: string): void {
  try {
    const marker: unknown = JSON.parse(fs.readFileSync(path.join(folder, MARKER_FILE), 'utf8'))
    if (typeof marker === 'object' && marker !== null && 'program' in marker && marker.program === 'nonwoven-mes')
      return
  } catch (error) {
    throw createDatabaseDamaged(
      folder,
      `${MARKER_FILE} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  throw new ForeignFolder(`${folder} belongs to another program. Choose another data folder; nothing was changed.`)
}
