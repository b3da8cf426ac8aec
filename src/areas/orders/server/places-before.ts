import type { OutOf } from '@/contract/endpoint'
import { toMoment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { scheduleEntry, type placeOrder } from '../contract/schedule'
import type { Slot } from '../rules/schedule'
import type { Entry, Planned } from './schedule-row'

/** Where those stood that a move has moved, each with the version that it left. @param own the moved order's entry before */
export async function placesBefore(
  ctx: Context,
  own: Entry,
  moved: readonly Slot[],
  row: readonly Planned[],
): Promise<OutOf<typeof placeOrder>['before']> {
  const stood = new Map(
    row.map((r) => [
      r.id,
      { startsAt: toMoment(r.startsAt), endsAt: toMoment(r.endsAt), lineId: null as string | null },
    ]),
  )
  stood.set(own.id, { startsAt: own.startsAt, endsAt: own.endsAt, lineId: own.lineId })
  const ids = moved.map((m) => m.id)
  const now = await ctx.rows.find(scheduleEntry, { where: { id: ids }, limit: ids.length })
  return now.flatMap(({ id, version, lineId }) => {
    const before = stood.get(id)
    return before ? [{ ...before, id, version, lineId: before.lineId ?? lineId }] : []
  })
}
