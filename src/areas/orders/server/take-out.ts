import { canCall, type EndpointInput, type EndpointOutput } from '@/contract/endpoint'
import { errno, Refusal, refuse } from '@/contract/errno'
import { MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { placeOrder, scheduleEntry, type takeOutOrder } from '../contract/schedule'
import { workOrder } from '../contract/work-order'
import { movedUp } from '../rules/schedule'
import { begun } from '../rules/work-order'
import { placesBefore } from './places-before'
import { forecastRow, SOONEST } from './schedule'
import { gapsOf, lockLines, rowOf, saveRow, updatePlannedTimes, withChangeovers } from './schedule-row'

/** POST /plant/schedule_take_out: takes an order out of the plan, optionally moving later ones up. */
export async function takeOut(
  ctx: Context,
  input: EndpointInput<typeof takeOutOrder>,
): Promise<EndpointOutput<typeof takeOutOrder>> {
  const seen = await ctx.rows.get(scheduleEntry, input.id)
  await lockLines(ctx, [seen.lineId])
  const entry = await ctx.rows.lock(scheduleEntry, input.id)
  const order = await ctx.rows.lock(workOrder, entry.workOrderId)
  if (begun(order.state)) throw refuse('orders:refusals.begun', { number: order.number })
  if (input.close && !canCall(placeOrder.access, ctx.person))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: placeOrder.name } })
  const gone = { id: entry.id, startsAt: toMillis(entry.startsAt), endsAt: toMillis(entry.endsAt) }
  const left = (await rowOf(ctx, entry.lineId, gone.startsAt)).filter((r) => r.id !== entry.id)
  const up =
    input.close || input.dryRun
      ? movedUp(gone, await forecastRow(ctx, left), gapsOf(left), ctx.now.getTime() + SOONEST)
      : []
  const stood = new Map(left.map((r) => [r.id, r]))
  const told = {
    moved: up.map(({ id, startsAt, endsAt }) => ({
      id,
      number: stood.get(id)!.number,
      startsAt: toMoment(startsAt),
      endsAt: toMoment(endsAt),
    })),
    upMinutes: up[0] ? (stood.get(up[0].id)!.startsAt - up[0].startsAt) / MINUTE_MS : 0,
  }
  if (input.dryRun) return { ...told, before: [], out: [] }
  await ctx.rows.remove(scheduleEntry, entry.id, { version: input.version ?? null })
  await updatePlannedTimes(ctx, order.id, null)
  const times = new Map(up.map((one) => [one.id, one]))
  await saveRow(ctx, left, withChangeovers(left.map((r) => ({ ...r, ...times.get(r.id) }))), null)
  const { workOrderId, lineId, startsAt, endsAt, note } = entry
  return {
    ...told,
    before: (await placesBefore(ctx, null, entry.id, up, left)).before,
    out: [{ workOrderId, lineId, startsAt, endsAt, note }],
  }
}
