import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { amount, choice, flag, integer, list, moment, text } from '@/contract/field'

const area = 'access'
const summaryFields = {
  /** Name of the folder. */
  name: text({ required: true, max: 40 }),
  createdAt: moment({ required: true }),
  seconds: amount({ unit: 's', digits: 1, required: true }),
  /** Size of what a restore reads. */
  bytes: amount({ unit: 'B', digits: 0, required: true }),
  /** Size of what the backup added to the directory; unchanged files are stored once. */
  addedBytes: amount({ unit: 'B', digits: 0, required: true }),
  files: integer({ required: true }),
  rows: integer({ required: true }),
  isEncrypted: flag({ required: true }),
}
/** Reasons of an alarm about the backups. */
export const backupAlarms = ['failed', 'missing', 'notVerified'] as const

/** 数据备份: state and settings of the scheduled backups, and the backups that are kept, newest first. */
export const backupState = defineEndpoint('backup.state', {
  area,
  routes: 'GET /user/backups',
  access: 'backupsView',
  effect: 'read',
  output: objectOutput({
    /** False while no instance that makes backups has run with this version. */
    isAvailable: flag({ required: true }),
    alarms: list({ alarm: choice(backupAlarms, { required: true }) }),
    runningSince: moment(),
    lastAttemptAt: moment(),
    /** Why the last attempt failed. */
    lastError: text(),
    nextAt: moment(),
    verifiedAt: moment(),
    verificationAt: moment(),
    verificationName: text(),
    verificationSeconds: amount({ unit: 's', digits: 1 }),
    /** Why the last verification failed. */
    verificationError: text(),
    /** Time of day, `HH:MM`; empty: not scheduled. */
    time: text(),
    directory: text(),
    keepDaily: integer(),
    keepWeekly: integer(),
    keepMonthly: integer(),
    isEncrypted: flag({ required: true }),
    backups: list(summaryFields),
  }),
})
/** 立即备份: asks the instance that runs jobs for a backup, which begins within some seconds. */
export const startBackup = defineEndpoint('backup.start', {
  area,
  routes: 'POST /user/backup_start',
  access: 'backupsAdd',
  effect: 'write',
  output: objectOutput({ requestedAt: moment({ required: true }) }),
})
