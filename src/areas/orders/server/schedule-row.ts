import { columns, options } from '@/server/sql'
import type { Row } from '@/contract/resource'
import { line } from '@/plant/contract/line'
import { DAY_MS, MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { loadPlantCalendar } from '@/plant/server/plant'
import { readableLinesSql } from '@/plant/server/queries'
import { product } from '@/areas/standards/contract/product'
import { productsSql } from '@/areas/standards/server/queries'
import type { Context } from '@/server/context'
import { toSqlLiterals } from '@/server/crud/statements'
import { scheduleEntry } from '../contract/schedule'
import { workOrder } from '../contract/work-order'
import { changeoverMinutes, type Recipe, type Slot } from '../rules/schedule'
import { dueEnd } from '../rules/progress'
import { woundWidth } from '../rules/web'
import { begun, mayProduce, producing, settledStates, type WorkOrderState } from '../rules/work-order'

export type Entry = Row<typeof scheduleEntry>
type OrderRow = Row<typeof workOrder>
/** An order in the row of a line. An order that has begun has its actual times and is `fixed`. */
export interface Planned extends Slot {
  readonly fixed: boolean
  /** True while the order is in production, so that its end is a forecast. */
  readonly inMaking: boolean
  readonly orderId: string
  readonly number: string
  readonly recipe: Recipe
  /** End of the business date on which it is due, ms; null without a due date. */
  readonly dueAt: number | null
  readonly changeover: number
}

/** Locks lines in a fixed order: serializes planners of the same line and prevents deadlocks. */
export async function lockLines(ctx: Context, ids: readonly (string | null | undefined)[]): Promise<void> {
  for (const id of [...new Set(ids.flatMap((i) => i ?? []))].sort()) await ctx.rows.lock(line, id)
}
type Found = {
  id: string
  startsAt: string
  endsAt: string
  changeover: number
  orderId: string
  number: string
  state: WorkOrderState
  productId: string
  gsm: number | null
  colour: string | null
  webWidthMm: number | null
  productMm: number | null
  lineM: number | null
  treatment: string | null
  dueOn: string | null
}

/** Loads the orders planned or in production on a line, from 30 days before a moment on, sorted by start. */
export async function rowOf(ctx: Context, lineId: string, around: number): Promise<Planned[]> {
  const found = await ctx.query<Found>(
    `select coalesce(s.id, o.id) as id, coalesce(o.started_at, s.starts_at) as "startsAt", coalesce(s.changeover_minutes, 0) as changeover,
       case o.state when ${options(workOrder.fields.state, 'running')} then greatest(s.ends_at, $4::timestamptz) when ${options(workOrder.fields.state, 'paused')} then greatest(o.started_at, (o.pauses->-1->>'from')::timestamptz) else coalesce(o.finished_at, s.ends_at) end as "endsAt",
       ${columns(workOrder, [{ orderId: 'id' }, 'number', 'state', 'productId', 'webWidthMm', 'dueOn'], 'o')}, coalesce(o.gsm, p.gsm)::float as gsm, coalesce(o.colour, p.colour) as colour, ${columns(product, [{ productMm: 'widthMm' }], 'p')}, l.width::float as "lineM", p.treatment
     from work_order o left join schedule_entry s on s.site_id = o.site_id and s.work_order_id = o.id join ${productsSql} p on p.site_id = o.site_id and p.id = o.product_id
       join ${readableLinesSql} l on l.site_id = o.site_id and l.id = $2
     where o.site_id = $1 and o.state not in (${toSqlLiterals(settledStates)}) and coalesce(s.line_id, o.line_id) = $2 and (s.ends_at > $3 or (s.id is null and o.state in (${toSqlLiterals(producing)}))) order by 2 limit 1000`,
    [ctx.site, lineId, toMoment(around - 30 * DAY_MS), ctx.now.toISOString()],
  )
  const calendar = await loadPlantCalendar(ctx)
  return found
    .map((r) => ({
      id: r.id,
      startsAt: toMillis(r.startsAt),
      endsAt: toMillis(r.endsAt),
      changeover: r.changeover,
      orderId: r.orderId,
      number: r.number,
      fixed: begun(r.state),
      inMaking: mayProduce(r.state),
      dueAt: dueEnd(r.dueOn, calendar),
      recipe: {
        productId: r.productId,
        gsm: r.gsm ?? 0,
        colour: r.colour,
        treatment: r.treatment,
        webWidthMm: woundWidth(r.lineM, r.productMm, r.webWidthMm) ?? 0,
      },
    }))
    .sort((a, b) => a.startsAt - b.startsAt)
}
/** Loads the recipe of an order on a line. */
export async function recipeOf(ctx: Context, order: OrderRow, lineId: string): Promise<Recipe> {
  const at = await ctx.rows.get(line, lineId)
  const made = await ctx.rows.get(product, order.productId)
  return {
    productId: made.id,
    gsm: order.gsm ?? made.gsm,
    colour: order.colour ?? made.colour,
    treatment: made.treatment,
    webWidthMm: woundWidth(at.width, made.widthMm, order.webWidthMm) ?? 0,
  }
}
/** Creates a function that returns the changeover between two slots of a row, in ms. */
export function gapsOf(row: readonly Planned[]): (id: string, next: string) => number {
  const recipes = new Map(row.map((r) => [r.id, r.recipe]))
  return (id, next) => changeoverMinutes(recipes.get(id) ?? null, recipes.get(next)!) * MINUTE_MS
}
/** Returns the sorted row with recalculated changeovers; slots that have begun keep theirs. */
export function withChangeovers(row: readonly Planned[]): Planned[] {
  const sorted = [...row].sort((a, b) => a.startsAt - b.startsAt)
  return sorted.map((slot, i) =>
    slot.fixed ? slot : { ...slot, changeover: changeoverMinutes(sorted[i - 1]?.recipe ?? null, slot.recipe) },
  )
}
/** Writes the changed slots of a row; the caller writes `ownSlotId`. */
export async function saveRow(
  ctx: Context,
  before: readonly Planned[],
  after: readonly Planned[],
  own: string | null,
): Promise<void> {
  const known = new Map(before.map((r) => [r.id, r]))
  for (const slot of after) {
    const old = known.get(slot.id)
    if (
      slot.fixed ||
      slot.id === own ||
      !old ||
      (old.startsAt === slot.startsAt && old.endsAt === slot.endsAt && old.changeover === slot.changeover)
    )
      continue
    const saved = await ctx.rows.update(scheduleEntry, slot.id, {
      startsAt: toMoment(slot.startsAt),
      endsAt: toMoment(slot.endsAt),
      changeoverMinutes: slot.changeover,
    })
    await updatePlannedTimes(ctx, slot.orderId, saved)
  }
}
/** Copies the planned times to the order, or clears them if the entry is null. */
export const updatePlannedTimes = (
  ctx: Context,
  orderId: string,
  entry: Pick<Entry, 'startsAt' | 'endsAt' | 'lineId'> | null,
): Promise<OrderRow> =>
  ctx.rows.update(
    workOrder,
    orderId,
    entry
      ? { plannedStart: entry.startsAt, plannedEnd: entry.endsAt, lineId: entry.lineId }
      : { plannedStart: null, plannedEnd: null },
  )
/** Recalculates the changeovers of a line after a slot left it, because the next slot has another predecessor. */
export async function closeGap(ctx: Context, lineId: string, around: number): Promise<void> {
  const row = await rowOf(ctx, lineId, around)
  await saveRow(ctx, row, withChangeovers(row), null)
}
