import { refuse } from '@/contract/errno'
import { uuid7 } from '@/contract/id'
import type { Row } from '@/contract/resource'
import { equipment } from '@/areas/equipment/contract/equipment'
import { toMillis } from '@/areas/handover/rules/plant-time'
import type { Context } from '@/server/context'
import { equipmentRepairState, stopOf, type RepairState } from '../rules/repair'
import { lineStop } from '@/areas/reports/contract/line-stop'
import { repair } from '../contract/repair'

export type RepairRow = Row<typeof repair>
export type RepairValues = Partial<Omit<RepairRow, 'version' | 'createdAt' | 'updatedAt'>>

/** Five minutes of clock difference between phone and server are no lie. */
const DRIFT_MS = 5 * 60_000

/**
 * Writes a repair and what follows from it: the stop of the line, and where the machine stands. One change of the
 * repair a command, so that its version rises by one: a phone counts on that.
 */
export async function saveRepair(ctx: Context, before: RepairRow | null, values: RepairValues): Promise<RepairRow> {
  const after = { ...before, ...values } as RepairRow
  const stop = stopOf(after)
  mustBeInOrder(ctx, after, stop)
  const stopId = stop && after.lineId ? await openStop(ctx, before, after, stop) : null
  const saved = before ? await ctx.rows.update(repair, before.id, { ...values, stopId }) : await ctx.rows.insert(repair, { ...values, stopId })
  if (stopId && !before) await ctx.rows.update(lineStop, stopId, { repairId: saved.id })
  if (before?.stopId && !stopId) await ctx.rows.remove(lineStop, before.stopId)
  for (const id of [...new Set([saved.equipmentId, before?.equipmentId ?? saved.equipmentId])].sort()) await showCondition(ctx, id)
  return saved
}

type Stop = NonNullable<ReturnType<typeof stopOf>>
async function openStop(ctx: Context, before: RepairRow | null, after: RepairRow, stop: Stop): Promise<string> {
  const values = {
    lineId: after.lineId!, equipmentId: after.equipmentId, startedAt: stop.startsAt, endedAt: stop.endsAt,
    source: 'repair' as const, closedBy: stop.endsAt ? 'repair' as const : null,
  }
  if (before?.stopId) return (await ctx.rows.update(lineStop, before.stopId, values)).id
  // The two point at each other: of a new pair the stop is written first and learns its repair afterwards.
  return (await ctx.rows.insert(lineStop, { ...values, id: uuid7(ctx.now.getTime()), repairId: before?.id ?? null })).id
}

function mustBeInOrder(ctx: Context, row: RepairRow, stop: ReturnType<typeof stopOf>): void {
  const latest = ctx.now.getTime() + DRIFT_MS
  if (row.stoppedAt && toMillis(row.stoppedAt) > latest) throw refuse('maintenance:refusals.stoppedInFuture')
  if (row.runningAgainAt && toMillis(row.runningAgainAt) > latest) throw refuse('maintenance:refusals.runningInFuture')
  if (stop?.endsAt && toMillis(stop.endsAt) < toMillis(stop.startsAt)) throw refuse('maintenance:refusals.stopOrder')
}

/** Where a machine stands follows from its open repairs. The machine is locked first, so that two repairs of it cannot miss each other. */
async function showCondition(ctx: Context, equipmentId: string): Promise<void> {
  await ctx.rows.lock(equipment, equipmentId)
  const rows = await ctx.query<{ state: RepairState }>(
    `select distinct state from repair where site_id = $1 and equipment_id = $2 and state not in ('done', 'withdrawn')`, [ctx.site, equipmentId])
  await ctx.rows.update(equipment, equipmentId, { condition: equipmentRepairState(rows.map((r) => r.state)) })
}
