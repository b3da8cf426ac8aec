import type { SessionLimits } from './application'
import type { Context } from './context'
import type { AppContext } from './crud/operations'

/** Returns the configured limits of sessions. */
export const getSessionLimits = (ctx: Context): SessionLimits => (ctx as AppContext).app.sessions
/** Calculates when a session that is used now ends: after some idle hours, at the latest some days after its start. */
export const calculateSessionEnd = (startedAt: Date, now: Date, { idleHours, maxDays }: SessionLimits): Date =>
  new Date(Math.min(now.getTime() + idleHours * 3_600_000, startedAt.getTime() + maxDays * 86_400_000))
