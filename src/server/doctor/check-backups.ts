/** Checks of the scheduled backups: their folder, and how old the newest one is. */
import { existsSync, statSync, statfsSync } from 'node:fs'
import { listBackups, readVerification } from '../backups/backup-directory'
import { isBackupMissing } from '../backups/backup-schedule'
import type { BackupSettings } from '../backups/backup-settings'
import { findExistingFolder, findFolderProblem } from './check-folder'
import { createFailure, createOk, createWarning, type Finding } from './findings'

const SUBJECT = 'Backups'
/** A backup directory with less free space than this many backups will soon be full. */
const MIN_FREE_BACKUPS = 2

/** Checks the scheduled backups without the database, so that it also works while a server holds it. */
export async function checkBackups(settings: BackupSettings, now: Date): Promise<Finding[]> {
  const { directory, time } = settings
  if (time === null)
    return [
      createWarning(
        SUBJECT,
        'not scheduled',
        'Set BACKUP_TIME, such as 02:30, and BACKUP_DIR to a folder on another disk; or run `node src/start.mjs backup` daily yourself.',
      ),
    ]
  const existingFolder = findExistingFolder(directory)
  const problem = findFolderProblem(SUBJECT, directory, 'BACKUP_DIR')
  if (problem) return [problem]
  const [newest] = await listBackups(directory)
  return [
    judgeNewestBackup(settings, newest, now),
    ...(await checkVerification(directory)),
    ...checkDisk(settings, existingFolder, newest?.bytes ?? 0),
  ]
}

function judgeNewestBackup(
  { directory, time }: BackupSettings,
  newest: { readonly createdAt: string } | undefined,
  now: Date,
): Finding {
  if (!newest)
    return createWarning(SUBJECT, `there is none in ${directory} yet`, 'A running server makes the first one at once.')
  return isBackupMissing(Date.parse(newest.createdAt), now.getTime())
    ? createFailure(
        SUBJECT,
        `the newest one is of ${newest.createdAt}, older than 26 hours`,
        'Look at the page Backups or the log for the reason. A server with ROLE=worker or all must run.',
      )
    : createOk(SUBJECT, `daily at ${time}, the newest one is of ${newest.createdAt}`)
}
async function checkVerification(directory: string): Promise<Finding[]> {
  const verification = await readVerification(directory)
  if (!verification) return []
  const { at, name, error } = verification
  return [
    error === null
      ? createOk('Backup test', `${name} was restored on ${at}: every row and file is there`)
      : createFailure(
          'Backup test',
          `${name} could not be restored on ${at} (${error})`,
          'See to the reason, then press "Back up now" on the page Backups: the new backup is verified too.',
        ),
  ]
}

function checkDisk({ directory, dataDir }: BackupSettings, existingFolder: string, backupBytes: number): Finding[] {
  const { bavail, bsize } = statfsSync(existingFolder)
  const freeBytes = bavail * bsize
  const isOnSameDisk = existsSync(dataDir) && statSync(existingFolder).dev === statSync(dataDir).dev
  return [
    ...(freeBytes < backupBytes * MIN_FREE_BACKUPS
      ? [
          createWarning(
            'Backup disk',
            `${(freeBytes / 1e9).toFixed(1)} GB free, less than two backups`,
            `Make room on the disk of ${directory}, or keep fewer with BACKUP_KEEP.`,
          ),
        ]
      : []),
    ...(isOnSameDisk
      ? [
          createWarning(
            'Backup disk',
            `${directory} is on the disk of the data folder`,
            'Set BACKUP_DIR to a folder on another disk or machine: a broken disk would take the backups too.',
          ),
        ]
      : []),
  ]
}
