/** Handlers of the data on the winder page: current rolls, lengths and counts of rolls, and the orders at a line. */
import type { EndpointOutput } from '@/contract/endpoint'
import { formatCodeAndName } from '@/contract/language'
import { toLocalTime, toMillis, toMoment } from '@/plant/rules/plant-time'
import { line } from '@/plant/contract/line'
import { lineStop } from '@/plant/contract/line-stop'
import { workOrder } from '@/areas/orders/contract/work-order'
import { product } from '@/areas/standards/contract/product'
import { listStopsSince } from '@/plant/server/queries'
import { findOrderAtLine, listOrdersToMake } from '@/areas/orders/server/queries/orders'
import type { Context } from '@/server/context'
import { options, sql } from '@/server/sql'
import { cacheReadByKey } from '@/server/cached-read'
import { requirePerson, resolveShift } from '@/plant/server/plant'
import { calculateWebKg } from '@/areas/orders/rules/slitting-pattern'
import { cuttableJumboStates, doffedJumboStates, hallJumboStates, scrappedJumboStates } from '../rules/jumbo-roll'
import { estimateDueAt, getLengthToWind, calculateWoundMetres, getWindingSpeed } from '../rules/winding'
import { orderAtLine, remarkOrder, rollCount, rollLength, currentRolls } from '../contract/jumbo-endpoints'
import { jumboRoll } from '../contract/jumbo-roll'
import { machineRun } from '../contract/machine-run'
import { buildJumboKgSql } from './queries/mass-sql'
import { handle } from '@/server/area'

const MAX_LINES = 100
/** Number of the last rolls whose lengths are averaged. */
const MAX_LAST_ROLLS = 10
/**
 * Loads the rolls on the winders and the rows from which their current length is calculated. The result is cached,
 * because every screen reads it and it rarely changes.
 */
const loadWindingRolls = cacheReadByKey(
  [jumboRoll, workOrder, line, machineRun, lineStop],
  (lineId: string | null) => lineId ?? '',
  async (ctx, lineId) => {
    const rolls = await ctx.rows.find(jumboRoll, {
      where: { state: 'winding', ...(lineId ? { lineId } : {}) },
      limit: MAX_LINES,
    })
    const lineIds = [...new Set(rolls.map((r) => r.lineId))]
    const earliestStart = rolls.map((r) => r.startedAt).sort()[0]
    if (earliestStart === undefined) return { rolls, orders: [], lines: [], runs: [], stops: {} }
    const [orders, lines, runs, stops] = await Promise.all([
      ctx.rows.find(workOrder, { where: { id: [...new Set(rolls.map((r) => r.workOrderId))] } }),
      ctx.rows.find(line, { where: { id: lineIds } }),
      ctx.rows.find(machineRun, { where: { machine: 'winder', lineId: lineIds, offAt: null } }),
      listStopsSince(ctx, lineIds, earliestStart),
    ])
    return { rolls, orders, lines, runs, stops: Object.fromEntries(stops) }
  },
)
/** GET /jumbo_second/now_roll: rolls on the winders with their estimated metres, mass and doff time. */
export const listCurrentRolls = handle(currentRolls, async (ctx, input) => {
  const { rolls, orders, lines, runs, stops } = await loadWindingRolls(ctx, input.lineId ?? null)
  const nowMs = ctx.now.getTime()
  return rolls.map((roll) => {
    const run = runs.find((r) => r.lineId === roll.lineId)
    const { speed } = getWindingSpeed(roll, run ?? null, lines.find((l) => l.id === roll.lineId) ?? null)
    const winding = { startsAt: toMillis(roll.startedAt), speed, stops: stops[roll.lineId] ?? [] }
    const metresNow = calculateWoundMetres(winding, nowMs)
    const order = orders.find((o) => o.id === roll.workOrderId) ?? null
    const dueMs = estimateDueAt(winding, getLengthToWind(roll, run ?? null, order), nowMs)
    const kgNow =
      metresNow !== null && roll.gsm && roll.widthMm
        ? Math.round(calculateWebKg(roll.gsm, roll.widthMm, metresNow) * 10) / 10
        : null
    return { ...roll, speed, metresNow, kgNow, doffDueAt: dueMs === null ? null : toMoment(dueMs) }
  })
})

type OrderSelection = { workOrderId?: string | null; lineId?: string | null }
/** Finds the requested order, else the order that runs on the line. */
async function findSelectedOrder(ctx: Context, input: OrderSelection) {
  if (input.workOrderId) return ctx.rows.get(workOrder, input.workOrderId)
  if (!input.lineId) return null
  return findOrderAtLine(ctx, input.lineId)
}
/** GET /jumbo_second/roll_long: ordered length, length of the last roll, and average length of the last ten rolls. */
export const loadRollLength = handle(rollLength, async (ctx, input) => {
  const order = await findSelectedOrder(ctx, input)
  const filters = {
    ...(order ? { workOrderId: order.id } : {}),
    ...(input.lineId ? { lineId: input.lineId } : {}),
  }
  // Without an order or a line there are no comparable rolls.
  const hasFilter = Object.keys(filters).length > 0
  const lastRolls = hasFilter
    ? await ctx.rows.find(jumboRoll, {
        where: { ...filters, state: doffedJumboStates },
        orderBy: '-startedAt',
        limit: MAX_LAST_ROLLS,
      })
    : []
  const lengths = lastRolls.flatMap((r) => r.lengthM ?? [])
  return {
    orderedM: order?.jumboLengthM ?? null,
    lastM: lengths[0] ?? null,
    speed: lastRolls.find((r) => r.speed !== null)?.speed ?? null,
    averageM: lengths.length ? Math.round((lengths.reduce((sum, m) => sum + m, 0) / lengths.length) * 10) / 10 : null,
  }
})
/**
 * GET /jumbo_second/roll_num: counts the rolls of an order, a line or the whole plant. `today` counts the rolls of the
 * present business date.
 */
export const countRolls = handle(rollCount, async (ctx, input) => {
  const order = await findSelectedOrder(ctx, input)
  const { businessDate } = await resolveShift(ctx)
  // Without an order, counts the rolls made today and the rolls in the hall.
  const [orderId, lineId] = [order?.id ?? null, input.lineId ?? null]
  const stateField = jumboRoll.fields.state
  const [counts] = await ctx.query(
    sql<
      Omit<EndpointOutput<typeof rollCount>, 'ordered'>
    >`select count(*)::int as made, count(*) filter (where grade = 'good' and state not in (${options(stateField, ...scrappedJumboStates)}))::int as good, count(*) filter (where state in (${options(stateField, ...cuttableJumboStates)}))::int as uncut,
       count(*) filter (where business_date = ${businessDate})::int as today, coalesce(sum(${buildJumboKgSql()}), 0) as kg
     from jumbo_roll where site_id = ${ctx.site} and state in (${options(stateField, ...doffedJumboStates)}) and (${lineId}::uuid is null or line_id = ${lineId})
       and (work_order_id = ${orderId} or (${orderId}::uuid is null and (business_date = ${businessDate} or state in (${options(stateField, ...hallJumboStates)}))))`,
  )
  return { ...counts!, kg: Number(counts!.kg), ordered: order?.orderedRolls ?? null }
})

/** GET /jumbo_three/order_details and /jumbo_three/order_info: running orders, then orders that wait for the line. */
export const listOrdersAtLine = handle(orderAtLine, async (ctx, input) => {
  const { total, list } = await listOrdersToMake(ctx, input)
  const products = await ctx.rows.find(product, { where: { id: [...new Set(list.map((o) => o.productId))] } })
  return {
    total,
    list,
    refs: Object.fromEntries(products.map((p) => [p.id, formatCodeAndName(product, p, ctx.language)])),
    next: null,
  }
})
const MAX_NOTE_CHARS = 4000
/** POST /jumbo_three/order_details: prepends a remark with time and author to the order's note. */
export const addOrderRemark = handle(remarkOrder, async (ctx, input) => {
  const order = await ctx.rows.lock(workOrder, input.workOrderId)
  const { day, minute } = toLocalTime(ctx.now.toISOString(), ctx.timeZone)
  const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const remarkLine = `${day} ${clock} ${requirePerson(ctx).name}: ${input.remark.trim()}`
  await ctx.rows.update(workOrder, order.id, {
    note: [remarkLine, order.note].filter(Boolean).join('\n').slice(0, MAX_NOTE_CHARS),
  })
  return { id: order.id }
})
