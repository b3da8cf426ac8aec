/** Job that makes scheduled and requested backups, and verifies one backup a week. */
import fs from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../application'
import type { Job } from '../area'
import type { Context } from '../context'
import { writeBackupWithFileSizes } from '../db/backup'
import { getSharedFolder } from '../db/backup-format'
import { explainSystemTrouble } from '../db/explain-trouble'
import { restoreBackup } from '../db/restore'
import { isBackupOfPlant, loadPlantIdentity } from '../plant-identity'
import { makeBackupFolder } from '../private-folder'
import type { AppContext } from '../crud/operations'
import {
  applyRetention,
  listBackups,
  measureFolder,
  removeUnfinishedBackups,
  toBackupName,
  writeSummary,
  writeVerification,
} from './backup-directory'
import { isBackupDue, isVerificationDue } from './backup-schedule'
import type { BackupSettings } from './backup-settings'
import {
  BACKUP_TOPIC,
  type BackupPlan,
  type BackupState,
  type BackupSummary,
  type BackupVerification,
  updateBackupState,
  loadBackupState,
} from './backup-state'

/** Scratch folder in the data folder, in which a backup is restored into an embedded database. */
const VERIFICATION_FOLDER = 'backup-check'
const INTERRUPTED = 'The program ended during the backup.'

export const backupJob: Job = {
  name: 'backup',
  everySeconds: 10,
  managesTransactions: true,
  runsAlongside: true,
  run: async (ctx, signal = new AbortController().signal) => {
    const settings = (ctx as AppContext).app.backups
    if (settings) await new BackupRun(ctx, settings, signal).runIfDue()
  },
}

class BackupRun {
  constructor(
    private readonly ctx: Context,
    private readonly settings: BackupSettings,
    private readonly signal: AbortSignal,
  ) {}

  async runIfDue(): Promise<void> {
    const { ctx, settings } = this
    const state = await this.#publishPlan(await loadBackupState(ctx))
    if (!isBackupDue(state, settings.time, ctx.timeZone, ctx.now.getTime())) return
    await this.#updateState({ runningSince: ctx.now.toISOString() })
    const finishedAttempt = { lastAttemptAt: ctx.now.toISOString(), runningSince: null }
    try {
      const summary = await this.#backUp()
      await this.#updateState({ lastSuccess: summary, lastError: null, kept: await listBackups(settings.directory) })
      const canRemoveOldBackups = !isVerificationDue(state, ctx.now.getTime()) || (await this.#verify(summary))
      // After a failed verification the older backups may be the only good ones.
      if (canRemoveOldBackups) await this.#updateState({ kept: await this.#applyRetention() })
      await this.#updateState(finishedAttempt)
    } catch (error) {
      // Stopping the server is not a failure: the backup is made after the next start.
      if (this.signal.aborted) return this.#updateState({ runningSince: null })
      this.#log.error({ err: error }, 'the backup failed')
      await this.#updateState({ lastError: describeError(error), ...finishedAttempt })
    }
  }

  /** Records this instance's settings for the other instances. Records a backup that was interrupted as failed. */
  async #publishPlan(state: BackupState): Promise<BackupState> {
    const { time, directory, keep, keys } = this.settings
    const plan: BackupPlan = { time, directory, keep, isEncrypted: keys.length > 0 }
    const isInterrupted = state.runningSince !== null
    const isPlanCurrent = JSON.stringify(sortPlan(state.plan)) === JSON.stringify(sortPlan(plan))
    if (isPlanCurrent && !isInterrupted) return state
    const changes: Partial<BackupState> = {
      plan,
      scheduledSince: time === null ? null : (state.scheduledSince ?? this.ctx.now.toISOString()),
      ...(isInterrupted ? { runningSince: null, lastAttemptAt: state.runningSince, lastError: INTERRUPTED } : {}),
    }
    await this.#updateState(changes)
    return { ...state, ...changes }
  }

  async #backUp(): Promise<BackupSummary> {
    const { ctx, signal } = this
    const { directory, keys, ...source } = this.settings
    const name = toBackupName(ctx.now)
    const startedAtMs = performance.now()
    makeBackupFolder(directory)
    await removeUnfinishedBackups(directory)
    const to = join(directory, name)
    const key = keys[0] ?? null
    const { manifest, storedFileBytes, addedFileBytes } = await writeBackupWithFileSizes({
      dataDir: source.dataDir,
      databaseUrl: source.databaseUrl,
      connections: source.connections,
      s3: source.s3,
      secretKey: source.secretKey,
      to,
      log: this.#log,
      shared: { folder: getSharedFolder(to), key },
      signal,
    })
    const folderBytes = await measureFolder(to)
    const summary: BackupSummary = {
      name,
      createdAt: ctx.now.toISOString(),
      seconds: toSeconds(startedAtMs),
      bytes: folderBytes + storedFileBytes,
      addedBytes: folderBytes + addedFileBytes,
      files: manifest.files.count,
      rows: Object.values(manifest.tables).reduce((sum, { rows }) => sum + rows, 0),
      isEncrypted: key !== null,
    }
    await writeSummary(directory, summary)
    this.#log.info({ ...summary }, 'the scheduled backup is complete')
    return summary
  }

  /**
   * Restores a backup into a scratch embedded database, which counts and hashes every row, and reads every file.
   * @returns true if nothing differs
   */
  async #verify({ name }: BackupSummary): Promise<boolean> {
    const { ctx, settings, signal } = this
    const scratchFolder = join(settings.dataDir, VERIFICATION_FOLDER)
    const startedAtMs = performance.now()
    let error: string | null = null
    try {
      fs.rmSync(scratchFolder, { recursive: true, force: true })
      await restoreBackup({
        from: join(settings.directory, name),
        dataDir: scratchFolder,
        keyDir: settings.dataDir,
        secretKey: settings.secretKey,
        backupKeys: settings.keys,
        withoutFiles: true,
        log: this.#log,
        progress: () => signal.throwIfAborted(),
        signal,
      })
    } catch (failure) {
      signal.throwIfAborted()
      error = describeError(failure)
      this.#log.error({ err: failure }, 'the verification of the backup failed')
    } finally {
      fs.rmSync(scratchFolder, { recursive: true, force: true })
    }
    const verifiedAt = ctx.now.toISOString()
    const verification: BackupVerification = { at: verifiedAt, name, error, seconds: toSeconds(startedAtMs) }
    await writeVerification(settings.directory, verification)
    await this.#updateState({ verification, ...(error === null ? { verifiedAt } : {}) })
    return error === null
  }

  async #applyRetention(): Promise<BackupSummary[]> {
    const { ctx, settings } = this
    const { directory, keep, dataDir, secretKey, keys } = settings
    const identity = await loadPlantIdentity((ctx as AppContext).app.db.pool)
    return applyRetention(directory, {
      keep,
      timeZone: ctx.timeZone,
      now: ctx.now,
      // Without an identity no backup is known to be of this plant, so none is removed.
      isOwn: async (folder) =>
        identity !== null && isBackupOfPlant(folder, identity, { dataDir, secretKey, backupKeys: keys }),
    })
  }

  async #updateState(changes: Partial<BackupState>): Promise<void> {
    await updateBackupState(this.ctx, changes)
    await (this.ctx as AppContext).app.changes.publish(new Set([BACKUP_TOPIC]), [])
  }
  get #log(): Log {
    return (this.ctx as AppContext).app.log
  }
}

const describeError = (error: unknown): string =>
  explainSystemTrouble(error) ?? (error instanceof Error ? error.message : String(error))
const toSeconds = (startedAtMs: number): number => Math.round((performance.now() - startedAtMs) / 100) / 10
/** Lists the values of a plan in a fixed order for comparison, because the database reorders the keys of an object. */
const sortPlan = (plan: BackupPlan | null) =>
  plan && [plan.time, plan.directory, plan.keep.daily, plan.keep.weekly, plan.keep.monthly, plan.isEncrypted]
