/** Decides when a backup is due, and what is wrong with the backups of a plant. Pure; times are ms since 1970. */
import { convertInstantToWall, convertWallToInstant } from '@/contract/zone-clock'
import type { BackupState } from './backup-state'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** If the last backup is older, a backup is missing: a day, plus time for a slow backup. */
const MISSING_AFTER_MS = 26 * HOUR_MS
const RETRY_AFTER_MS = HOUR_MS / 2
/** A little less than a week, so that a verification does not move to a later day each week. */
const VERIFICATION_INTERVAL_MS = 7 * DAY_MS - 6 * HOUR_MS

type StateTimes = Pick<
  BackupState,
  'scheduledSince' | 'lastAttemptAt' | 'lastError' | 'lastSuccess' | 'requestedAt' | 'verification' | 'verifiedAt'
>
const toMs = (moment: string | null | undefined): number => (moment ? Date.parse(moment) : -Infinity)

/** Returns the first time of day after an instant. @param time `HH:MM` by the clock of the zone */
export function getNextScheduledMs(time: string, timeZone: string, nowMs: number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const wallMidnight = Math.floor(convertInstantToWall(timeZone, nowMs) / DAY_MS) * DAY_MS
  for (let day = 0; ; day++) {
    const instantMs = convertWallToInstant(timeZone, wallMidnight + day * DAY_MS + hours * HOUR_MS + minutes * 60_000)
    if (instantMs > nowMs) return instantMs
  }
}

/**
 * True if a backup is due: somebody asked for one, or none has succeeded since the last scheduled time. A failed backup
 * is repeated after half an hour, or at once if somebody asks for it.
 */
export function isBackupDue(state: StateTimes, time: string | null, timeZone: string, nowMs: number): boolean {
  if (toMs(state.requestedAt) > toMs(state.lastAttemptAt)) return true
  if (time === null) return false
  // A day before the next time; daylight saving time may move it by an hour, which does not matter here.
  const lastScheduledMs = getNextScheduledMs(time, timeZone, nowMs) - DAY_MS
  if (toMs(state.lastSuccess?.createdAt) >= lastScheduledMs) return false
  return state.lastError === null || nowMs - toMs(state.lastAttemptAt) >= RETRY_AFTER_MS
}

/** True if the newest backup should be verified: a week after the last good verification, and after a failed one. */
export const isVerificationDue = ({ verification, verifiedAt }: StateTimes, nowMs: number): boolean =>
  verification === null || verification.error !== null || nowMs - toMs(verifiedAt) >= VERIFICATION_INTERVAL_MS

/** True if the last backup is older than 26 hours. @param lastBackupMs -Infinity if none has been made or expected yet */
export const isBackupMissing = (lastBackupMs: number, nowMs: number): boolean =>
  Number.isFinite(lastBackupMs) && nowMs - lastBackupMs > MISSING_AFTER_MS

export const backupProblems = ['failed', 'missing', 'notVerified'] as const
export type BackupProblem = (typeof backupProblems)[number]

/**
 * Lists the problems: the last backup failed, backups are scheduled but none was made in the last 26 hours, or the last
 * verification failed.
 */
export function findBackupProblems(state: StateTimes, isScheduled: boolean, nowMs: number): BackupProblem[] {
  const lastBackupMs = Math.max(toMs(state.lastSuccess?.createdAt), toMs(state.scheduledSince))
  return [
    ...(state.lastError !== null ? (['failed'] as const) : []),
    ...(isScheduled && isBackupMissing(lastBackupMs, nowMs) ? (['missing'] as const) : []),
    ...(state.verification?.error != null ? (['notVerified'] as const) : []),
  ]
}
