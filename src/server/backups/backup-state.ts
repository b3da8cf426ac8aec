/**
 * State of the scheduled backups. The state is in the table `setting`, so that an instance without access to the
 * backups can report it, too.
 */
import type { Query } from '../context'
import { sql } from '../sql'
import type { RetentionRule } from './select-kept-backups'

/** A complete backup in the directory. */
export interface BackupSummary {
  /** Name of its folder. */
  readonly name: string
  readonly createdAt: string
  /** Duration of the backup. */
  readonly seconds: number
  /** Size of all files that a restore reads. */
  readonly bytes: number
  /** Size of the files that the backup added to the directory. */
  readonly addedBytes: number
  /** Number of uploaded files. */
  readonly files: number
  readonly rows: number
  readonly isEncrypted: boolean
}
/** Outcome of restoring a backup into a scratch database. */
export interface BackupVerification {
  readonly at: string
  /** The verified backup. */
  readonly name: string
  /** Why the verification failed; null if every row and file is intact. */
  readonly error: string | null
  readonly seconds: number
}
/** Settings of the instance that makes backups. */
export interface BackupPlan {
  readonly time: string | null
  readonly directory: string
  readonly keep: RetentionRule
  readonly isEncrypted: boolean
}
export interface BackupState {
  readonly plan: BackupPlan | null
  /** Time since which backups are scheduled. */
  readonly scheduledSince: string | null
  readonly runningSince: string | null
  readonly lastAttemptAt: string | null
  /** Why the last attempt failed; null if it succeeded. */
  readonly lastError: string | null
  readonly lastSuccess: BackupSummary | null
  /** Newest first. */
  readonly kept: readonly BackupSummary[]
  readonly verification: BackupVerification | null
  /** Time of the last verification that found nothing wrong. */
  readonly verifiedAt: string | null
  /** Time at which somebody last asked for a backup. */
  readonly requestedAt: string | null
}

/** Topic under which screens are notified of changes. */
export const BACKUP_TOPIC = 'backup'
/** Name of the row in `setting`. */
export const BACKUP_SETTING = 'backups'
const INITIAL_STATE: BackupState = {
  plan: null,
  scheduledSince: null,
  runningSince: null,
  lastAttemptAt: null,
  lastError: null,
  lastSuccess: null,
  kept: [],
  verification: null,
  verifiedAt: null,
  requestedAt: null,
}
interface BackupStateContext {
  readonly query: Query
  readonly site: number
  readonly now: Date
}

/** Loads the state; the initial one if there has never been a backup. */
export async function loadBackupState({ query, site }: Omit<BackupStateContext, 'now'>): Promise<BackupState> {
  const [row] = await query(
    sql<{
      value: Partial<BackupState>
    }>`select value from setting where site_id = ${site} and name = ${BACKUP_SETTING}`,
  )
  return { ...INITIAL_STATE, ...row?.value }
}
/** Changes parts of the state. */
export async function updateBackupState(
  { query, site, now }: BackupStateContext,
  changes: Partial<BackupState>,
): Promise<void> {
  await query(
    sql`insert into setting (site_id, name, value, updated_at) values (${site}, ${BACKUP_SETTING}, ${JSON.stringify(changes)}::jsonb, ${now})
      on conflict (site_id, name) do update set value = setting.value || excluded.value, updated_at = excluded.updated_at`,
  )
}
