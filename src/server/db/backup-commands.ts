/** The commands `backup` and `restore`. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { COMMAND_BACKUP_FOLDER } from '../backups/backup-settings'
import { writeBackup } from './backup'
import type { BackupKey } from './backup-encryption'
import type { BackupProgress } from './backup-format'
import type { DatabaseLog } from './connect'
import { BackupRefused } from './errors'
import { restrictUmask } from '../private-folder'
import type { S3Settings } from '../files/s3-settings'
import { KEY_FILE } from '../seals'
import type { ConnectionSettings } from './postgres/postgres-settings'
import { describeTarget, restoreBackup } from './restore'

export interface CommandSettings {
  dataDir: string
  databaseUrl?: string | undefined
  /** Pool, timeouts and pooler of the PostgreSQL server. */
  connections?: ConnectionSettings | undefined
  secretKey?: string | undefined
  /** The S3 server that stores files; without it they are in the data folder. */
  s3?: S3Settings | null | undefined
  /** Keys that open encrypted backups; the first one encrypts. */
  backupKeys?: readonly BackupKey[]
  log: DatabaseLog
}

/**
 * Runs `backup [folder]`; the default is a new folder below <dataDir>/backups named by the time. Encrypts if there is a key.
 * @returns the folder
 */
export async function runBackupCommand(args: string[], settings: CommandSettings): Promise<string> {
  const { dataDir, databaseUrl, connections, secretKey, s3, backupKeys = [], log } = settings
  restrictUmask()
  const timeStamp = new Date().toISOString().replace(/[:.]/g, '-')
  const targetFolder = path.resolve(args[0] ?? path.join(dataDir, COMMAND_BACKUP_FOLDER, timeStamp))
  const manifest = await writeBackup({
    dataDir,
    databaseUrl,
    connections,
    secretKey,
    s3,
    key: backupKeys[0],
    to: targetFolder,
    log,
    progress: createProgressReporter(log),
  })
  log.info(
    {
      folder: targetFolder,
      tables: Object.keys(manifest.tables).length,
      rows: countRows(manifest.tables),
      files: manifest.files.count,
      isEncrypted: backupKeys.length > 0,
    },
    'the backup is complete',
  )
  log.info(
    `Not in it: ${KEY_FILE} of the data folder (or SECRET_KEY), which opens the second factors and passwords in it${backupKeys.length > 0 ? ', and BACKUP_KEY, which opens the backup' : ''}. Keep a copy of that apart from the backups.`,
  )
  return targetFolder
}

/** Runs `restore <folder>` into an empty database. @throws BackupRefused, also if no folder is named */
export async function runRestoreCommand(
  args: string[],
  { dataDir, databaseUrl, connections, secretKey, s3, backupKeys = [], log }: CommandSettings,
): Promise<void> {
  restrictUmask()
  const from = args[0]
  if (!from) throw new BackupRefused('Name the backup to restore: node src/start.mjs restore <folder>')
  const target = describeTarget({ dataDir, databaseUrl })
  log.info({ from: path.resolve(from), target }, 'the restore begins')
  const manifest = await restoreBackup({
    from: path.resolve(from),
    dataDir,
    databaseUrl,
    connections,
    secretKey,
    s3,
    backupKeys,
    log,
    progress: createProgressReporter(log),
  })
  log.info(
    { from, target, rows: countRows(manifest.tables), files: manifest.files.count },
    'the backup is restored and checked',
  )
  if (!secretKey && !existsSync(path.join(dataDir, KEY_FILE)))
    log.warn(
      `Put ${KEY_FILE} of the plant that was backed up into ${dataDir} (or set SECRET_KEY) before the start. Without it codes of authenticator apps are not known here (recovery codes are, and an administrator can reset a second factor), and addresses of robots and passwords of data sources must be entered again.`,
    )
}

function countRows(tables: Record<string, { rows: number }>): number {
  return Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)
}

const PROGRESS_INTERVAL_MS = 2000
function createProgressReporter(log: DatabaseLog): BackupProgress {
  let lastReportAt = 0
  return (step) => {
    const now = Date.now()
    if (now - lastReportAt < PROGRESS_INTERVAL_MS) return
    lastReportAt = now
    log.info(step, 'under way')
  }
}
