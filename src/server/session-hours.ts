import type { Context } from './context'
import type { KitContext } from './crud/operations'

/** How long a session lives without use, in hours. */
export const sessionHoursOf = (ctx: Context): number => (ctx as KitContext).app.sessionHours
