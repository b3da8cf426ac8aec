import type { InOf } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import { uuid7 } from '@/contract/id'
import { toMillis } from '@/plant/rules/plant-time'
import { workOrder } from '@/areas/orders/contract/work-order'
import type { Context } from '@/server/context'
import { nextNumber } from '@/server/crud/numbers'
import { oneOf } from '@/server/crud/sql'
import { happenedAt, nameOf, personOf, shiftOf } from '@/plant/server/plant'
import { takenBack } from '../rules/jumbo-roll'
import { jumboFigures, noFigures } from '../rules/order-figures'
import { jumboNumber, jumboSeries } from '../rules/roll-number'
import { isSameDoff, SAME_DOFF_MS, withinLength } from '../rules/winding'
import type { doffRoll, windRoll } from '../contract/jumbo-calls'
import { jumboRoll } from '../contract/jumbo-roll'
import {
  decided,
  expectedOf,
  lockWinder,
  mustBelong,
  mustBeLength,
  mustLieOn,
  rollName,
  webOf,
  weighed,
  type JumboRow,
  type LineRow,
  type OrderRow,
} from './jumbo-guards'
import { closeStops } from './line-stops'
import { lotsOfRoll } from './lots/count'
import { keepFigures } from './order-figures'

type WindInput = InOf<typeof windRoll>
type DoffInput = InOf<typeof doffRoll>

/** POST /jumbo_second/add_roll */
export async function wind(ctx: Context, input: WindInput): Promise<JumboRow> {
  const at = await lockWinder(ctx, input.lineId)
  const order = await ctx.rows.lock(workOrder, input.workOrderId)
  const known = await knownRoll(ctx, input.id)
  const state = decided(ctx, known, 'wind', input)
  await mustBeFree(ctx, at)
  const startedAt = happenedAt(ctx, input.occurredAt, order.startedAt)
  mustBelong(ctx, order, at, startedAt)
  const web = await webOf(ctx, order, at)
  const roll = { ...woundFields(input, null), gsm: web.gsm, widthMm: input.widthMm ?? web.widthMm }
  mustLieOn(roll.defects, { lengthM: null, widthMm: roll.widthMm })
  const saved = await ctx.rows.insert(jumboRoll, {
    ...(input.id ? { id: input.id } : {}),
    ...roll,
    state,
    workOrderId: order.id,
    productId: order.productId,
    lineId: at.id,
    startedAt,
    ...(await madeBy(ctx, startedAt)),
  })
  if (input.speed !== 0) await closeStops(ctx, at.id, startedAt)
  return saved
}

/** POST /jumbo_second/doff_team and /production/jumbo_roll: the number is given here, once, under the lock of the line. */
export async function doff(ctx: Context, input: DoffInput): Promise<JumboRow> {
  if (input.lengthM <= 0) throw refuseInput([{ path: ['lengthM'], code: 'tooSmall', params: { limit: 1 } }])
  const at = await lockWinder(ctx, input.lineId)
  const order = await ctx.rows.lock(workOrder, input.workOrderId)
  const before = await knownRoll(ctx, input.id)
  const state = decided(ctx, before, 'doff', input)
  if (before && before.lineId !== at.id) throw refuse('rolls:refusals.rollOnOtherLine', { line: at.code })
  if (before && before.workOrderId !== order.id)
    throw refuse('rolls:refusals.rollOfOtherOrder', {
      number: (await ctx.rows.get(workOrder, before.workOrderId)).number,
      wanted: order.number,
    })
  if (!before) await mustBeFree(ctx, at)
  const doffedAt = happenedAt(ctx, input.occurredAt, before?.startedAt ?? order.startedAt)
  // What was on the winder when the order was finished is still of it.
  mustBelong(ctx, order, at, before?.startedAt ?? doffedAt)
  const [startedAt] = await Promise.all([
    before?.startedAt ?? begunAt(ctx, input, order, at, doffedAt),
    before ?? mustBeAnother(ctx, at, doffedAt),
  ])
  const roll = await doffed(ctx, input, { before, order, at, startedAt, doffedAt })
  if (input.speed) await closeStops(ctx, at.id, before ? doffedAt : startedAt)
  const number = await numberOf(ctx, order, at, roll.businessDate)
  const id = before?.id ?? input.id ?? uuid7(ctx.now.getTime())
  const values = {
    ...roll,
    ...(await lotsOfRoll(ctx, at.id, { ...roll, id, workOrderId: order.id, startedAt, doffedAt })),
    state,
    number,
    workOrderId: order.id,
    productId: order.productId,
    lineId: at.id,
    startedAt,
    doffedAt,
  }
  const saved = before
    ? await ctx.rows.update(jumboRoll, id, values)
    : await ctx.rows.insert(jumboRoll, { ...values, id })
  await keepFigures(ctx, order.id, noFigures, jumboFigures(saved))
  return saved
}
interface Doffing {
  before: JumboRow | null
  order: OrderRow
  at: LineRow
  startedAt: string
  doffedAt: string
}
async function doffed(ctx: Context, input: DoffInput, { before, order, at, startedAt, doffedAt }: Doffing) {
  const web = await webOf(ctx, order, at)
  const wound = woundFields(input, before)
  mustBeLength(order, input.lengthM, { speed: wound.speed ?? at.idealSpeed, startedAt, doffedAt })
  const size = { gsm: web.gsm, widthMm: input.widthMm ?? before?.widthMm ?? web.widthMm, lengthM: input.lengthM }
  const defects = withinLength(wound.defects, size.lengthM)
  mustLieOn(defects, size)
  const expectedKg = expectedOf(size)
  const scale = {
    grossKg: input.grossKg ?? null,
    coreKg: input.coreKg ?? null,
    weighedBy: input.weighedBy ?? ('typed' as const),
    expectedKg,
  }
  const [weight, made] = await Promise.all([weighed(ctx, order, scale), madeBy(ctx, doffedAt)])
  return { ...wound, ...size, defects, ...scale, ...weight, leftM: size.lengthM, ...made }
}

/** What was said at the winder; a doff adds to what was said before and takes nothing of it away. */
function woundFields(input: WindInput, before: JumboRow | null) {
  return {
    speed: input.speed ?? before?.speed ?? null,
    splices: input.splices ?? before?.splices ?? 0,
    note: input.note ?? before?.note ?? null,
    lengthM: input.lengthM ?? before?.lengthM ?? null,
    defects: (input.defects?.length ? input.defects : (before?.defects ?? [])) as JumboRow['defects'],
    images: input.images?.length ? input.images : (before?.images ?? []),
  }
}
async function madeBy(ctx: Context, moment: string) {
  const { businessDate, shift, team } = await shiftOf(ctx, moment)
  return { businessDate, shift, team, userId: personOf(ctx).id }
}
async function knownRoll(ctx: Context, id: string | null | undefined): Promise<JumboRow | null> {
  if (!id) return null
  const [row] = await ctx.rows.find(jumboRoll, { where: { id }, limit: 1, lock: true })
  return row ?? null
}
/** One roll at a time on a winder. */
async function mustBeFree(ctx: Context, at: LineRow): Promise<void> {
  const [other] = await ctx.rows.find(jumboRoll, { where: { lineId: at.id, state: 'winding' }, limit: 1 })
  if (!other) return
  const order = await ctx.rows.get(workOrder, other.workOrderId)
  throw refuse('rolls:refusals.winderBusy', { line: at.code, number: order.number })
}
/** Two people at one winder who doff at the same moment doff the same roll. */
async function mustBeAnother(ctx: Context, at: LineRow, doffedAt: string): Promise<void> {
  const near = await ctx.query<{ number: string; doffedAt: Date | string; userId: string | null }>(
    `select r.number, r.doffed_at as "doffedAt", r.user_id as "userId" from jumbo_roll r
     where r.site_id = $1 and r.line_id = $2 and r.state not in (${oneOf(takenBack)}) and r.doffed_at between $3::timestamptz - $4 * interval '1 ms' and $3::timestamptz + $4 * interval '1 ms' limit 20`,
    [ctx.site, at.id, doffedAt, SAME_DOFF_MS],
  )
  const mine = { at: toMillis(doffedAt), by: personOf(ctx).id }
  const same = near.find((one) => isSameDoff(mine, { at: new Date(one.doffedAt).getTime(), by: one.userId }))
  if (same)
    throw refuse('rolls:refusals.doffedAlready', {
      line: at.code,
      number: rollName(ctx, same),
      name: same.userId ? await nameOf(ctx, 'user', same.userId) : '',
    })
}
/** A roll nobody had begun began where it is said, else with the end of the one before, else with the order. */
async function begunAt(
  ctx: Context,
  input: DoffInput,
  order: OrderRow,
  at: LineRow,
  doffedAt: string,
): Promise<string> {
  if (input.startedAt) return toMillis(input.startedAt) > toMillis(doffedAt) ? doffedAt : input.startedAt
  const [last] = await ctx.query<{ at: Date | string | null }>(
    `select max(doffed_at) as at from jumbo_roll where site_id = $1 and line_id = $2 and state not in (${oneOf(takenBack)}) and doffed_at <= $3 and doffed_at > $3::timestamptz - interval '7 days'`,
    [ctx.site, at.id, doffedAt],
  )
  const since = [order.startedAt, last?.at ? new Date(last.at).toISOString() : null]
    .filter((m) => m !== null)
    .sort()
    .at(-1)
  return since && toMillis(since) < toMillis(doffedAt) ? since : doffedAt
}
const numberOf = async (ctx: Context, order: OrderRow, at: LineRow, day: string): Promise<string> =>
  jumboNumber(order.batch, at.code, day, await nextNumber(ctx, jumboSeries(at.code, day)))
