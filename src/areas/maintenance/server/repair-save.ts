import { errno, Refusal } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import type { Row } from '@/contract/resource'
import { equipment } from '@/areas/equipment/contract/equipment'
import { toMillis, toMoment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { openRepairStates, equipmentRepairState, repairTimeProblem, stopOf, type RepairState } from '../rules/repair'
import { lineStop, stopReason } from '@/plant/contract/line-stop'
import { mergeRepairTimes } from '@/plant/rules/line-stop'
import { SAME_STOP_TOLERANCE_MS } from '@/plant/rules/stop-detection'
import { findStopWithoutRepair } from '@/plant/server/queries/stops-in-period'
import { reasonOfRepair } from '../rules/repair-stop'
import { takeNextNumber } from '@/server/crud/number-series'
import { lockLineStops, resolveStopPlace } from '@/plant/server/line-stops'
import { toPlantDay, refuseMoment } from '@/plant/server/plant'
import { repair } from '../contract/repair'

export type RepairRow = Row<typeof repair>
export type RepairValues = Partial<Omit<RepairRow, 'version' | 'createdAt' | 'updatedAt'>>

/**
 * Writes a repair and what follows from it: the stop of the line, and where the machine stands. One change of the
 * repair a command, so that its version rises by one: a phone counts on that. A new one gets its number here, last of all:
 * whoever reports next, of whatever machine, waits for it.
 */
export async function saveRepair(ctx: Context, before: RepairRow | null, values: RepairValues): Promise<RepairRow> {
  const after = { ...before, ...values } as RepairRow
  const implied = stopOf(after)
  mustBeInOrder(ctx, before, after)
  const machines = await lockMachines(ctx, [after.equipmentId, before?.equipmentId])
  const stopId = await recordStop(ctx, before, after, implied)
  for (const id of machines)
    await updateCondition(ctx, id, id === after.equipmentId ? after : { ...after, state: 'done' })
  const saved = before
    ? await ctx.rows.update(repair, before.id, { ...values, stopId })
    : await ctx.rows.insert(repair, { ...values, stopId, number: await numberOf(ctx, after.reportedAt) })
  // The two point at each other: of a new pair the stop is written first and learns its repair afterwards.
  if (stopId && stopId !== before?.stopId) await ctx.rows.update(lineStop, stopId, { repairId: saved.id })
  if (before?.stopId && stopId !== before.stopId) await letGo(ctx, before.stopId)
  return saved
}
/** `R20261120-003`: the third of that day on the plant's calendar. */
async function numberOf(ctx: Context, reportedAt: string): Promise<string> {
  const day = toPlantDay(ctx, reportedAt).replaceAll('-', '')
  return `R${day}-${String(await takeNextNumber(ctx, `repair:${day}`)).padStart(3, '0')}`
}
/** Locks machines in the order of their ids, before the stops of their lines. @returns the ids */
export async function lockMachines(ctx: Context, ids: readonly (string | null | undefined)[]): Promise<string[]> {
  const sorted = [...new Set(ids)].filter((id) => typeof id === 'string').sort()
  for (const id of sorted) await ctx.rows.lock(equipment, id)
  return sorted
}

type Implied = NonNullable<ReturnType<typeof stopOf>>
type StopRow = Row<typeof lineStop>
/** The stop that the repair tells of: its own, or one that the speed or a person told first. Null when the line ran on. */
async function recordStop(
  ctx: Context,
  before: RepairRow | null,
  after: RepairRow,
  implied: Implied | null,
): Promise<string | null> {
  const told = before?.stopId ? await ctx.rows.get(lineStop, before.stopId) : null
  for (const lineId of [...new Set([told?.lineId, implied ? after.lineId : null])]
    .filter((id) => typeof id === 'string')
    .sort())
    await lockLineStops(ctx, lineId)
  if (!implied || !after.lineId) return null
  const mine = told ? await ctx.rows.lock(lineStop, told.id) : null
  // Somebody else's stop of another line stays there.
  const stop =
    mine && (mine.source === 'repair' || mine.lineId === after.lineId)
      ? mine
      : await standingAt(ctx, after.lineId, implied)
  const times = mergeRepairTimes(stop, implied)
  const reasonId = stop?.explainedBy ? stop.reasonId : await reasonFor(ctx, after)
  const values = {
    lineId: after.lineId,
    equipmentId: after.equipmentId,
    ...times,
    reasonId,
  }
  const place =
    stop && stop.lineId === after.lineId && stop.startedAt === times.startedAt
      ? {}
      : await resolveStopPlace(ctx, after.lineId, times.startedAt)
  if (stop) return (await ctx.rows.update(lineStop, stop.id, { ...values, ...place })).id
  return (
    await ctx.rows.insert(lineStop, {
      ...values,
      ...place,
      source: 'repair',
      id: createUuid7(ctx.now.getTime()),
      repairId: before?.id ?? null,
    })
  ).id
}
/** A stop of the line that goes on when the repair's begins, and belongs to no repair yet. */
async function standingAt(ctx: Context, lineId: string, { startsAt }: Implied): Promise<StopRow | null> {
  const latest = toMoment(toMillis(startsAt) + SAME_STOP_TOLERANCE_MS)
  const found = await findStopWithoutRepair(ctx, lineId, { notOverAt: startsAt, beganBy: latest })
  return found ? ctx.rows.lock(lineStop, found) : null
}
async function reasonFor(ctx: Context, row: RepairRow): Promise<string | null> {
  const [reason] = await ctx.rows.find(stopReason, { where: { code: reasonOfRepair(row) }, limit: 1 })
  return reason?.id ?? null
}
/** A stop of its own goes with the repair; one that others told of stays, without what the repair had said. */
async function letGo(ctx: Context, stopId: string): Promise<void> {
  const stop = await ctx.rows.lock(lineStop, stopId)
  if (stop.source === 'repair') return ctx.rows.remove(lineStop, stopId)
  const reasonId = stop.explainedBy ? stop.reasonId : null
  const times = stop.closedBy === 'repair' ? { endedAt: null, closedBy: null } : { endedAt: stop.endedAt }
  await ctx.rows.update(lineStop, stopId, {
    repairId: null,
    equipmentId: null,
    reasonId,
    ...times,
  })
}

function mustBeInOrder(ctx: Context, before: RepairRow | null, after: RepairRow): void {
  const problem = repairTimeProblem(after, before, ctx.now.getTime())
  if (problem?.code === 'stopOrder')
    throw new Refusal(errno.message, 'maintenance:refusals.stopOrder', {
      issues: [{ path: [problem.field], code: 'endsFirst' }],
    })
  if (problem) throw refuseMoment(problem.code, problem.field)
}

/**
 * Where a machine stands follows from its open repairs: the others as they are, and the one that is being written. The
 * machine is locked, so that two repairs of it cannot miss each other.
 */
async function updateCondition(
  ctx: Context,
  equipmentId: string,
  { id, state }: { id?: string; state: RepairState },
): Promise<void> {
  const others = await ctx.query(
    sql`select distinct ${columns(repair, ['state'])} from repair
     where site_id = ${ctx.site} and equipment_id = ${equipmentId} and state in (${options(repair.fields.state, ...openRepairStates)}) and id is distinct from ${id ?? null}`,
  )
  const condition = equipmentRepairState([state, ...others.map((r) => r.state)])
  await ctx.rows.update(equipment, equipmentId, { condition })
}
