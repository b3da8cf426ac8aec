import type { ImportWriter } from '@/server/crud/import-workbook'
import { loadPlantCalendar } from '@/plant/server/plant'
import { dueEnd, lateBy } from '../rules/progress'

/** A sheet's row whose due day has passed: likely a slip of the date, or an order that really is late; so it is said and taken. */
export const warnOfDue: NonNullable<ImportWriter['warn']> = async (ctx, after, before) => {
  const due = (row: Readonly<Record<string, unknown>>) => (row['dueOn'] ?? null) as string | null
  const dueOn = due(after)
  if (!dueOn || (before && due(before) === dueOn)) return null
  const dueAt = dueEnd(dueOn, await loadPlantCalendar(ctx))
  return lateBy(ctx.now.getTime(), dueAt) > 0 ? ctx.t('orders:warnings.duePast', { dueOn }) : null
}
