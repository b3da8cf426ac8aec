import type { EndpointOutput } from '@/contract/endpoint'
import { toMoment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { scheduleEntry } from '@/areas/orders/contract/schedule'
import type { placeOrder } from '../contract/planning-endpoints'
import type { ScheduleSlot } from '@/areas/orders/rules/line-schedule'
import type { ScheduleEntryRow, PlannedSlot } from '@/areas/orders/server/writes/line-slots'

/**
 * Loads what is needed to undo a move: `before` has the previous places of moved entries with their current versions,
 * `fresh` the entry that the move added.
 * @param previousEntry entry of the placed order before the move; null if it had none
 * @param ownEntryId entry of the placed order after the move
 * @param previousSlots slots of the line before the move
 */
export async function loadPreviousPlaces(
  ctx: Context,
  previousEntry: ScheduleEntryRow | null,
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
