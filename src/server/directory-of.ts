import type { Context } from './context'
import type { KitContext } from './crud/operations'
import type { DirectorySettings } from './directory-settings'
import { asSystem } from './start-application'

/** The plant's directory of people as it was set, or null where it has none. */
export const directoryOf = (ctx: Context): DirectorySettings | null => (ctx as KitContext).app.directory
/** For a call of effect `own`: some of its steps in one transaction, written down as the system's. */
export const inOneTransaction = <T>(ctx: Context, what: string, work: (ctx: Context) => Promise<T>): Promise<T> =>
  asSystem((ctx as KitContext).app, what, work)
/** What went wrong with somebody else's server, for whoever runs this one. */
export const tellTrouble = (ctx: Context, error: unknown, what: string): void =>
  (ctx as KitContext).app.log.warn({ err: error }, what)
