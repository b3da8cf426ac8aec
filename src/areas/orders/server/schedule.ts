import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import { HOUR_MS, toLocalTime, toMillis, toMoment } from '@/plant/rules/plant-time'
import { loadPlantCalendar, getToday } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { scheduleEntry, type placeOrder } from '../contract/schedule'
import { workOrder } from '../contract/work-order'
import { dueEnd } from '../rules/progress'
import { firstFree, inPast, LONGEST, overlapping, shifted, snapped, tooClose, type Slot } from '../rules/schedule'
import { begun, isOver, mayProduce } from '../rules/work-order'
import { forecasts } from './progress'
import { neededLengths } from './needed-length'
import { clashOf, consequences } from './move-effects'
import { placesBefore } from './places-before'
import {
  closeGap,
  gapsOf,
  lockLines,
  recipeOf,
  rowOf,
  saveRow,
  updatePlannedTimes,
  withChangeovers,
  type Entry,
  type Planned,
} from './schedule-row'

type OrderRow = Row<typeof workOrder>
/** Default duration of an order of unknown size: one shift. */
const LENGTH_UNKNOWN = 8 * HOUR_MS
/** Lead time before a proposed start: nobody can prepare an order within the next hour. */
export const SOONEST = HOUR_MS

/** Returns the duration of an order on a line, in ms; one shift if its size is unknown. */
const usualLength = async (ctx: Context, order: OrderRow, lineId: string): Promise<number> =>
  (await neededLengths(ctx, [{ orderId: order.id, lineId }])).get(order.id) ?? LENGTH_UNKNOWN

const mustLast = (startsAt: string, endsAt: string): void => {
  if (toMillis(endsAt) <= toMillis(startsAt))
    throw refuseInput([{ path: ['endsAt'], code: 'tooSmall', params: { limit: startsAt } }])
}
/** Formats a moment in plant time, e.g. `11-20 14:30`, with the year if it is not the current one. */
function said(ctx: Context, millis: number): string {
  const { day, minute } = toLocalTime(toMoment(millis), ctx.timeZone)
  const thisYear = day.slice(0, 4) === getToday(ctx).slice(0, 4)
  return `${thisYear ? day.slice(5) : day} ${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
/**
 * Locks the order to plan.
 * @throws 6000 if the order has ended, or has begun on another line
 */
async function planable(ctx: Context, id: string, lineId: string): Promise<OrderRow> {
  const order = await ctx.rows.lock(workOrder, id)
  if (isOver(order.state))
    throw refuse('orders:refusals.over', {
      number: order.number,
      state: ctx.t(`orders:workOrder.options.state.${order.state}`),
    })
  if (begun(order.state) && order.lineId !== lineId) throw refuse('orders:refusals.begun', { number: order.number })
  return order
}
/** Builds the slot of an order at a place on a line. */
export const planned = async (ctx: Context, order: OrderRow, lineId: string, slot: Slot): Promise<Planned> => ({
  ...slot,
  fixed: begun(order.state),
  inMaking: mayProduce(order.state),
  orderId: order.id,
  number: order.number,
  recipe: await recipeOf(ctx, order, lineId),
  dueAt: dueEnd(order.dueOn, await loadPlantCalendar(ctx)),
  changeover: 0,
})

/**
 * Checks typed times, which are never adjusted.
 * @throws 6000 naming the order in the way
 */
function mustBeFree(ctx: Context, slot: Planned, row: readonly Planned[]): void {
  const [over] = overlapping(slot, row)
  if (over)
    throw refuse('orders:refusals.overlap', {
      number: over.number,
      from: said(ctx, over.startsAt),
      to: said(ctx, over.endsAt),
    })
  const close = slot.fixed
    ? null
    : tooClose(
        slot,
        row.filter((r) => !r.fixed || r.startsAt < slot.startsAt),
        gapsOf([...row, slot]),
      )
  if (close) throw refuse('orders:refusals.changeover', { number: close.other.number, minutes: close.minutes })
}
/** Returns the changeover before an entry of a row, in minutes. */
export const changeoverIn = (after: readonly Planned[], id: string): number =>
  after.find((r) => r.id === id)?.changeover ?? 0

/** POST /equ/add_schedule: adds an entry at typed times. */
export async function add(ctx: Context, input: CreateInput<typeof scheduleEntry>): Promise<Entry> {
  mustLast(input.startsAt, input.endsAt)
  await lockLines(ctx, [input.lineId])
  const order = await planable(ctx, input.workOrderId, input.lineId)
  const slot = await planned(ctx, order, input.lineId, {
    id: input.id ?? createUuid7(ctx.now.getTime()),
    startsAt: toMillis(input.startsAt),
    endsAt: toMillis(input.endsAt),
  })
  const row = (await rowOf(ctx, input.lineId, slot.startsAt)).filter((r) => r.orderId !== order.id)
  mustBeFree(ctx, slot, row)
  const after = withChangeovers([...row, slot])
  const saved = await ctx.rows.insert(scheduleEntry, {
    ...input,
    id: slot.id,
    note: input.note ?? null,
    changeoverMinutes: changeoverIn(after, slot.id),
  })
  await updatePlannedTimes(ctx, order.id, saved)
  await saveRow(ctx, row, after, slot.id)
  return saved
}
/** PUT /equ/edit_schedule. Once the order has begun, only end and note can be changed. */
export async function edit(ctx: Context, { id, version, ...patch }: UpdateInput<typeof scheduleEntry>): Promise<Entry> {
  const seen = await ctx.rows.get(scheduleEntry, id)
  await lockLines(ctx, [seen.lineId, patch.lineId])
  const before = await ctx.rows.lock(scheduleEntry, id)
  const after = { ...before, ...patch } as Entry
  mustLast(after.startsAt, after.endsAt)
  const left = after.workOrderId === before.workOrderId ? null : await planable(ctx, before.workOrderId, before.lineId)
  const order = await planable(ctx, after.workOrderId, after.lineId)
  if ((left && begun(left.state)) || (begun(order.state) && after.startsAt !== before.startsAt))
    throw refuse('orders:refusals.begun', { number: (left && begun(left.state) ? left : order).number })
  const slot = await planned(ctx, order, after.lineId, {
    id,
    startsAt: toMillis(after.startsAt),
    endsAt: toMillis(after.endsAt),
  })
  const row = (await rowOf(ctx, after.lineId, slot.startsAt)).filter((r) => r.id !== id)
  mustBeFree(ctx, slot, row)
  const plan = withChangeovers([...row, slot])
  const saved = await ctx.rows.update(
    scheduleEntry,
    id,
    { ...(patch as Partial<Entry>), changeoverMinutes: slot.fixed ? before.changeoverMinutes : changeoverIn(plan, id) },
    { version },
  )
  if (left) await updatePlannedTimes(ctx, left.id, null)
  await updatePlannedTimes(ctx, order.id, saved)
  await saveRow(ctx, row, plan, id)
  if (before.lineId !== saved.lineId) await closeGap(ctx, before.lineId, toMillis(before.startsAt))
  return saved
}
/** DELETE /equ/del_schedule. Refused once the order has begun. */
export async function remove(ctx: Context, { id, version }: { id: string; version?: number | null }): Promise<null> {
  const seen = await ctx.rows.get(scheduleEntry, id)
  await lockLines(ctx, [seen.lineId])
  const order = await ctx.rows.lock(workOrder, seen.workOrderId)
  if (begun(order.state)) throw refuse('orders:refusals.begun', { number: order.number })
  await ctx.rows.remove(scheduleEntry, id, { version: version ?? null })
  await updatePlannedTimes(ctx, order.id, null)
  await closeGap(ctx, seen.lineId, toMillis(seen.startsAt))
  return null
}

/** POST /production_scheduling: places an order and moves later ones back, or reports the consequences in a dry run. */
export async function place(
  ctx: Context,
  input: EndpointInput<typeof placeOrder>,
): Promise<EndpointOutput<typeof placeOrder>> {
  const [seen] = await ctx.rows.find(scheduleEntry, { where: { workOrderId: input.workOrderId }, limit: 1 })
  await lockLines(ctx, [seen?.lineId, input.lineId])
  const order = await planable(ctx, input.workOrderId, input.lineId)
  if (begun(order.state)) throw refuse('orders:refusals.begun', { number: order.number })
  const [own] = await ctx.rows.find(scheduleEntry, { where: { workOrderId: order.id }, limit: 1, lock: true })
  const asked = input.startsAt ? toMillis(input.startsAt) : null
  const length =
    input.endsAt && asked !== null
      ? toMillis(input.endsAt) - asked
      : own && !input.anew
        ? toMillis(own.endsAt) - toMillis(own.startsAt)
        : await usualLength(ctx, order, input.lineId)
  if (length <= 0) throw refuseInput([{ path: ['endsAt'], code: 'tooSmall', params: { limit: input.startsAt ?? '' } }])
  if (length > LONGEST)
    throw refuse('orders:refusals.tooLong', {
      number: order.number,
      hours: Math.ceil(length / HOUR_MS),
      most: LONGEST / HOUR_MS,
    })
  const begin = asked ?? ctx.now.getTime() + SOONEST
  const hoped = await planned(ctx, order, input.lineId, {
    id: own?.id ?? input.id ?? createUuid7(ctx.now.getTime()),
    startsAt: begin,
    endsAt: begin + length,
  })
  const row = (await rowOf(ctx, input.lineId, Math.max(begin, ctx.now.getTime()))).filter((r) => r.orderId !== order.id)
  const gaps = gapsOf([...row, hoped])
  const making = await forecastRow(ctx, row)
  // Proposals and refusals must name the same free place.
  const free = (from: number): number => firstFree(hoped, making, gaps, Math.max(from, ctx.now.getTime() + SOONEST))
  const wanted = asked ?? free(begin)
  const dropped = { ...hoped, startsAt: wanted, endsAt: wanted + length }
  const slot = snapped(dropped, row, gaps)
  const stays = own !== undefined && toMillis(own.startsAt) === asked
  if (!stays && inPast(slot.startsAt, ctx.now.getTime()))
    throw refuse('orders:refusals.inPast', { at: said(ctx, slot.startsAt), from: said(ctx, free(begin)) })
  const moved = shifted(slot, row, gaps)
  if (!moved) {
    const [over] = overlapping(slot, row)
    if (over?.fixed)
      throw refuse('orders:refusals.overlap', {
        number: over.number,
        from: said(ctx, over.startsAt),
        to: said(ctx, over.endsAt),
      })
    throw refuse('orders:refusals.noRoom', { from: said(ctx, free(wanted)) })
  }
  const done = input.dryRun ? { before: [], fresh: [] } : await move(ctx, input, own ?? null, slot, moved, row)
  return {
    entry: slot.id,
    ...done,
    ...consequences(order, slot, row, moved),
    ...clashOf(making, [...row, slot], moved, gaps),
  }
}
/** Returns the row with orders in production extended to their forecast ends. */
export async function forecastRow(ctx: Context, row: readonly Planned[]): Promise<Planned[]> {
  const ends = await forecasts(
    ctx,
    row.filter((r) => r.inMaking).map((r) => r.orderId),
  )
  return row.map((r) => ({ ...r, endsAt: Math.max(r.endsAt, ends.get(r.orderId)?.endsAt ?? 0) }))
}
async function move(
  ctx: Context,
  input: EndpointInput<typeof placeOrder>,
  own: Entry | null,
  slot: Planned,
  moved: readonly Slot[],
  row: readonly Planned[],
): Promise<Pick<EndpointOutput<typeof placeOrder>, 'before' | 'fresh'>> {
  const times = new Map(moved.map((m) => [m.id, m]))
  const after = withChangeovers([...row.map((r) => ({ ...r, ...times.get(r.id) })), slot])
  const values = {
    startsAt: toMoment(slot.startsAt),
    endsAt: toMoment(slot.endsAt),
    lineId: input.lineId,
    changeoverMinutes: changeoverIn(after, slot.id),
  }
  if (own) await ctx.rows.update(scheduleEntry, own.id, values, { version: input.version ?? null })
  else await ctx.rows.insert(scheduleEntry, { id: slot.id, workOrderId: input.workOrderId, ...values })
  await updatePlannedTimes(ctx, input.workOrderId, values)
  await saveRow(ctx, row, after, slot.id)
  if (own && own.lineId !== input.lineId) await closeGap(ctx, own.lineId, toMillis(own.startsAt))
  return placesBefore(ctx, own, slot.id, moved, row)
}
