import type { ImportWriter } from '@/server/crud/import-workbook'
import { loadPlantCalendar } from '@/plant/server/plant'
import { calculateDueEnd, calculateLateness } from '../rules/order-progress'

/** Warns about an imported row whose due date has passed: likely a typing error, but it may be a late order. */
export const warnIfDuePassed: NonNullable<ImportWriter['warn']> = async (ctx, after, before) => {
  const getDueOn = (row: Readonly<Record<string, unknown>>) => (row['dueOn'] ?? null) as string | null
  const dueOn = getDueOn(after)
  if (!dueOn || (before && getDueOn(before) === dueOn)) return null
  const dueAt = calculateDueEnd(dueOn, await loadPlantCalendar(ctx))
  return calculateLateness(ctx.now.getTime(), dueAt) > 0 ? ctx.t('orders:warnings.duePast', { dueOn }) : null
}
