/**
 * What an earlier plant left in the data folder and the directory of backups. If the database is empty although a plant is
 * there, it was lost, and its backup should be restored instead of beginning a new plant.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { listBackups } from './backups/backup-directory'
import { COMMAND_BACKUP_FOLDER, DEFAULT_BACKUP_FOLDER, type BackupSettings } from './backups/backup-settings'
import { readBackupHeader } from './db/backup-format'
import { BackupRefused, DatabaseDamaged } from './db/errors'
import { listAppliedMigrations } from './db/migrate'
import { DiskFileStore, FileStoreUnavailable } from './files/file-store'
import { S3FileStore } from './files/s3-file-store'
import { findSealKeys, KEY_FILE, KEY_SETTING } from './seals'
import { BadSetting } from './setting'

/** The settings that say where a plant leaves its key, files and backups. */
export type PlantPlace = Pick<BackupSettings, 'dataDir' | 'secretKey' | 's3' | 'directory'>
export interface PlantRemains {
  /** What was found, for messages. */
  readonly description: string
  /** Folder of the newest backup; null if none was found. */
  readonly newestBackup: string | null
}

/**
 * Finds what a plant left. A key alone is not enough, because it may have been copied for a new instance; nor are files
 * without a key.
 * @returns null if nothing is there
 */
export async function findPlantRemains(place: PlantPlace): Promise<PlantRemains | null> {
  const newestBackup = await findNewestBackup(place)
  const hasKey = findSealKeys(place.dataDir, place.secretKey).size > 0
  const filesPlace = hasKey ? await findStoredFiles(place) : null
  if (newestBackup === null && filesPlace === null) return null
  const parts = [
    ...(hasKey ? [place.secretKey ? 'its key is in SECRET_KEY' : `its key is ${join(place.dataDir, KEY_FILE)}`] : []),
    ...(filesPlace === null ? [] : [`it has uploaded files in ${filesPlace}`]),
    ...(newestBackup === null ? [] : [`its newest backup is ${newestBackup}`]),
  ]
  return { description: parts.join(', '), newestBackup }
}
async function findStoredFiles({ dataDir, s3 }: PlantPlace): Promise<string | null> {
  const store = s3 ? new S3FileStore(s3) : new DiskFileStore(join(dataDir, 'files'))
  try {
    for await (const _ of store.list()) return store.place
  } catch (error) {
    if (!(error instanceof FileStoreUnavailable)) throw error // `/readyz` and `doctor` report it
  }
  return null
}
/** Returns the newest of the scheduled backups and of those of the command `backup`. */
async function findNewestBackup({ dataDir, directory }: PlantPlace): Promise<string | null> {
  const directories = [...new Set([directory, join(dataDir, DEFAULT_BACKUP_FOLDER)])]
  const scheduled = await Promise.all(
    directories.map(async (folder) => (await listBackups(folder)).map(({ name }) => join(folder, name))),
  )
  const commandFolder = join(dataDir, COMMAND_BACKUP_FOLDER)
  const ownFolders = existsSync(commandFolder)
    ? readdirSync(commandFolder)
        .map((name) => join(commandFolder, name))
        .filter((folder) => existsSync(join(folder, 'manifest.json')))
    : []
  const backups = [...scheduled.flat(), ...ownFolders].map((folder) => ({ folder, createdAt: findTime(folder) }))
  return backups.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0]?.folder ?? null
}
/** Returns the time of a backup; empty if its manifest cannot be read, so that it counts as the oldest. */
function findTime(folder: string): string {
  try {
    return readBackupHeader(folder).createdAt
  } catch (error) {
    if (error instanceof BackupRefused) return ''
    throw error
  }
}

/** What a database says of the plant in it. */
export interface PlantState {
  /** True if nobody has an account: there are no tables, or a start was interrupted before the first account. */
  readonly isEmpty: boolean
  /** Fingerprint of the key that the secrets are sealed with; null if none is stored. */
  readonly keyFingerprint: string | null
}
/**
 * Loads the state of the plant in a database.
 * @throws DatabaseDamaged if the migrations were applied, but their tables are missing
 */
export async function loadPlantState(client: Pick<pg.ClientBase, 'query'>): Promise<PlantState> {
  const { rows: tables } = await client.query<{ exist: boolean }>(
    `select to_regclass('public.credential') is not null and to_regclass('public.setting') is not null as exist`,
  )
  if (!tables[0]!.exist) {
    if ((await listAppliedMigrations(client)).length === 0) return { isEmpty: true, keyFingerprint: null }
    throw new DatabaseDamaged(
      'The tables of the database are gone, although its migrations were applied. Drop the database, create it again and restore the newest backup: node src/start.mjs restore <folder>. Nothing was changed.',
    )
  }
  const { rows } = await client.query<{ isEmpty: boolean; keyFingerprint: string | null }>(
    `select not exists (select from credential) as "isEmpty",
      (select value #>> '{}' from setting where name = $1 limit 1) as "keyFingerprint"`,
    [KEY_SETTING],
  )
  return rows[0]!
}
/**
 * Asserts that a start on an empty database does not begin a new plant where another one was.
 * @param target the empty database, for the message
 * @throws BadSetting that names the backup to restore and the setting that begins a new plant
 */
export async function assertNoPlantRemains(place: PlantPlace, target: string): Promise<void> {
  const remains = await findPlantRemains({ ...place, dataDir: resolve(place.dataDir) })
  if (!remains) return
  throw new BadSetting(
    `${target} is empty, but a plant was here: ${remains.description}. ${describeRestore(remains, place)} To begin a new plant here on purpose, start once with NEW_PLANT=1 (--new-plant). Nothing was changed.`,
  )
}
/** Says which backup to restore. */
export const describeRestore = ({ newestBackup }: PlantRemains, { directory }: PlantPlace): string =>
  newestBackup === null
    ? `Restore its backup first: node src/start.mjs restore <folder> (there is none in ${directory}).`
    : `Restore its backup first: node src/start.mjs restore ${newestBackup}.`
