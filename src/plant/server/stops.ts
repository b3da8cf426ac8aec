import { refuse, refuseInput } from '@/contract/errno'
import { getFieldInLanguage } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { line } from '../contract/line'
import { toMillis, type Moment } from '../rules/plant-time'
import { formatPlantTime } from '@/server/excel/resource-columns'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { lineSpeed } from '@/server/db/system'
import { columns, sql } from '@/server/sql'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { toActionContext } from '@/server/entered-moments'
import { lockLineStops, resolveStopShiftAndOrder } from './line-stops'
import { findRowName, createMomentRefusal } from './plant'
import {
  hasChangedTimes,
  hasOverlap,
  validateTimeChange,
  validateStopTimes,
  type TimeChangeProblem,
  type StopTimes,
} from '../rules/line-stop'
import { DEFAULT_DETECTION_LIMITS } from '../rules/stop-detection'
import { explainStop, lineStop, stopReason } from '../contract/line-stop'
import { handle } from '@/server/area'

export type LineStopRow = Row<typeof lineStop>

/** Enters a stop that was neither detected nor opened by a repair. POST /production/stop_record */
export const createStop = handle(lineStop.endpoints.create, async (ctx, input) => {
  const times = { startedAt: input.startedAt, endedAt: input.endedAt ?? null }
  assertStopTimesValid(validateStopTimes(times, ctx.now.getTime()))
  const lineRow = await ctx.rows.get(line, input.lineId)
  if (!lineRow.active) throw refuse('plant:refusals.stop.lineOff', { line: lineRow.code })
  await lockLineStops(ctx, lineRow.id)
  await assertNoOverlappingStop(ctx, { id: input.id ?? '', lineId: lineRow.id, ...times }, 'alreadyStopped')
  const reasonId = input.reasonId ?? null
  if (reasonId) await assertReasonActive(ctx, reasonId)
  return ctx.rows.insert(lineStop, {
    ...input,
    ...times,
    reasonId,
    ...(await resolveStopShiftAndOrder(ctx, lineRow.id, times.startedAt)),
    ...lineStop.setOnCreate?.({ ...times, reasonId }, toActionContext(ctx)),
  } as Partial<LineStopRow>)
})

/**
 * Explains a stop. Concurrent edits of the same field are a conflict; edits of different fields are merged. PUT
 * /production/stop_record
 */
export const explainStopHandler: HandlerEntry = handleCommand(explainStop, saveExplanation, {
  preload: async (ctx, { id }) => lockLineStops(ctx, (await ctx.rows.get(lineStop, id)).lineId),
})
async function saveExplanation({
  ctx,
  row,
  nextRow,
  patch,
}: CommandExecution<typeof lineStop, unknown>): Promise<LineStopRow> {
  if (!row) throw new Error('the stop to explain does not exist')
  const isStartMoved = toMillis(nextRow.startedAt) !== toMillis(row.startedAt)
  if (hasChangedTimes(row, nextRow)) await assertTimeChangeAllowed(ctx, row, nextRow)
  if (nextRow.reasonId !== row.reasonId && nextRow.reasonId) await assertReasonActive(ctx, nextRow.reasonId)
  const shiftAndOrder = isStartMoved ? await resolveStopShiftAndOrder(ctx, row.lineId, nextRow.startedAt) : {}
  return ctx.rows.update(lineStop, row.id, { ...patch, ...shiftAndOrder })
}
async function assertTimeChangeAllowed(ctx: Context, row: LineStopRow, nextRow: LineStopRow): Promise<void> {
  assertStopTimesValid(validateTimeChange(row, nextRow, ctx.now.getTime()))
  await assertNoOverlappingStop(ctx, nextRow, 'runsInto')
  if (row.source === 'speed') await assertLineDidNotRun(ctx, nextRow)
}
/** Asserts that the line did not run during the corrected times of a detected stop. @throws errno.message */
async function assertLineDidNotRun(ctx: Context, { lineId, startedAt, endedAt }: LineStopRow): Promise<void> {
  const [runningReading] = await ctx.query(
    sql`select ${columns(lineSpeed, ['at'])} from line_speed
     where site_id = ${ctx.site} and line_id = ${lineId} and at > ${startedAt} and at < ${endedAt ?? ctx.now.toISOString()} and speed >= ${DEFAULT_DETECTION_LIMITS.runningFrom}
     order by at limit 1`,
  )
  if (runningReading)
    throw refuse('plant:refusals.stop.ranThen', { at: formatPlantTime(ctx.timeZone, runningReading.at) })
}

/**
 * Removes a stop entered by mistake. Stops of a repair and detected stops that still stand cannot be removed. DELETE
 * /production/stop_record
 */
export const removeStop = handle(lineStop.endpoints.remove, async (ctx, { id, version }) => {
  const stop = await ctx.rows.get(lineStop, id)
  await lockLineStops(ctx, stop.lineId)
  const row = await ctx.rows.lock(lineStop, id)
  if (row.repairId)
    throw refuse('plant:refusals.stop.stopOfRepair', { number: await findRowName(ctx, 'repair', row.repairId) })
  if (row.source === 'speed' && row.endedAt === null) throw refuse('plant:refusals.stop.stillStopped')
  await ctx.rows.remove(lineStop, id, { version: version ?? null })
  return null
})

/** @throws errno.message with the problem of a stop's times, or an input error naming the field */
function assertStopTimesValid(problem: { field: keyof StopTimes; code: TimeChangeProblem } | null): void {
  if (!problem) return
  const { field, code } = problem
  if (code === 'inFuture' || code === 'longAgo') throw createMomentRefusal(code, field)
  throw refuse(`plant:refusals.stop.${code}`)
}
/**
 * Asserts that no other stop overlaps: one standstill is one stop, and an existing stop is explained instead.
 * @throws errno.message
 */
async function assertNoOverlappingStop(
  ctx: Context,
  stop: { id: string; lineId: string; startedAt: Moment; endedAt: Moment | null },
  refusalKey: 'alreadyStopped' | 'runsInto',
): Promise<void> {
  const [overlappingStop] = (
    await ctx.query(
      sql`select ${columns(lineStop, ['id', 'startedAt', 'endedAt'])} from line_stop
       where site_id = ${ctx.site} and line_id = ${stop.lineId} and (${stop.endedAt}::timestamptz is null or started_at < ${stop.endedAt})
         and (ended_at is null or ended_at > ${stop.startedAt}) order by started_at desc limit 2`,
    )
  ).filter((otherStop) => otherStop.id !== stop.id && hasOverlap(otherStop, stop))
  if (overlappingStop)
    throw refuse(`plant:refusals.stop.${refusalKey}`, {
      from: formatPlantTime(ctx.timeZone, overlappingStop.startedAt),
      to: overlappingStop.endedAt
        ? formatPlantTime(ctx.timeZone, overlappingStop.endedAt)
        : ctx.t('plant:refusals.stop.now'),
    })
}
async function assertReasonActive(ctx: Context, reasonId: string): Promise<void> {
  const [reason] = await ctx.rows.find(stopReason, { where: { id: reasonId }, limit: 1 })
  if (!reason) throw refuseInput([{ path: ['reasonId'], code: 'unknownId' }])
  if (!reason.active)
    throw refuse('plant:refusals.stopReason.off', {
      name: String(getFieldInLanguage(stopReason, reason, 'name', ctx.language)),
    })
}
