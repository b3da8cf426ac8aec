import { refuse } from '@/contract/errno'
import { handle } from '@/server/area'
import { findBackupProblems, getNextScheduledMs } from '@/server/backups/backup-schedule'
import { BACKUP_TOPIC, updateBackupState, loadBackupState } from '@/server/backups/backup-state'
import { backupState, startBackup } from '../contract/backup'

/** Returns the state of the backups, as the instance that makes them last recorded it. GET /user/backups */
export const readBackupState = handle(backupState, async (ctx) => {
  const { plan, verification, kept, ...state } = await loadBackupState(ctx)
  const nowMs = ctx.now.getTime()
  const isRequested = state.requestedAt !== null && state.requestedAt > (state.lastAttemptAt ?? '')
  return {
    isAvailable: plan !== null,
    alarms: findBackupProblems({ ...state, verification }, Boolean(plan?.time), nowMs).map((alarm) => ({ alarm })),
    runningSince: state.runningSince ?? (isRequested ? state.requestedAt : null),
    lastAttemptAt: state.lastAttemptAt,
    lastError: state.lastError,
    nextAt: plan?.time ? new Date(getNextScheduledMs(plan.time, ctx.timeZone, nowMs)).toISOString() : null,
    verifiedAt: state.verifiedAt,
    verificationAt: verification?.at ?? null,
    verificationName: verification?.name ?? null,
    verificationSeconds: verification?.seconds ?? null,
    verificationError: verification?.error ?? null,
    time: plan?.time ?? null,
    directory: plan?.directory ?? null,
    keepDaily: plan?.keep.daily ?? null,
    keepWeekly: plan?.keep.weekly ?? null,
    keepMonthly: plan?.keep.monthly ?? null,
    isEncrypted: plan?.isEncrypted ?? false,
    backups: [...kept],
  }
})

/** Asks for a backup now. A second request while one waits or runs is refused. POST /user/backup_start */
export const requestBackup = handle(startBackup, async (ctx) => {
  const { plan, runningSince, requestedAt, lastAttemptAt } = await loadBackupState(ctx)
  if (!plan) throw refuse('access:refusals.noBackups')
  if (runningSince !== null || (requestedAt !== null && requestedAt > (lastAttemptAt ?? '')))
    throw refuse('access:refusals.backupRunning')
  const now = ctx.now.toISOString()
  await updateBackupState(ctx, { requestedAt: now })
  ctx.touch(BACKUP_TOPIC)
  return { requestedAt: now }
})
