import type { EndpointInput } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import { formatCodeAndName } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { hopper } from '@/areas/equipment/contract/hopper'
import { line } from '@/plant/contract/line'
import { toMillis, toMoment } from '@/plant/rules/plant-time'
import { hoppersChanged, hopperContents } from './events'
import { resolveOccurredAt, findRowName, resolveShift } from '@/plant/server/plant'
import { lockLineRow, isMonthClosed } from '@/plant/server/queries'
import { workOrder } from '@/areas/orders/contract/work-order'
import { isOrderSettledAt } from '@/areas/orders/rules/work-order'
import { addOrderTotals } from '@/areas/orders/server/writes/add-order-totals'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { askQuestion, publishEvent } from '@/server/events'
import {
  calculateCounterKg,
  isEmptying,
  isWebMaterial,
  needsHopper,
  type CounterCause,
  type MaterialKind,
} from '../rules/feed'
import { counterFeed, feed, feedAddCommands, setHopper } from '../contract/feed'
import { material, materialLot } from '../contract/material'
import { validateFeed, type FeedRow } from './feed-check'
import { toKg } from '@/plant/rules/quantity'
import { columns, sql } from '@/server/sql'

type FeedInput = EndpointInput<typeof setHopper>
type FeedExecution = CommandExecution<typeof feed, FeedInput>

/** POST /production/main_material, sub_material, …: adds a feed of the kind in the path. */
const feedAddHandlers = feedAddCommands.map(({ kind, endpoint }) =>
  handleCommand(endpoint, (execution) => addFeed(execution, kind)),
)

async function addFeed(
  { ctx, input: feedInput, patch, occurredAt: fedAt }: FeedExecution,
  kind: MaterialKind | null,
): Promise<FeedRow> {
  await lockLineRow(ctx, feedInput.lineId)
  const order = await ctx.rows.lock(workOrder, feedInput.workOrderId)
  const lot = feedInput.lotId ? await ctx.rows.lock(materialLot, feedInput.lotId) : null
  const fedMaterial = await ctx.rows.get(material, feedInput.materialId)
  if (kind && fedMaterial.kind !== kind)
    throw refuse('feeding:refusals.feed.wrongKind', {
      material: formatCodeAndName(material, fedMaterial, ctx.language),
      lot: lot?.number ?? '',
    })
  if (lot && lot.materialId !== fedMaterial.id)
    throw refuse('feeding:refusals.feed.wrongLot', {
      lot: lot.number,
      material: await findRowName(ctx, 'material', fedMaterial.id),
    })
  if (order.lineId && order.lineId !== feedInput.lineId)
    throw await buildOtherLineRefusal(ctx, order.number, order.lineId)
  const targetHopper = await loadHopperOnLine(ctx, feedInput, fedMaterial.kind)
  const shift = await resolveShift(ctx, fedAt)
  const findings = await validateFeed(ctx, {
    order,
    material: fedMaterial,
    lot,
    lineId: feedInput.lineId,
    kg: feedInput.kg,
    hopper: targetHopper,
    reason: feedInput.reason ?? null,
    fedAt,
    businessDate: shift.businessDate,
  })
  const row = await ctx.rows.insert(feed, {
    ...patch,
    hopperId: targetHopper?.id ?? null,
    kind: fedMaterial.kind,
    businessDate: shift.businessDate,
    shift: shift.shift,
    team: shift.team,
    findings,
  })
  await bookFeed(ctx, row)
  await publishHopperChange(ctx, row, fedAt)
  return row
}
/** Publishes a hopper change: the lots of rolls drawn since then, or of the whole order, must be allocated again. */
async function publishHopperChange(
  ctx: Context,
  { lineId, hopperId, workOrderId, materialId, kg, cause }: FeedRow,
  changedAt: string,
) {
  if (!hopperId) return
  await publishEvent(ctx, hoppersChanged, {
    lineId,
    at: changedAt,
    kind: isEmptying(cause) ? 'emptied' : 'fed',
    feed: { orderId: workOrderId, hopperId, materialId, kg },
  })
}
/** Loads the target hopper, which must belong to the production line; null for packing. */
async function loadHopperOnLine(
  ctx: Context,
  { hopperId, lineId }: FeedInput,
  kind: MaterialKind,
): Promise<Row<typeof hopper> | null> {
  if (!needsHopper(kind)) return null
  if (!hopperId) throw refuseInput([{ path: ['hopperId'], code: 'missing' }])
  const hopperRow = await ctx.rows.get(hopper, hopperId)
  if (hopperRow.lineId === lineId) return hopperRow
  throw refuse('feeding:refusals.feed.otherHopper', {
    hopper: formatCodeAndName(hopper, hopperRow, ctx.language),
    line: formatCodeAndName(line, await ctx.rows.get(line, lineId), ctx.language),
  })
}
async function buildOtherLineRefusal(ctx: Context, orderNumber: string, lineId: string): Promise<Error> {
  return refuse('feeding:refusals.feed.otherLine', { order: orderNumber, line: await findRowName(ctx, 'line', lineId) })
}

/** Books a feed or counter-feed on the stock of its lot and on the fed mass of its order. Packing is not part of the web. */
async function bookFeed(ctx: Context, { lotId, workOrderId, kind, kg: feedKg }: FeedRow): Promise<void> {
  if (lotId) {
    await ctx.query(
      sql`update material_lot set left_kg = left_kg - ${feedKg}, updated_at = ${ctx.now} where site_id = ${ctx.site} and id = ${lotId}`,
    )
    ctx.touch('materialLot')
  }
  if (isWebMaterial(kind)) await addOrderTotals(ctx, workOrderId, { fedKg: feedKg })
}

type CounterInput = EndpointInput<typeof counterFeed>
type CounterExecution = CommandExecution<typeof feed, CounterInput, FeedRow>
const getCause = ({ cause }: CounterInput): CounterCause => cause ?? 'correction'
/**
 * Locks and returns the feed to reverse. The lock order is that of a new feed: production line, order, lot, feed.
 */
async function lockReversedFeed(ctx: Context, input: CounterInput): Promise<FeedRow> {
  const unlockedFeed = await ctx.rows.get(feed, input.id)
  await lockLineRow(ctx, unlockedFeed.lineId)
  const order = await ctx.rows.lock(workOrder, unlockedFeed.workOrderId)
  if (unlockedFeed.lotId) await ctx.rows.lock(materialLot, unlockedFeed.lotId)
  const feedRow = await ctx.rows.lock(feed, input.id)
  if (feedRow.counterOf) throw refuse('feeding:refusals.counter.ofCounter')
  if (isOrderSettledAt(order, resolveOccurredAt(ctx, input.occurredAt)))
    throw refuse('feeding:refusals.counter.closed', { order: order.number })
  if (isEmptying(getCause(input)) && !feedRow.hopperId) throw refuse('feeding:refusals.counter.noHopper')
  return feedRow
}
/**
 * Returns the earliest moment of a counter-feed. An emptying is at least 1 ms later than its feed, because the lot
 * allocation handles an emptying before a feed of the same moment.
 */
const getEarliestCounterMoment = ({ fedAt }: FeedRow, input: CounterInput): string =>
  isEmptying(getCause(input)) ? toMoment(toMillis(fedAt) + 1) : fedAt

/**
 * DELETE /production/del_material. A correction is booked to the shift of the reversed feed, so that the balance of
 * that shift is right. If the month of that shift is closed, the correction is booked to the current shift. The
 * correction applies from the moment of the reversed feed, and `fedAt` is the time of the correction. Material taken
 * out of a hopper belongs to the shift that took it out.
 */
async function addCounterFeed({
  ctx,
  input,
  patch,
  occurredAt: fedAt,
  preloaded: reversedFeed,
}: CounterExecution): Promise<FeedRow> {
  const cause = getCause(input)
  const kg = await calculateTakenBackKg(ctx, reversedFeed, cause, input.kg ?? null, fedAt)
  const { kind, workOrderId, lineId, hopperId, materialId, lotId } = reversedFeed
  const row = await ctx.rows.insert(feed, {
    ...patch,
    ...(isEmptying(cause) || (await isMonthClosed(ctx, reversedFeed.businessDate))
      ? await loadShiftFields(ctx, fedAt)
      : { businessDate: reversedFeed.businessDate, shift: reversedFeed.shift, team: reversedFeed.team }),
    kind,
    workOrderId,
    lineId,
    hopperId,
    materialId,
    lotId,
    kg,
    fedAt,
  })
  await bookFeed(ctx, row)
  await publishHopperChange(ctx, row, isEmptying(cause) ? fedAt : reversedFeed.fedAt)
  return ctx.rows.get(feed, row.id)
}
/**
 * Returns the kilograms of the counter-feed, negative. For an emptied hopper the default comes from the lot allocation.
 */
async function calculateTakenBackKg(
  ctx: Context,
  reversedFeed: FeedRow,
  cause: CounterCause,
  requestedKg: number | null,
  emptiedAt: string,
): Promise<number> {
  const counterRows = await ctx.query(
    sql`select ${columns(feed, ['kg'])} from feed where site_id = ${ctx.site} and counter_of = ${reversedFeed.id}`,
  )
  const counterKgs = counterRows.map((row) => row.kg)
  const remainingKg = Math.round((reversedFeed.kg + counterKgs.reduce((sum, kg) => sum + kg, 0)) * 1000) / 1000
  const kgInHopper =
    isEmptying(cause) && requestedKg === null ? await loadKgInHopper(ctx, reversedFeed, emptiedAt) : null
  const kg = calculateCounterKg(
    reversedFeed.kg,
    counterKgs,
    kgInHopper === null ? requestedKg : Math.min(kgInHopper, remainingKg),
    cause,
  )
  if (kg !== null) return kg
  throw remainingKg > 0
    ? refuse('feeding:refusals.counter.tooMuch', { left: remainingKg, wanted: requestedKg ?? 0 })
    : refuse('feeding:refusals.counter.nothingLeft')
}
async function loadKgInHopper(ctx: Context, reversedFeed: FeedRow, emptiedAt: string): Promise<number> {
  const portions = await askQuestion(ctx, hopperContents, { lineId: reversedFeed.lineId, at: emptiedAt })
  return toKg(portions.filter(({ feedId }) => feedId === reversedFeed.id).reduce((sum, { grams }) => sum + grams, 0))
}
const loadShiftFields = async (ctx: Context, moment: string) => {
  const { businessDate, shift, team } = await resolveShift(ctx, moment)
  return { businessDate, shift, team }
}

/** Handlers that write feeds of every kind, hopper changes and counter-feeds. */
export const feedHandlers: HandlerEntry[] = [
  ...feedAddHandlers,
  // PUT /jumbo_three/get_material: the kind comes from the material.
  handleCommand(setHopper, (execution) => addFeed(execution, null)),
  handleCommand(counterFeed, addCounterFeed, {
    preload: lockReversedFeed,
    getEarliestMoment: getEarliestCounterMoment,
  }),
]
