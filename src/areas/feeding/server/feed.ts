import type { EndpointInput } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import { formatCodeAndName } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { hopper } from '@/areas/equipment/contract/hopper'
import { line } from '@/plant/contract/line'
import { toMillis, toMoment } from '@/plant/rules/plant-time'
import { hoppersChanged, insideHoppers } from '@/plant/server/events'
import { happenedAt, findRowName, resolveShift } from '@/plant/server/plant'
import { lockLineRow, isClosed } from '@/plant/server/queries'
import { workOrder } from '@/areas/orders/contract/work-order'
import { isOrderSettledAt } from '@/areas/orders/rules/work-order'
import { addOrderTotals } from '@/areas/orders/server/queries/order-totals'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { askQuestion, publishEvent } from '@/server/events'
import { counterKg, empties, inWeb, needsHopper, type CounterCause, type MaterialKind } from '../rules/feed'
import { toKg } from '../rules/hopper-queue'
import { counterFeed, feed, feedAdds, setHopper } from '../contract/feed'
import { material, materialLot } from '../contract/material'
import { findingsOf, type FeedRow } from './feed-check'

type Given = EndpointInput<typeof setHopper>
type Adding = CommandExecution<typeof feed, Given>

/** POST /production/main_material, sub_material, …: adds a feed of the kind in the path. */
const adds = feedAdds.map(({ kind, endpoint }) => handleCommand(endpoint, (adding) => add(adding, kind)))

async function add(
  { ctx, input: given, patch: change, occurredAt: at }: Adding,
  kind: MaterialKind | null,
): Promise<FeedRow> {
  await lockLineRow(ctx, given.lineId)
  const order = await ctx.rows.lock(workOrder, given.workOrderId)
  const lot = given.lotId ? await ctx.rows.lock(materialLot, given.lotId) : null
  const fed = await ctx.rows.get(material, given.materialId)
  if (kind && fed.kind !== kind)
    throw refuse('feeding:refusals.feed.wrongKind', {
      material: formatCodeAndName(material, fed, ctx.language),
      lot: lot?.number ?? '',
    })
  if (lot && lot.materialId !== fed.id)
    throw refuse('feeding:refusals.feed.wrongLot', {
      lot: lot.number,
      material: await findRowName(ctx, 'material', fed.id),
    })
  if (order.lineId && order.lineId !== given.lineId) throw await otherLine(ctx, order.number, order.lineId)
  const into = await hopperOf(ctx, given, fed.kind)
  const shift = await resolveShift(ctx, at)
  const findings = await findingsOf(ctx, {
    order,
    material: fed,
    lot,
    lineId: given.lineId,
    kg: given.kg,
    hopper: into,
    reason: given.reason ?? null,
    at,
    businessDate: shift.businessDate,
  })
  const row = await ctx.rows.insert(feed, {
    ...change,
    hopperId: into?.id ?? null,
    kind: fed.kind,
    businessDate: shift.businessDate,
    shift: shift.shift,
    team: shift.team,
    findings,
  })
  await keep(ctx, row)
  await count(ctx, row, at)
  return row
}
/** Publishes a hopper change: the lots of rolls drawn since then, or of the whole order, must be allocated again. */
async function count(ctx: Context, { lineId, hopperId, workOrderId, materialId, kg, cause }: FeedRow, at: string) {
  if (!hopperId) return
  await publishEvent(ctx, hoppersChanged, {
    lineId,
    at,
    kind: empties(cause) ? 'emptied' : 'fed',
    feed: { orderId: workOrderId, hopperId, materialId, kg },
  })
}
/** Loads the target hopper, which must belong to the line; null for packing. */
async function hopperOf(
  ctx: Context,
  { hopperId, lineId }: Given,
  kind: MaterialKind,
): Promise<Row<typeof hopper> | null> {
  if (!needsHopper(kind)) return null
  if (!hopperId) throw refuseInput([{ path: ['hopperId'], code: 'missing' }])
  const fed = await ctx.rows.get(hopper, hopperId)
  if (fed.lineId === lineId) return fed
  throw refuse('feeding:refusals.feed.otherHopper', {
    hopper: formatCodeAndName(hopper, fed, ctx.language),
    line: formatCodeAndName(line, await ctx.rows.get(line, lineId), ctx.language),
  })
}
async function otherLine(ctx: Context, order: string, lineId: string): Promise<Error> {
  return refuse('feeding:refusals.feed.otherLine', { order, line: await findRowName(ctx, 'line', lineId) })
}

/** Books a line on the stock of its lot and on the fed mass of its order; packing is not part of the web. */
async function keep(ctx: Context, { lotId, workOrderId, kind, kg }: FeedRow): Promise<void> {
  if (lotId) {
    await ctx.query('update material_lot set left_kg = left_kg - $3, updated_at = $4 where site_id = $1 and id = $2', [
      ctx.site,
      lotId,
      kg,
      ctx.now,
    ])
    ctx.touch('materialLot')
  }
  if (inWeb(kind)) await addOrderTotals(ctx, workOrderId, { fedKg: kg })
}

type Counter = EndpointInput<typeof counterFeed>
type Countering = CommandExecution<typeof feed, Counter, FeedRow>
const causeOf = ({ cause }: Counter): CounterCause => cause ?? 'correction'
/**
 * Locks and returns the line to reverse. The lock order is that of a feed: production line, order, lot, then the feed.
 */
async function lockFed(ctx: Context, input: Counter): Promise<FeedRow> {
  const seen = await ctx.rows.get(feed, input.id)
  await lockLineRow(ctx, seen.lineId)
  const order = await ctx.rows.lock(workOrder, seen.workOrderId)
  if (seen.lotId) await ctx.rows.lock(materialLot, seen.lotId)
  const line = await ctx.rows.lock(feed, input.id)
  if (line.counterOf) throw refuse('feeding:refusals.counter.ofCounter')
  if (isOrderSettledAt(order, happenedAt(ctx, input.occurredAt)))
    throw refuse('feeding:refusals.counter.closed', { order: order.number })
  if (empties(causeOf(input)) && !line.hopperId) throw refuse('feeding:refusals.counter.noHopper')
  return line
}
/**
 * Returns the earliest moment of a counter-line. An emptying follows its feed by 1 ms, as at one moment emptying comes
 * first.
 */
const takenOutAfter = ({ fedAt }: FeedRow, input: Counter): string =>
  empties(causeOf(input)) ? toMoment(toMillis(fedAt) + 1) : fedAt

/**
 * DELETE /production/del_material. A correction belongs to the shift of the corrected line, so that the balance of
 * that shift is right; once its month is closed, to the correcting shift. It applies from the moment of the corrected
 * line, and `fedAt` is the time of the correction. Material taken out of a hopper belongs to the shift that took it
 * out.
 */
async function counter({
  ctx,
  input,
  patch: change,
  occurredAt: fedAt,
  preloaded: line,
}: Countering): Promise<FeedRow> {
  const cause = causeOf(input)
  const kg = await takenBack(ctx, line, cause, input.kg ?? null, fedAt)
  const { kind, workOrderId, lineId, hopperId, materialId, lotId } = line
  const row = await ctx.rows.insert(feed, {
    ...change,
    ...(empties(cause) || (await isClosed(ctx, line.businessDate))
      ? await shiftFields(ctx, fedAt)
      : { businessDate: line.businessDate, shift: line.shift, team: line.team }),
    kind,
    workOrderId,
    lineId,
    hopperId,
    materialId,
    lotId,
    kg,
    fedAt,
  })
  await keep(ctx, row)
  await count(ctx, row, empties(cause) ? fedAt : line.fedAt)
  return ctx.rows.get(feed, row.id)
}
/**
 * Returns the kilograms of the counter-line, negative. For an emptied hopper the default comes from the lot allocation.
 */
async function takenBack(
  ctx: Context,
  line: FeedRow,
  cause: CounterCause,
  wanted: number | null,
  at: string,
): Promise<number> {
  const before = await ctx.query<{ kg: number }>('select kg from feed where site_id = $1 and counter_of = $2', [
    ctx.site,
    line.id,
  ])
  const counters = before.map((c) => c.kg)
  const left = Math.round((line.kg + counters.reduce((sum, kg) => sum + kg, 0)) * 1000) / 1000
  const inside = empties(cause) && wanted === null ? await insideOf(ctx, line, at) : null
  const kg = counterKg(line.kg, counters, inside === null ? wanted : Math.min(inside, left), cause)
  if (kg !== null) return kg
  throw left > 0
    ? refuse('feeding:refusals.counter.tooMuch', { left, wanted: wanted ?? 0 })
    : refuse('feeding:refusals.counter.nothingLeft')
}
async function insideOf(ctx: Context, line: FeedRow, at: string): Promise<number> {
  const found = await askQuestion(ctx, insideHoppers, { lineId: line.lineId, at })
  return toKg(found.filter(({ feedId }) => feedId === line.id).reduce((sum, { grams }) => sum + grams, 0))
}
const shiftFields = async (ctx: Context, at: string) => {
  const { businessDate, shift, team } = await resolveShift(ctx, at)
  return { businessDate, shift, team }
}

/** Handlers that write feeds: lines of every kind, hopper changes and counter-lines. */
export const feedHandlers: HandlerEntry[] = [
  ...adds,
  // PUT /jumbo_three/get_material: the kind comes from the material.
  handleCommand(setHopper, (adding) => add(adding, null)),
  handleCommand(counterFeed, counter, { first: lockFed, since: takenOutAfter }),
]
