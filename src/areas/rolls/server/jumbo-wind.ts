import type { InOf } from '@/contract/endpoint'
import { CLOCK_DRIFT_MS } from '@/contract/entered-moment'
import { refuse, refuseInput } from '@/contract/errno'
import { toMillis } from '@/plant/rules/plant-time'
import { workOrder } from '@/areas/orders/contract/work-order'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { command, type Carried } from '@/server/crud/command'
import { nextNumber } from '@/server/crud/numbers'
import { columns, options, sql } from '@/server/sql'
import { happenedAt, nameOf, personOf, shiftOf } from '@/plant/server/plant'
import { expectedOf } from '../rules/dimensions'
import { takenBack } from '../rules/jumbo-roll'
import { jumboFigures, noFigures } from '../rules/order-figures'
import { jumboNumber, jumboSeries } from '../rules/roll-number'
import { isSameDoff, SAME_DOFF_MS } from '../rules/winding'
import { doffRoll, windRoll } from '../contract/jumbo-commands'
import { jumboRoll } from '../contract/jumbo-roll'
import {
  label,
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
import { markLater } from './hold/marks'
import { closeStops } from './line-stops'
import { lotsOfRoll } from './lots/count'
import { updateOrderFigures } from './order-figures'

type WindInput = InOf<typeof windRoll>
type DoffInput = InOf<typeof doffRoll>
/** Line and order of a roll that is wound, locked in this order before the roll. */
interface AtWinder {
  at: LineRow
  order: OrderRow
}
async function lockWound(ctx: Context, { lineId, workOrderId }: WindInput): Promise<AtWinder> {
  const at = await lockWinder(ctx, lineId)
  return { at, order: await ctx.rows.lock(workOrder, workOrderId) }
}

/** POST /jumbo_second/add_roll */
async function wind({ ctx, input, change, at: startedAt, held }: Carried<typeof jumboRoll, WindInput, AtWinder>) {
  const { at, order } = held
  await mustBeFree(ctx, at)
  mustBelong(ctx, order, at, startedAt)
  const web = await webOf(ctx, order, at)
  const widthMm = change.widthMm ?? web.widthMm
  mustLieOn(change.defects ?? [], { lengthM: null, widthMm })
  const saved = await ctx.rows.insert(jumboRoll, {
    ...change,
    gsm: web.gsm,
    widthMm,
    productId: order.productId,
    ...(await madeAt(ctx, startedAt)),
  })
  if (input.speed !== 0) await closeStops(ctx, at.id, startedAt)
  return saved
}

type Doffing = Carried<typeof jumboRoll, DoffInput, AtWinder>
/** POST /jumbo_second/doff_team and /production/jumbo_roll: the number is given here, once, under the lock of the line. */
async function doff(doffing: Doffing): Promise<JumboRow> {
  const { ctx, input, row: before, held, after, change } = doffing
  const { at, order } = held
  const doffedAt = doffing.at
  await mustBeWoundHere(doffing)
  // What was on the winder when the order was finished is still of it.
  mustBelong(ctx, order, at, before?.startedAt ?? doffedAt)
  const [startedAt] = await Promise.all([
    before?.startedAt ?? begunAt(ctx, input, order, at, doffedAt),
    before ?? mustBeAnother(ctx, at, doffedAt),
  ])
  const roll = { ...(await doffed(doffing, startedAt)), startedAt }
  if (input.speed) await closeStops(ctx, at.id, before ? doffedAt : startedAt)
  const values = {
    ...change,
    ...roll,
    ...(await lotsOfRoll(ctx, at.id, { ...after, ...roll, doffedAt })),
    number: await numberOf(ctx, order, at, roll.businessDate),
    productId: order.productId,
  }
  const saved = before ? await ctx.rows.update(jumboRoll, before.id, values) : await ctx.rows.insert(jumboRoll, values)
  await updateOrderFigures(ctx, order.id, noFigures, jumboFigures(saved))
  await markLater(ctx)
  return saved
}
async function mustBeWoundHere({ ctx, row: before, held: { at, order } }: Doffing): Promise<void> {
  if (!before) return mustBeFree(ctx, at)
  if (before.lineId !== at.id) throw refuse('rolls:refusals.rollOnOtherLine', { line: at.code })
  if (before.workOrderId !== order.id)
    throw refuse('rolls:refusals.rollOfOtherOrder', {
      number: (await ctx.rows.get(workOrder, before.workOrderId)).number,
      wanted: order.number,
    })
}
/** What follows of a doffed roll from its order: its web, and how it weighs. */
async function doffed({ ctx, input, after, held: { at, order }, at: doffedAt }: Doffing, startedAt: string) {
  const { lengthM } = input
  const web = await webOf(ctx, order, at)
  mustBeLength(order, lengthM, { speed: after.speed ?? at.idealSpeed, startedAt, doffedAt })
  const size = { gsm: web.gsm, widthMm: after.widthMm ?? web.widthMm, lengthM }
  mustLieOn(after.defects, size)
  const expectedKg = expectedOf(size)
  const { grossKg, coreKg } = after
  const [weight, made] = await Promise.all([
    weighed(ctx, order, { grossKg: grossKg ?? null, coreKg: coreKg ?? null, expectedKg }),
    madeAt(ctx, doffedAt),
  ])
  return { ...size, expectedKg, ...weight, ...made }
}
async function madeAt(ctx: Context, moment: string) {
  const { businessDate, shift, team } = await shiftOf(ctx, moment)
  return { businessDate, shift, team }
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
  const around = sql`${SAME_DOFF_MS} * interval '1 ms'`
  const near = await ctx.query(
    sql`select ${columns(jumboRoll, ['number', 'doffedAt', 'userId'])} from jumbo_roll
     where site_id = ${ctx.site} and line_id = ${at.id} and state not in (${options(jumboRoll.fields.state, ...takenBack)})
       and doffed_at between ${doffedAt}::timestamptz - ${around} and ${doffedAt}::timestamptz + ${around} limit 20`,
  )
  const mine = { at: toMillis(doffedAt), by: personOf(ctx).id }
  const same = near.find((one) => isSameDoff(mine, { at: toMillis(one.doffedAt!), by: one.userId }))
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
  if (input.startedAt) {
    if (toMillis(input.startedAt) > toMillis(doffedAt) + CLOCK_DRIFT_MS)
      throw refuseInput([{ path: ['startedAt'], code: 'endsFirst' }])
    const begun = happenedAt(ctx, input.startedAt, order.startedAt, 'startedAt')
    return toMillis(begun) > toMillis(doffedAt) ? doffedAt : begun
  }
  const [last] = await ctx.query(
    sql<{ at: string | null }>`select max(doffed_at) as at from jumbo_roll
     where site_id = ${ctx.site} and line_id = ${at.id} and state not in (${options(jumboRoll.fields.state, ...takenBack)})
       and doffed_at <= ${doffedAt} and doffed_at > ${doffedAt}::timestamptz - interval '7 days'`,
  )
  const since = [order.startedAt, last?.at ?? null]
    .filter((m) => m !== null)
    .sort()
    .at(-1)
  return since && toMillis(since) < toMillis(doffedAt) ? since : doffedAt
}
const numberOf = async (ctx: Context, order: OrderRow, at: LineRow, day: string): Promise<string> =>
  jumboNumber(order.batch, at.code, day, await nextNumber(ctx, jumboSeries(at.code, day)))

/** A new roll is not wound, or doffed, before its order ran. */
const since = ({ order }: AtWinder): string | null => order.startedAt
/** What is done with a roll on the winder. */
export const windHandlers: HandlerEntry[] = [
  command(windRoll, wind, {
    first: async (ctx, input) => ({ ...(await lockWound(ctx, input)), known: await knownRoll(ctx, input.id) }),
    // The same id again is refused by the life cycle.
    row: ({ known }) => known,
    since,
    label,
  }),
  command(doffRoll, doff, {
    first(ctx, input) {
      if (input.lengthM <= 0) throw refuseInput([{ path: ['lengthM'], code: 'tooSmall', params: { limit: 1 } }])
      return lockWound(ctx, input)
    },
    since,
    label,
  }),
]
