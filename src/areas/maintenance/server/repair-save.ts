import { errno, Refusal } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import type { Row } from '@/contract/resource'
import { equipment } from '@/areas/equipment/contract/equipment'
import { toMillis, toMoment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import {
  openRepairStates,
  getRepairCondition,
  findRepairTimeProblem,
  deriveRepairStop,
  type RepairState,
  getRepairStopReason,
} from '../rules/repair'
import { lineStop, stopReason } from '@/plant/contract/line-stop'
import { mergeRepairTimes } from '@/plant/rules/line-stop'
import { SAME_STOP_TOLERANCE_MS } from '@/plant/rules/stop-detection'
import { findStopWithoutRepair } from '@/plant/server/queries/stops-in-period'
import { takeNextNumber } from '@/server/crud/number-series'
import { assertExistedAtUse } from '@/plant/server/chronology'
import { lockLineStops, resolveStopShiftAndOrder } from '@/plant/server/line-stops'
import { toPlantDay, createMomentRefusal } from '@/plant/server/plant'
import { repair } from '../contract/repair'

export type RepairRow = Row<typeof repair>
export type RepairValues = Partial<Omit<RepairRow, 'version' | 'createdAt' | 'updatedAt'>>

/**
 * Stores a repair, its line stop and the machine's condition. Each command updates the repair exactly once, because
 * phones expect the version to rise by one. The repair number is taken last, because it blocks all other reports until
 * the commit.
 */
export async function saveRepair(
  ctx: Context,
  previousRow: RepairRow | null,
  values: RepairValues,
): Promise<RepairRow> {
  const nextRow = { ...previousRow, ...values } as RepairRow
  const impliedStop = deriveRepairStop(nextRow)
  assertRepairTimesValid(ctx, previousRow, nextRow)
  const machineIds = await lockMachines(ctx, [nextRow.equipmentId, previousRow?.equipmentId])
  await assertMachineInstalled(ctx, previousRow, nextRow)
  const stopId = await saveRepairStop(ctx, previousRow, nextRow, impliedStop)
  // If the repair moves to another machine, it counts as done for the previous one.
  for (const id of machineIds)
    await updateMachineCondition(ctx, id, id === nextRow.equipmentId ? nextRow : { ...nextRow, state: 'done' })
  const savedRepair = previousRow
    ? await ctx.rows.update(repair, previousRow.id, { ...values, stopId })
    : await ctx.rows.insert(repair, { ...values, stopId, number: await takeRepairNumber(ctx, nextRow.reportedAt) })
  // Repair and stop reference each other: the stop is inserted first and gets its repair afterwards.
  if (stopId && stopId !== previousRow?.stopId) await ctx.rows.update(lineStop, stopId, { repairId: savedRepair.id })
  if (previousRow?.stopId && stopId !== previousRow.stopId) await releaseStop(ctx, previousRow.stopId)
  return savedRepair
}
/** Takes the next repair number, e.g. `R20261120-003` for the third report of a plant day. */
async function takeRepairNumber(ctx: Context, reportedAt: string): Promise<string> {
  const day = toPlantDay(ctx, reportedAt).replaceAll('-', '')
  return `R${day}-${String(await takeNextNumber(ctx, `repair:${day}`)).padStart(3, '0')}`
}
/**
 * Locks machines in the order of their ids, before the stops of their lines.
 * @returns the sorted ids
 */
export async function lockMachines(ctx: Context, ids: readonly (string | null | undefined)[]): Promise<string[]> {
  const sortedIds = [...new Set(ids)].filter((id) => typeof id === 'string').sort()
  for (const id of sortedIds) await ctx.rows.lock(equipment, id)
  return sortedIds
}

/** The line stop that follows from the times of a repair. */
type ImpliedStop = NonNullable<ReturnType<typeof deriveRepairStop>>
type StopRow = Row<typeof lineStop>
/**
 * Stores the line stop of a repair and returns its id. The stop is the repair's own stop, or an existing stop that was
 * detected by speed or entered by a person. Null if the line kept running.
 */
async function saveRepairStop(
  ctx: Context,
  previousRow: RepairRow | null,
  nextRow: RepairRow,
  impliedStop: ImpliedStop | null,
): Promise<string | null> {
  const previousStop = previousRow?.stopId ? await ctx.rows.get(lineStop, previousRow.stopId) : null
  for (const lineId of [...new Set([previousStop?.lineId, impliedStop ? nextRow.lineId : null])]
    .filter((id) => typeof id === 'string')
    .sort())
    await lockLineStops(ctx, lineId)
  if (!impliedStop || !nextRow.lineId) return null
  const lockedStop = previousStop ? await ctx.rows.lock(lineStop, previousStop.id) : null
  // A stop that the repair did not create cannot move to another line, so the repair then needs another stop.
  const stop =
    lockedStop && (lockedStop.source === 'repair' || lockedStop.lineId === nextRow.lineId)
      ? lockedStop
      : await findSameStop(ctx, nextRow.lineId, impliedStop)
  const times = mergeRepairTimes(stop, impliedStop)
  // A reason that a person has entered stays.
  const reasonId = stop?.explainedBy ? stop.reasonId : await findStopReasonId(ctx, nextRow)
  const stopValues = {
    lineId: nextRow.lineId,
    equipmentId: nextRow.equipmentId,
    ...times,
    reasonId,
  }
  const shiftAndOrderFields =
    stop && stop.lineId === nextRow.lineId && stop.startedAt === times.startedAt
      ? {}
      : await resolveStopShiftAndOrder(ctx, nextRow.lineId, times.startedAt)
  if (stop) return (await ctx.rows.update(lineStop, stop.id, { ...stopValues, ...shiftAndOrderFields })).id
  return (
    await ctx.rows.insert(lineStop, {
      ...stopValues,
      ...shiftAndOrderFields,
      source: 'repair',
      id: createUuid7(ctx.now.getTime()),
      repairId: previousRow?.id ?? null,
    })
  ).id
}
/**
 * Finds and locks a recorded stop that has no repair and is the same as the implied stop. The recorded stop must not
 * have ended when the implied stop starts, and must start at most `SAME_STOP_TOLERANCE_MS` after the implied stop.
 */
async function findSameStop(ctx: Context, lineId: string, { startsAt }: ImpliedStop): Promise<StopRow | null> {
  const latestBegin = toMoment(toMillis(startsAt) + SAME_STOP_TOLERANCE_MS)
  const foundStopId = await findStopWithoutRepair(ctx, lineId, { notOverAt: startsAt, beganBy: latestBegin })
  return foundStopId ? ctx.rows.lock(lineStop, foundStopId) : null
}
async function findStopReasonId(ctx: Context, row: RepairRow): Promise<string | null> {
  const [reason] = await ctx.rows.find(stopReason, { where: { code: getRepairStopReason(row) }, limit: 1 })
  return reason?.id ?? null
}
/** Detaches a stop from its repair: removes it if the repair created it, else clears what the repair had set. */
async function releaseStop(ctx: Context, stopId: string): Promise<void> {
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

/**
 * Asserts that the machine was installed when it failed. The installation day may have been entered after the report, so
 * an unchanged repair is not checked again.
 */
async function assertMachineInstalled(
  ctx: Context,
  previousRow: RepairRow | null,
  { equipmentId, reportedAt, stoppedAt }: RepairRow,
): Promise<void> {
  const isSameMachine = previousRow?.equipmentId === equipmentId
  if (isSameMachine && previousRow.stoppedAt === stoppedAt) return
  const { code, installedOn } = await ctx.rows.get(equipment, equipmentId)
  const machine = { name: code, since: installedOn }
  if (!isSameMachine) assertExistedAtUse(ctx, { ...machine, at: reportedAt, field: 'occurredAt' })
  if (stoppedAt) assertExistedAtUse(ctx, { ...machine, at: stoppedAt, field: 'stoppedAt' })
}
function assertRepairTimesValid(ctx: Context, previousRow: RepairRow | null, nextRow: RepairRow): void {
  const problem = findRepairTimeProblem(nextRow, previousRow, ctx.now.getTime())
  if (problem?.code === 'stopOrder')
    throw new Refusal(errno.message, 'maintenance:refusals.stopOrder', {
      issues: [{ path: [problem.field], code: 'endsFirst' }],
    })
  if (problem) throw createMomentRefusal(problem.code, problem.field)
}

/**
 * Updates a machine's condition from its other open repairs and the one being saved. The machine is already locked, so
 * that concurrent repairs of it see each other.
 */
async function updateMachineCondition(
  ctx: Context,
  equipmentId: string,
  { id, state }: { id?: string; state: RepairState },
): Promise<void> {
  const otherRepairs = await ctx.query(
    sql`select distinct ${columns(repair, ['state'])} from repair
     where site_id = ${ctx.site} and equipment_id = ${equipmentId} and state in (${options(repair.fields.state, ...openRepairStates)}) and id is distinct from ${id ?? null}`,
  )
  const condition = getRepairCondition([state, ...otherRepairs.map((otherRepair) => otherRepair.state)])
  await ctx.rows.update(equipment, equipmentId, { condition })
}
