import type { ImportWriter } from '@/server/crud/import'
import { dueEnd, lateBy } from '../rules/progress'

/** A sheet's row whose due day has passed: likely a slip of the date, or an order that really is late; so it is said and taken. */
export const warnOfDue: NonNullable<ImportWriter['warn']> = (ctx, after, before) => {
  const due = (row: Readonly<Record<string, unknown>>) => (row['dueOn'] ?? null) as string | null
  const dueOn = due(after)
  if (!dueOn || (before && due(before) === dueOn)) return null
  return lateBy(ctx.now.getTime(), dueEnd(dueOn, ctx.timeZone)) > 0 ? ctx.t('orders:warnings.duePast', { dueOn }) : null
}
