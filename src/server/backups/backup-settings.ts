/** Settings of scheduled backups. */
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { type BackupKey, parseBackupKeys } from '../db/backup-encryption'
import {
  type ConnectionSettings,
  type PostgresFlagValues,
  toConnectionSettings,
} from '../db/postgres/postgres-settings'
import { type S3FlagValues, type S3Settings, toS3Settings } from '../files/s3-settings'
import { textSchema, type SettingDefinition } from '../setting'
import type { RetentionRule } from './select-kept-backups'

/** Where, when and how the plant is backed up. */
export interface BackupSettings {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** Pool, timeouts and pooler of the PostgreSQL server. */
  readonly connections?: ConnectionSettings
  /** The S3 server that stores files; without it they are in the data folder. */
  readonly s3?: S3Settings | null
  /** The plant's own key, which signs backups; empty: the one in the data folder. */
  readonly secretKey: string
  /** Folder of the backups. */
  readonly directory: string
  /** Time of day by the plant's clock, `HH:MM`; null: no scheduled backups. */
  readonly time: string | null
  readonly keep: RetentionRule
  /** The first key encrypts; empty: backups are not encrypted. */
  readonly keys: readonly BackupKey[]
}

const timeSchema = z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/))
const keepSchema = z.string().check(z.regex(/^[1-9]\d{0,2},\d{1,3},\d{1,3}$/))
/** Folder in the data folder of the backups that the command `backup` makes. */
export const COMMAND_BACKUP_FOLDER = 'backups'
/** Folder in the data folder if no other one is set. Not `backups`, whose old folders the timer of systemd removes. */
export const DEFAULT_BACKUP_FOLDER = 'scheduled-backups'

export const backupFlags = {
  backupTime: {
    env: 'BACKUP_TIME',
    flag: 'backup-time',
    fallback: '',
    help: "time of the daily backup by the plant's clock, such as 02:30; empty: none",
    schema: timeSchema,
  },
  backupDir: {
    env: 'BACKUP_DIR',
    flag: 'backup-dir',
    fallback: '',
    help: `folder of the scheduled backups, on another disk; empty: ${DEFAULT_BACKUP_FOLDER} in the data folder`,
    schema: textSchema,
  },
  backupKeep: {
    env: 'BACKUP_KEEP',
    flag: 'backup-keep',
    fallback: '7,4,12',
    help: 'how many daily, weekly and monthly backups are kept, besides those of the last 48 hours',
    schema: keepSchema,
  },
  backupKey: {
    env: 'BACKUP_KEY',
    flag: 'backup-key',
    fallback: '',
    help: 'key that backups are encrypted with, 32 bytes in base64; further ones, after commas, only open',
    schema: textSchema,
  },
} satisfies Record<string, SettingDefinition>

interface BackupFlags extends PostgresFlagValues, S3FlagValues {
  readonly dataDir: string
  readonly secretKey: string
  readonly backupTime: string
  readonly backupDir: string
  readonly backupKeep: string
  readonly backupKey: string
}
/** Converts the flags into the settings of backups. @throws BadSetting for an invalid key */
export function toBackupSettings(flags: BackupFlags): BackupSettings {
  const [daily = 0, weekly = 0, monthly = 0] = flags.backupKeep.split(',').map(Number)
  const dataDir = resolve(flags.dataDir)
  return {
    dataDir,
    databaseUrl: flags.databaseUrl || undefined,
    connections: toConnectionSettings(flags),
    s3: toS3Settings(flags),
    secretKey: flags.secretKey,
    directory: flags.backupDir ? resolve(flags.backupDir) : join(dataDir, DEFAULT_BACKUP_FOLDER),
    time: flags.backupTime || null,
    keep: { daily, weekly, monthly },
    keys: parseBackupKeys(flags.backupKey),
  }
}
