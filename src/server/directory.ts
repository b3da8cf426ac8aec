import type { Context } from './context'
import type { AppContext } from './crud/operations'
import type { DirectorySettings } from './directory-settings'
import { runAsSystem } from './start-application'

/** Returns the configured directory of people, or null if there is none. */
export const getDirectory = (ctx: Context): DirectorySettings | null => (ctx as AppContext).app.directory
/** Runs part of an `ownTransactions` handler in one transaction; the audit trail names the system as the author. */
export const runInSystemTransaction = <T>(
  ctx: Context,
  taskName: string,
  work: (ctx: Context) => Promise<T>,
): Promise<T> => runAsSystem((ctx as AppContext).app, taskName, work)
/** Logs a failure of an external server for the operator. */
export const warnOfExternalFailure = (ctx: Context, error: unknown, message: string): void =>
  (ctx as AppContext).app.log.warn({ err: error }, message)
