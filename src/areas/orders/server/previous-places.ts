import type { EndpointOutput } from '@/contract/endpoint'
import { toMoment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { scheduleEntry, type placeOrder } from '../contract/schedule'
import type { ScheduleSlot } from '../rules/line-schedule'
import type { ScheduleEntryRow, PlannedSlot } from './schedule-row'

/**
 * Loads the previous places of moved entries with their current versions, for undo.
 * @param previousEntry entry of the moved order before the move; null if it had none
 */
export async function loadPreviousPlaces(
  ctx: Context,
  previousEntry: ScheduleEntryRow | null,
  /** Id of the order's own entry. */
  id: string,
  moved: readonly ScheduleSlot[],
  row: readonly PlannedSlot[],
): Promise<Pick<EndpointOutput<typeof placeOrder>, 'before' | 'fresh'>> {
  const placeById = new Map(
    row.map((r) => [
      r.id,
      { startsAt: toMoment(r.startsAt), endsAt: toMoment(r.endsAt), lineId: null as string | null },
    ]),
  )
  if (previousEntry)
    placeById.set(previousEntry.id, {
      startsAt: previousEntry.startsAt,
      endsAt: previousEntry.endsAt,
      lineId: previousEntry.lineId,
    })
  const ids = [id, ...moved.map((m) => m.id).filter((one) => one !== id)]
  const currentEntries = await ctx.rows.find(scheduleEntry, { where: { id: ids }, limit: ids.length })
  return {
    before: currentEntries.flatMap((entry) => {
      const previousPlace = placeById.get(entry.id)
      return previousPlace
        ? [{ ...previousPlace, id: entry.id, version: entry.version, lineId: previousPlace.lineId ?? entry.lineId }]
        : []
    }),
    fresh: previousEntry
      ? []
      : currentEntries.flatMap((entry) => (entry.id === id ? [{ id, version: entry.version }] : [])),
  }
}
