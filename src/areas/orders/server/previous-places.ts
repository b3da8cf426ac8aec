import type { EndpointOutput } from '@/contract/endpoint'
import { toMoment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { scheduleEntry, type placeOrder } from '../contract/schedule'
import type { ScheduleSlot } from '../rules/line-schedule'
import type { ScheduleEntryRow, PlannedSlot } from './schedule-row'

/**
 * Loads the previous places of moved entries with their current versions, for undo.
 * @param previousSlots slots of the line before the move
 * @param previousEntry entry of the moved order before the move; null if it had none
 */
export async function loadPreviousPlaces(
  ctx: Context,
  previousEntry: ScheduleEntryRow | null,
  /** Id of the order's own entry. */
  ownEntryId: string,
  movedSlots: readonly ScheduleSlot[],
  previousSlots: readonly PlannedSlot[],
): Promise<Pick<EndpointOutput<typeof placeOrder>, 'before' | 'fresh'>> {
  const placeByEntryId = new Map(
    previousSlots.map(({ id, startsAt, endsAt }) => [
      id,
      { startsAt: toMoment(startsAt), endsAt: toMoment(endsAt), lineId: null as string | null },
    ]),
  )
  if (previousEntry)
    placeByEntryId.set(previousEntry.id, {
      startsAt: previousEntry.startsAt,
      endsAt: previousEntry.endsAt,
      lineId: previousEntry.lineId,
    })
  const ids = [ownEntryId, ...movedSlots.map(({ id }) => id).filter((id) => id !== ownEntryId)]
  const currentEntries = await ctx.rows.find(scheduleEntry, { where: { id: ids }, limit: ids.length })
  return {
    before: currentEntries.flatMap((entry) => {
      const previousPlace = placeByEntryId.get(entry.id)
      return previousPlace
        ? [{ ...previousPlace, id: entry.id, version: entry.version, lineId: previousPlace.lineId ?? entry.lineId }]
        : []
    }),
    fresh: previousEntry
      ? []
      : currentEntries.flatMap((entry) =>
          entry.id === ownEntryId ? [{ id: ownEntryId, version: entry.version }] : [],
        ),
  }
}
