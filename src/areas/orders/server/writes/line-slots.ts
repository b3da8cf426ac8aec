import { columns, limit, options, sql } from '@/server/sql'
import type { Row } from '@/contract/resource'
import { line } from '@/plant/contract/line'
import { DAY_MS, MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { loadPlantCalendar } from '@/plant/server/plant'
import { linesSql } from '@/plant/server/queries'
import { product } from '@/areas/standards/contract/product'
import { productsSql } from '@/areas/standards/server/queries'
import type { Context } from '@/server/context'
import { scheduleEntry } from '../../contract/schedule'
import { workOrder } from '../../contract/work-order'
import { calculateChangeoverMinutes, type Recipe, type ScheduleSlot } from '../../rules/line-schedule'
import { calculateDueEnd } from '../../rules/order-progress'
import { getWoundWidthMm } from '@/areas/orders/rules/slitting-pattern'
import {
  hasOrderBegun,
  canProduce,
  producingStates,
  settledOrderStates,
  type WorkOrderState,
} from '../../rules/work-order'

export type ScheduleEntryRow = Row<typeof scheduleEntry>
type WorkOrderRow = Row<typeof workOrder>
/** An order among the consecutive slots of a line. An order that has begun has its actual times and is `fixed`. */
export interface PlannedSlot extends ScheduleSlot {
  readonly fixed: boolean
  /** True while the order is in production, so that its end is a forecast. */
  readonly isInProduction: boolean
  readonly orderId: string
  readonly number: string
  readonly recipe: Recipe
  /** End of the business date on which the order is due, ms; null without a due date. */
  readonly dueAt: number | null
  /** Minutes of the changeover before the slot. */
  readonly changeoverMinutes: number
}

/** Locks lines sorted by id, which serializes planners of the same line and prevents deadlocks. */
export async function lockLines(ctx: Context, ids: readonly (string | null | undefined)[]): Promise<void> {
  for (const id of [...new Set(ids.flatMap((id) => id ?? []))].sort()) await ctx.rows.lock(line, id)
}
type PlannedRow = {
  id: string
  startsAt: string
  endsAt: string
  changeoverMinutes: number
  orderId: string
  number: string
  state: WorkOrderState
  productId: string
  gsm: number | null
  colour: string | null
  webWidthMm: number | null
  productWidthMm: number | null
  lineWidthM: number | null
  treatment: string | null
  dueOn: string | null
}

/**
 * Loads the slots of a line, sorted by start. Slots are the entries of orders that are not closed or cancelled, and
 * orders in production without an entry. Entries that ended more than 30 days before `aroundMs` are left out.
 */
export async function loadLineSlots(ctx: Context, lineId: string, aroundMs: number): Promise<PlannedSlot[]> {
  // A running order occupies the line at least until now, a paused order only until its pause.
  const dbRows = await ctx.query(
    sql<PlannedRow>`select coalesce(s.id, o.id) as id, coalesce(o.started_at, s.starts_at) as "startsAt", coalesce(s.changeover_minutes, 0) as "changeoverMinutes",
       case o.state when ${options(workOrder.fields.state, 'running')} then greatest(s.ends_at, ${ctx.now.toISOString()}::timestamptz) when ${options(workOrder.fields.state, 'paused')} then greatest(o.started_at, (o.pauses->-1->>'from')::timestamptz) else coalesce(o.finished_at, s.ends_at) end as "endsAt",
       ${columns(workOrder, [{ orderId: 'id' }, 'number', 'state', 'productId', 'webWidthMm', 'dueOn'], 'o')}, coalesce(o.gsm, p.gsm)::float as gsm, coalesce(o.colour, p.colour) as colour, ${columns(product, [{ productWidthMm: 'widthMm' }], 'p')}, l.width::float as "lineWidthM", p.treatment
     from work_order o left join schedule_entry s on s.site_id = o.site_id and s.work_order_id = o.id join ${productsSql} p on p.site_id = o.site_id and p.id = o.product_id
       join ${linesSql} l on l.site_id = o.site_id and l.id = ${lineId}
     where o.site_id = ${ctx.site} and o.state not in (${options(workOrder.fields.state, ...settledOrderStates)}) and coalesce(s.line_id, o.line_id) = ${lineId} and (s.ends_at > ${toMoment(aroundMs - 30 * DAY_MS)} or (s.id is null and o.state in (${options(workOrder.fields.state, ...producingStates)}))) order by 2 ${limit(1000)}`,
  )
  const calendar = await loadPlantCalendar(ctx)
  return dbRows
    .map((dbRow) => ({
      id: dbRow.id,
      startsAt: toMillis(dbRow.startsAt),
      endsAt: toMillis(dbRow.endsAt),
      changeoverMinutes: dbRow.changeoverMinutes,
      orderId: dbRow.orderId,
      number: dbRow.number,
      fixed: hasOrderBegun(dbRow.state),
      isInProduction: canProduce(dbRow.state),
      dueAt: calculateDueEnd(dbRow.dueOn, calendar),
      recipe: {
        productId: dbRow.productId,
        gsm: dbRow.gsm ?? 0,
        colour: dbRow.colour,
        treatment: dbRow.treatment,
        webWidthMm: getWoundWidthMm(dbRow.lineWidthM, dbRow.productWidthMm, dbRow.webWidthMm) ?? 0,
      },
    }))
    .sort((a, b) => a.startsAt - b.startsAt)
}
/** Loads the recipe of an order on a line. */
export async function loadRecipe(ctx: Context, order: WorkOrderRow, lineId: string): Promise<Recipe> {
  const orderLine = await ctx.rows.get(line, lineId)
  const orderProduct = await ctx.rows.get(product, order.productId)
  return {
    productId: orderProduct.id,
    gsm: order.gsm ?? orderProduct.gsm,
    colour: order.colour ?? orderProduct.colour,
    treatment: orderProduct.treatment,
    webWidthMm: getWoundWidthMm(orderLine.width, orderProduct.widthMm, order.webWidthMm) ?? 0,
  }
}
/** Creates a function that returns the changeover between two slots of a line, in ms. */
export function createChangeoverLookup(slots: readonly PlannedSlot[]): (previousId: string, nextId: string) => number {
  const recipeBySlotId = new Map(slots.map(({ id, recipe }) => [id, recipe]))
  return (previousId, nextId) =>
    calculateChangeoverMinutes(recipeBySlotId.get(previousId) ?? null, recipeBySlotId.get(nextId)!) * MINUTE_MS
}
/** Returns the sorted slots with recalculated changeovers; slots that have begun keep theirs. */
export function recalculateChangeovers(slots: readonly PlannedSlot[]): PlannedSlot[] {
  const sortedSlots = [...slots].sort((a, b) => a.startsAt - b.startsAt)
  return sortedSlots.map((slot, i) =>
    slot.fixed
      ? slot
      : { ...slot, changeoverMinutes: calculateChangeoverMinutes(sortedSlots[i - 1]?.recipe ?? null, slot.recipe) },
  )
}
/**
 * Saves the changed slots of a line.
 * @param excludedSlotId slot that the caller saves itself
 */
export async function saveLineSlots(
  ctx: Context,
  previousSlots: readonly PlannedSlot[],
  newSlots: readonly PlannedSlot[],
  excludedSlotId: string | null = null,
): Promise<void> {
  const previousSlotById = new Map(previousSlots.map((slot) => [slot.id, slot]))
  for (const slot of newSlots) {
    const previousSlot = previousSlotById.get(slot.id)
    if (
      slot.fixed ||
      slot.id === excludedSlotId ||
      !previousSlot ||
      (previousSlot.startsAt === slot.startsAt &&
        previousSlot.endsAt === slot.endsAt &&
        previousSlot.changeoverMinutes === slot.changeoverMinutes)
    )
      continue
    const savedEntry = await ctx.rows.update(scheduleEntry, slot.id, {
      startsAt: toMoment(slot.startsAt),
      endsAt: toMoment(slot.endsAt),
      changeoverMinutes: slot.changeoverMinutes,
    })
    await updatePlannedTimes(ctx, slot.orderId, savedEntry)
  }
}
/** Copies the planned times to the order, or clears them if the entry is null. */
export const updatePlannedTimes = (
  ctx: Context,
  orderId: string,
  entry: Pick<ScheduleEntryRow, 'startsAt' | 'endsAt' | 'lineId'> | null,
): Promise<WorkOrderRow> =>
  ctx.rows.update(
    workOrder,
    orderId,
    entry
      ? { plannedStart: entry.startsAt, plannedEnd: entry.endsAt, lineId: entry.lineId }
      : { plannedStart: null, plannedEnd: null },
  )
/** Recalculates the changeovers of a line after a slot left it, because the next slot has another predecessor. */
export async function recalculateLineChangeovers(ctx: Context, lineId: string, aroundMs: number): Promise<void> {
  const slots = await loadLineSlots(ctx, lineId, aroundMs)
  await saveLineSlots(ctx, slots, recalculateChangeovers(slots))
}
