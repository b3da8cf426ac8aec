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
 * Stores a repair, its line stop and the machine's condition. Each command updates the repair exactly once, because
 * phones expect the version to rise by one. The number is taken last, as it blocks all other reports until the commit.
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
  // Repair and stop reference each other: the stop is inserted first and gets its repair afterwards.
  if (stopId && stopId !== before?.stopId) await ctx.rows.update(lineStop, stopId, { repairId: saved.id })
  if (before?.stopId && stopId !== before.stopId) await letGo(ctx, before.stopId)
  return saved
}
/** Takes the next number, e.g. `R20261120-003` for the third report of a day of the plant's calendar. */
async function numberOf(ctx: Context, reportedAt: string): Promise<string> {
  const day = toPlantDay(ctx, reportedAt).replaceAll('-', '')
  return `R${day}-${String(await takeNextNumber(ctx, `repair:${day}`)).padStart(3, '0')}`
}
/**
 * Locks machines in the order of their ids, before the stops of their lines.
 * @returns the sorted ids
 */
export async function lockMachines(ctx: Context, ids: readonly (string | null | undefined)[]): Promise<string[]> {
  const sorted = [...new Set(ids)].filter((id) => typeof id === 'string').sort()
  for (const id of sorted) await ctx.rows.lock(equipment, id)
  return sorted
}

type Implied = NonNullable<ReturnType<typeof stopOf>>
type StopRow = Row<typeof lineStop>
/**
 * Stores the line stop of a repair and returns its id: the repair's own stop, or an existing one detected by speed or
 * entered by a person. Null if the line kept running.
 */
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
  // A stop from another source stays with its line.
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
/** Finds and locks a stop that is open when the repair's stop begins and belongs to no repair yet. */
async function standingAt(ctx: Context, lineId: string, { startsAt }: Implied): Promise<StopRow | null> {
  const latest = toMoment(toMillis(startsAt) + SAME_STOP_TOLERANCE_MS)
  const found = await findStopWithoutRepair(ctx, lineId, { notOverAt: startsAt, beganBy: latest })
  return found ? ctx.rows.lock(lineStop, found) : null
}
async function reasonFor(ctx: Context, row: RepairRow): Promise<string | null> {
  const [reason] = await ctx.rows.find(stopReason, { where: { code: reasonOfRepair(row) }, limit: 1 })
  return reason?.id ?? null
}
/** Detaches a stop from its repair: removes it if the repair created it, else clears what the repair had set. */
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
 * Updates a machine's condition from its other open repairs and the one being saved. The machine is already locked, so
 * that concurrent repairs of it see each other.
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
