import { refuse, refuseInput } from '@/contract/errno'
import { formatCodeAndName } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { hopper } from '@/areas/equipment/contract/hopper'
import { workOrder } from '@/areas/orders/contract/work-order'
import { isOrderSettled } from '@/areas/orders/rules/work-order'
import { addOrderTotals } from '@/areas/orders/server/writes/add-order-totals'
import type { Context } from '@/server/context'
import { publishEvent } from '@/server/events'
import { assertReferencesExisted } from '@/plant/server/chronology'
import { hoppersChanged, materialReduced, materialRemoved } from './events'
import { assertMomentNotAhead, findRowName, formatPlantMinute, requirePerson, resolveShift } from '@/plant/server/plant'
import { lockLineRow } from '@/plant/server/queries'
import { material, materialLot, materialTime } from '../contract/material'
import { recycle } from '../contract/recycle'
import { isFedBeforePreparation, PREPARATION_HOURS } from '@/areas/feeding/rules/feed'
import { getStartUpWasteKg } from '@/areas/feeding/rules/mass-balance'
import { handle } from '@/server/area'

/** POST /mater/recycle: adds recycled material to the shift of `occurredAt`. */
export const addRecycle = handle(recycle.endpoints.create, async (ctx, input) => {
  await lockLineRow(ctx, input.lineId)
  assertNotBeforePreparation(ctx, await lockOpenOrder(ctx, input.workOrderId), input)
  const row = await ctx.rows.insert(recycle, { ...input, ...(await loadShiftFields(ctx, input.occurredAt)) })
  await addOrderTotals(ctx, row.workOrderId, { wasteKg: getStartUpWasteKg(row) })
  return publishWasteChange(ctx, row)
})
/** PUT /mater/edit_recycle/{id}: changes recycled material. */
export const changeRecycle = handle(recycle.endpoints.update, async (ctx, { id, version, ...patch }) => {
  const unlockedRow = await ctx.rows.get(recycle, id)
  for (const lineId of [...new Set([unlockedRow.lineId, patch.lineId ?? unlockedRow.lineId])].sort())
    await lockLineRow(ctx, lineId)
  const row = await ctx.rows.lock(recycle, id)
  const nextRow = { ...row, ...patch }
  for (const orderId of [...new Set([row.workOrderId, nextRow.workOrderId])].sort()) {
    const order = await lockOpenOrder(ctx, orderId)
    if (orderId === nextRow.workOrderId && (patch.workOrderId || patch.occurredAt))
      assertNotBeforePreparation(ctx, order, nextRow)
  }
  if (nextRow.kg < row.kg) await publishEvent(ctx, materialReduced, { resource: 'recycle', id, kg: nextRow.kg })
  const updatedRow = await ctx.rows.update(
    recycle,
    id,
    { ...patch, ...(patch.occurredAt ? await loadShiftFields(ctx, patch.occurredAt) : {}) },
    { version },
  )
  await addOrderTotals(ctx, row.workOrderId, { wasteKg: -getStartUpWasteKg(row) })
  await addOrderTotals(ctx, updatedRow.workOrderId, { wasteKg: getStartUpWasteKg(updatedRow) })
  return publishWasteChange(ctx, updatedRow, row)
})
/** Publishes a hopper change: recycled material passed the die, so its share of the hopper content is in no roll. */
async function publishWasteChange(
  ctx: Context,
  { id, lineId, occurredAt }: Row<typeof recycle>,
  previousRow: Row<typeof recycle> | null = null,
): Promise<Row<typeof recycle>> {
  const changedFrom =
    previousRow && previousRow.lineId === lineId && previousRow.occurredAt < occurredAt
      ? previousRow.occurredAt
      : occurredAt
  await publishEvent(ctx, hoppersChanged, { lineId, at: changedFrom, kind: 'waste' })
  if (previousRow && previousRow.lineId !== lineId)
    await publishEvent(ctx, hoppersChanged, { lineId: previousRow.lineId, at: previousRow.occurredAt, kind: 'waste' })
  return ctx.rows.get(recycle, id)
}
async function loadShiftFields(
  ctx: Context,
  occurredAt: string,
): Promise<Pick<Row<typeof recycle>, 'businessDate' | 'shift' | 'team'>> {
  assertMomentNotAhead(ctx, occurredAt, 'occurredAt')
  const { businessDate, shift, team } = await resolveShift(ctx, occurredAt)
  return { businessDate, shift, team }
}
/** Locks an order. @throws 6000 if the order is settled */
async function lockOpenOrder(ctx: Context, workOrderId: string): Promise<Row<typeof workOrder>> {
  const order = await ctx.rows.lock(workOrder, workOrderId)
  if (isOrderSettled(order.state))
    throw refuse('feeding:refusals.orderNotOpen', {
      order: order.number,
      state: ctx.t(`orders:workOrder.options.state.${order.state}`),
    })
  return order
}
/**
 * Asserts that the material is not older than the preparation of its order, as for feeds. Start-up web and purgings may
 * precede the recorded start. An order that has not begun may be in preparation now. A note lifts the refusal, because
 * the start may have been entered too late.
 * @throws 6000 with a text that mentions a wrong device clock
 */
function assertNotBeforePreparation(
  ctx: Context,
  order: Row<typeof workOrder>,
  { occurredAt, note }: { readonly occurredAt: string; readonly note?: string | null },
): void {
  const startedAt = order.startedAt ?? ctx.now.toISOString()
  if (note?.trim() || !isFedBeforePreparation({ startedAt }, occurredAt)) return
  const params = { order: order.number, at: formatPlantMinute(ctx, occurredAt), hours: PREPARATION_HOURS }
  throw order.startedAt
    ? refuse('feeding:refusals.recycleBeforeOrder', { ...params, startedAt: formatPlantMinute(ctx, order.startedAt) })
    : refuse('feeding:refusals.recycleBeforeStart', params)
}

/** DELETE /mater/recycle: removes recycled material. */
export const removeRecycle = handle(recycle.endpoints.remove, async (ctx, { id, version }) => {
  const { lineId } = await ctx.rows.get(recycle, id)
  await lockLineRow(ctx, lineId)
  const row = await ctx.rows.lock(recycle, id)
  await lockOpenOrder(ctx, row.workOrderId)
  await publishEvent(ctx, materialRemoved, { resource: 'recycle', id })
  await ctx.rows.remove(recycle, id, { version: version ?? null })
  await addOrderTotals(ctx, row.workOrderId, { wasteKg: -getStartUpWasteKg(row) })
  await publishEvent(ctx, hoppersChanged, { lineId: row.lineId, at: row.occurredAt, kind: 'waste' })
  return null
})

type TimeRow = Row<typeof materialTime>
/** POST /production/material_time: adds a material time. */
export const addMaterialTime = handle(materialTime.endpoints.create, async (ctx, input) => {
  await assertTimeConsistent(ctx, input)
  await assertReferencesExisted(ctx, materialTime, input, { at: input.startsAt, field: 'startsAt' })
  return ctx.rows.insert(materialTime, { ...input, userId: requirePerson(ctx).id })
})
/** PUT /production/material_time: changes a material time. */
export const changeMaterialTime = handle(materialTime.endpoints.update, async (ctx, { id, version, ...patch }) => {
  const row = await ctx.rows.lock(materialTime, id)
  const nextRow = { ...row, ...patch }
  await assertTimeConsistent(ctx, nextRow)
  await assertReferencesExisted(ctx, materialTime, nextRow, { at: nextRow.startsAt, field: 'startsAt' }, row)
  return ctx.rows.update(materialTime, id, patch, { version, merge: true })
})
/**
 * Asserts that a material time is in the past and ends after its start, and that kind, lot and hopper fit its material
 * and line.
 */
async function assertTimeConsistent(
  ctx: Context,
  {
    startsAt,
    endsAt,
    kind,
    materialId,
    lotId,
    lineId,
    hopperId,
  }: Pick<TimeRow, 'startsAt' | 'kind' | 'materialId' | 'lineId'> & {
    endsAt?: string | null
    lotId?: string | null
    hopperId?: string | null
  },
): Promise<void> {
  assertMomentNotAhead(ctx, startsAt, 'startsAt')
  if (endsAt) assertMomentNotAhead(ctx, endsAt, 'endsAt')
  if (endsAt && Date.parse(endsAt) < Date.parse(startsAt)) throw refuseInput([{ path: ['endsAt'], code: 'endsFirst' }])
  const materialRow = await ctx.rows.get(material, materialId)
  if (materialRow.kind !== kind)
    throw refuse('feeding:refusals.feed.wrongKind', {
      material: formatCodeAndName(material, materialRow, ctx.language),
      lot: '',
    })
  const targetHopper = hopperId ? await ctx.rows.get(hopper, hopperId) : null
  if (targetHopper && targetHopper.lineId !== lineId)
    throw refuse('feeding:refusals.feed.otherHopper', {
      hopper: formatCodeAndName(hopper, targetHopper, ctx.language),
      line: await findRowName(ctx, 'line', lineId),
    })
  const lot = lotId ? await ctx.rows.get(materialLot, lotId) : null
  if (lot && lot.materialId !== materialId)
    throw refuse('feeding:refusals.feed.wrongLot', {
      lot: lot.number,
      material: formatCodeAndName(material, materialRow, ctx.language),
    })
}
