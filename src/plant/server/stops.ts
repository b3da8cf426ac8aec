import { refuse, refuseInput } from '@/contract/errno'
import { inLanguage } from '@/contract/language'
import type { Create, Row } from '@/contract/resource'
import { line } from '../contract/line'
import { toMillis, type Moment } from '../rules/plant-time'
import { momentText } from '@/server/excel/plant-time'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { lineSpeed } from '@/server/db/system'
import { columns, sql } from '@/server/sql'
import { command, type Carried } from '@/server/crud/command'
import { doingOf } from '@/server/doing'
import { lockStops, placeOfStop } from './line-stops'
import { nameOf, refuseMoment } from './plant'
import { isRetimed, overlap, retimeProblem, stopProblem, type RetimeProblem, type StopTimes } from '../rules/line-stop'
import { usualLimits } from '../rules/stop-detection'
import { explainStop, lineStop, stopReason } from '../contract/line-stop'

export type StopRow = Row<typeof lineStop>

/** Enters a stop that was neither detected nor opened by a repair. POST /production/stop_record */
export async function enterStop(ctx: Context, input: Create<typeof lineStop>): Promise<StopRow> {
  const times = { startedAt: input.startedAt, endedAt: input.endedAt ?? null }
  mustBeRight(stopProblem(times, ctx.now.getTime()))
  const at = await ctx.rows.get(line, input.lineId)
  if (!at.active) throw refuse('plant:refusals.stop.lineOff', { line: at.code })
  await lockStops(ctx, at.id)
  await mustBeFree(ctx, { id: input.id ?? '', lineId: at.id, ...times }, 'standsAlready')
  const reasonId = input.reasonId ?? null
  if (reasonId) await mustBeUsable(ctx, reasonId)
  return ctx.rows.insert(lineStop, {
    ...input,
    ...times,
    reasonId,
    ...(await placeOfStop(ctx, at.id, times.startedAt)),
    ...lineStop.entered?.({ ...times, reasonId }, doingOf(ctx)),
  } as Partial<StopRow>)
}

/**
 * Explains a stop. Concurrent edits of the same field are a conflict, others are merged. PUT /production/stop_record
 */
export const explain: HandlerEntry = command(explainStop, saveExplained, {
  first: async (ctx, { id }) => lockStops(ctx, (await ctx.rows.get(lineStop, id)).lineId),
})
async function saveExplained({ ctx, row, after, change }: Carried<typeof lineStop, unknown>): Promise<StopRow> {
  if (!row) throw new Error('a stop is explained that was never told')
  const startMoved = toMillis(after.startedAt) !== toMillis(row.startedAt)
  if (isRetimed(row, after)) await mustAllowTimes(ctx, row, after)
  if (after.reasonId !== row.reasonId && after.reasonId) await mustBeUsable(ctx, after.reasonId)
  const place = startMoved ? await placeOfStop(ctx, row.lineId, after.startedAt) : {}
  return ctx.rows.update(lineStop, row.id, { ...change, ...place })
}
async function mustAllowTimes(ctx: Context, row: StopRow, after: StopRow): Promise<void> {
  mustBeRight(retimeProblem(row, after, ctx.now.getTime()))
  await mustBeFree(ctx, after, 'runsInto')
  if (row.source === 'speed') await mustHaveStood(ctx, after)
}
/** A detected stop may be made more precise, but not over a time in which the line ran. @throws 6000 */
async function mustHaveStood(ctx: Context, { lineId, startedAt, endedAt }: StopRow): Promise<void> {
  const [ran] = await ctx.query(
    sql`select ${columns(lineSpeed, ['at'])} from line_speed
     where site_id = ${ctx.site} and line_id = ${lineId} and at > ${startedAt} and at < ${endedAt ?? ctx.now.toISOString()} and speed >= ${usualLimits.runsFrom}
     order by at limit 1`,
  )
  if (ran) throw refuse('plant:refusals.stop.ranThen', { at: momentText(ctx.timeZone, ran.at) })
}

/**
 * Removes a stop entered by mistake; not one of a repair, or a detected one that still stands. DELETE
 * /production/stop_record
 */
export async function removeStop(
  ctx: Context,
  { id, version }: { id: string; version?: number | null },
): Promise<null> {
  const seen = await ctx.rows.get(lineStop, id)
  await lockStops(ctx, seen.lineId)
  const row = await ctx.rows.lock(lineStop, id)
  if (row.repairId)
    throw refuse('plant:refusals.stop.stopOfRepair', { number: await nameOf(ctx, 'repair', row.repairId) })
  if (row.source === 'speed' && row.endedAt === null) throw refuse('plant:refusals.stop.standsNow')
  await ctx.rows.remove(lineStop, id, { version: version ?? null })
  return null
}

/** @throws 6000 with the problem of a stop's times, or an input error naming the field */
function mustBeRight(problem: { field: keyof StopTimes; code: RetimeProblem } | null): void {
  if (!problem) return
  const { field, code } = problem
  if (code === 'inFuture' || code === 'longAgo') throw refuseMoment(code, field)
  throw refuse(`plant:refusals.stop.${code}`)
}
/**
 * Asserts that no other stop overlaps: one standstill is one stop, and an existing stop is explained instead.
 * @throws 6000
 */
async function mustBeFree(
  ctx: Context,
  stop: { id: string; lineId: string; startedAt: Moment; endedAt: Moment | null },
  refused: 'standsAlready' | 'runsInto',
): Promise<void> {
  const [other] = (
    await ctx.query(
      sql`select ${columns(lineStop, ['id', 'startedAt', 'endedAt'])} from line_stop
       where site_id = ${ctx.site} and line_id = ${stop.lineId} and (${stop.endedAt}::timestamptz is null or started_at < ${stop.endedAt})
         and (ended_at is null or ended_at > ${stop.startedAt}) order by started_at desc limit 2`,
    )
  ).filter((s) => s.id !== stop.id && overlap(s, stop))
  if (other)
    throw refuse(`plant:refusals.stop.${refused}`, {
      from: momentText(ctx.timeZone, other.startedAt),
      to: other.endedAt ? momentText(ctx.timeZone, other.endedAt) : ctx.t('plant:refusals.stop.now'),
    })
}
async function mustBeUsable(ctx: Context, reasonId: string): Promise<void> {
  const [reason] = await ctx.rows.find(stopReason, { where: { id: reasonId }, limit: 1 })
  if (!reason) throw refuseInput([{ path: ['reasonId'], code: 'unknownId' }])
  if (!reason.active)
    throw refuse('plant:refusals.stopReason.off', {
      name: String(inLanguage(stopReason, reason, 'name', ctx.language)),
    })
}
