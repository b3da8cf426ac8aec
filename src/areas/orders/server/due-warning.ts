import type { ImportWriter } from '@/server/crud/import-workbook'
import { loadPlantCalendar } from '@/plant/server/plant'
import { dueEnd, lateBy } from '../rules/progress'

/** Warns about an imported row whose due date has passed: likely a typing error, but it may be a late order. */
export const warnOfDue: NonNullable<ImportWriter['warn']> = async (ctx, after, before) => {
  const due = (row: Readonly<Record<string, unknown>>) => (row['dueOn'] ?? null) as string | null
  const dueOn = due(after)
  if (!dueOn || (before && due(before) === dueOn)) return null
  const dueAt = dueEnd(dueOn, await loadPlantCalendar(ctx))
  return lateBy(ctx.now.getTime(), dueAt) > 0 ? ctx.t('orders:warnings.duePast', { dueOn }) : null
}
