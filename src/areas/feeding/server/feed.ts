import type { InOf } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import { hopper } from '@/areas/equipment/contract/hopper'
import { line } from '@/plant/contract/line'
import { workOrder } from '@/areas/orders/contract/work-order'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { command, type Carried } from '@/server/crud/command'
import { happenedAt, nameOf, shiftOf } from '@/plant/server/plant'
import { counterKg, inWeb, needsHopper, type MaterialKind } from '../rules/feed'
import { counterFeed, feed, feedAdds, setHopper } from '../contract/feed'
import { material, materialLot } from '../contract/material'
import { findingsOf, type FeedRow } from './feed-check'

type Given = InOf<typeof setHopper>
type Adding = Carried<typeof feed, Given>

/** POST /production/main_material, sub_material, …: a feed of the kind that the address names. */
export const feedHandlers: HandlerEntry[] = feedAdds.map(({ kind, endpoint }) =>
  command(endpoint, (adding) => add(adding, kind)),
)
/** PUT /jumbo_three/get_material: the kind is the material's. */
export const changeHopper: HandlerEntry = command(setHopper, (adding) => add(adding, null))

async function add({ ctx, input: given, change, at }: Adding, kind: MaterialKind | null): Promise<FeedRow> {
  const order = await ctx.rows.lock(workOrder, given.workOrderId)
  const lot = given.lotId ? await ctx.rows.lock(materialLot, given.lotId) : null
  const fed = await ctx.rows.get(material, given.materialId)
  if (kind && fed.kind !== kind)
    throw refuse('feeding:refusals.feed.wrongKind', { material: `${fed.code} ${fed.name}`, lot: lot?.number ?? '' })
  if (lot && lot.materialId !== fed.id)
    throw refuse('feeding:refusals.feed.wrongLot', { lot: lot.number, material: await nameOf(ctx, 'material', fed.id) })
  if (order.lineId && order.lineId !== given.lineId) throw await otherLine(ctx, order.number, order.lineId)
  const hopperId = await hopperOf(ctx, given, fed.kind)
  const shift = await shiftOf(ctx, at)
  const findings = await findingsOf(ctx, {
    order,
    material: fed,
    lot,
    lineId: given.lineId,
    kg: given.kg,
    at,
    businessDate: shift.businessDate,
  })
  const row = await ctx.rows.insert(feed, {
    ...change,
    hopperId,
    kind: fed.kind,
    businessDate: shift.businessDate,
    shift: shift.shift,
    team: shift.team,
    findings,
  })
  await keep(ctx, row)
  return row
}
/** The hopper that is fed, which must be one of the line; packing goes into none. */
async function hopperOf(ctx: Context, { hopperId, lineId }: Given, kind: MaterialKind): Promise<string | null> {
  if (!needsHopper(kind)) return null
  if (!hopperId) throw refuseInput([{ path: ['hopperId'], code: 'missing' }])
  const fed = await ctx.rows.get(hopper, hopperId)
  if (fed.lineId === lineId) return fed.id
  const { code, name } = await ctx.rows.get(line, lineId)
  throw refuse('feeding:refusals.feed.otherHopper', { hopper: `${fed.code} ${fed.name}`, line: `${code} ${name}` })
}
async function otherLine(ctx: Context, order: string, lineId: string): Promise<Error> {
  const { code, name } = await ctx.rows.get(line, lineId)
  return refuse('feeding:refusals.feed.otherLine', { order, line: `${code} ${name}` })
}

/** What a line does to the stock of its lot and to what its order was fed; packing is not part of the web. */
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
  if (inWeb(kind)) {
    await ctx.query('update work_order set fed_kg = fed_kg + $3, updated_at = $4 where site_id = $1 and id = $2', [
      ctx.site,
      workOrderId,
      kg,
      ctx.now,
    ])
    ctx.touch('workOrder')
  }
}

/**
 * DELETE /production/del_material: the counter-line belongs to the shift of the line it corrects, so that the balance of
 * that shift comes right; `fedAt` says when it was corrected.
 */
export const counter: HandlerEntry = command(counterFeed, saveCounter)
async function saveCounter({ ctx, input, change }: Carried<typeof feed, InOf<typeof counterFeed>>): Promise<FeedRow> {
  const seen = await ctx.rows.get(feed, input.id)
  // In the order of a feed: order, lot, then the line.
  const order = await ctx.rows.lock(workOrder, seen.workOrderId)
  if (seen.lotId) await ctx.rows.lock(materialLot, seen.lotId)
  const line = await ctx.rows.lock(feed, input.id)
  if (line.counterOf) throw refuse('feeding:refusals.counter.ofCounter')
  if (order.state === 'closed') throw refuse('feeding:refusals.counter.closed', { order: order.number })
  const before = await ctx.query<{ kg: number }>('select kg from feed where site_id = $1 and counter_of = $2', [
    ctx.site,
    line.id,
  ])
  const kg = counterKg(
    line.kg,
    before.map((c) => c.kg),
    input.kg ?? null,
  )
  if (kg === null) {
    const left = Math.round((line.kg + before.reduce((sum, c) => sum + c.kg, 0)) * 1000) / 1000
    throw left > 0
      ? refuse('feeding:refusals.counter.tooMuch', { left, wanted: input.kg ?? 0 })
      : refuse('feeding:refusals.counter.nothingLeft')
  }
  const { kind, workOrderId, lineId, hopperId, materialId, lotId, businessDate, shift, team } = line
  const row = await ctx.rows.insert(feed, {
    ...change,
    kind,
    workOrderId,
    lineId,
    hopperId,
    materialId,
    lotId,
    kg,
    entry: 'typed',
    note: null,
    businessDate,
    shift,
    team,
    fedAt: happenedAt(ctx, input.occurredAt, line.fedAt),
    counterOf: line.id,
    findings: [],
  })
  await keep(ctx, row)
  return row
}
