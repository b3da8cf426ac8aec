import type { EndpointInput } from '@/contract/endpoint'
import { MAX_CLOCK_DRIFT_MS } from '@/contract/moment-problem'
import { refuse, refuseInput } from '@/contract/errno'
import { toMillis } from '@/plant/rules/plant-time'
import { workOrder } from '@/areas/orders/contract/work-order'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { takeNextNumber } from '@/server/crud/number-series'
import { columns, computed, limit, options, sql } from '@/server/sql'
import { happenedAt, findRowName, requirePerson, resolveShift } from '@/plant/server/plant'
import { expectedOf } from '../rules/dimensions'
import { takenBack } from '../rules/jumbo-roll'
import { jumboFigures, noFigures } from '../rules/order-figures'
import { jumboNumber, jumboSeries } from '../rules/roll-number'
import { beyondWound, isSameDoff, SAME_DOFF_MS, windingSpeed, type Wound } from '../rules/winding'
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

type WindInput = EndpointInput<typeof windRoll>
type DoffInput = EndpointInput<typeof doffRoll>
/** Line and order of a roll, locked in this order before the roll. */
interface AtWinder {
  at: LineRow
  order: OrderRow
}
async function lockWound(ctx: Context, { lineId, workOrderId }: WindInput): Promise<AtWinder> {
  const at = await lockWinder(ctx, lineId)
  return { at, order: await ctx.rows.lock(workOrder, workOrderId) }
}

/** POST /jumbo_second/add_roll: starts winding a roll. */
async function wind({
  ctx,
  input,
  patch: change,
  occurredAt: startedAt,
  preloaded: held,
}: CommandExecution<typeof jumboRoll, WindInput, AtWinder>) {
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

type Doffing = CommandExecution<typeof jumboRoll, DoffInput, AtWinder>
/** POST /jumbo_second/doff_team and /production/jumbo_roll: doffs a roll. Assigns the number once, under the lock of the line. */
async function doff(doffing: Doffing): Promise<JumboRow> {
  const { ctx, input, row: before, preloaded: held, nextRow: after, patch: change } = doffing
  const { at, order } = held
  const doffedAt = doffing.occurredAt
  const beside =
    before && !beyondWound(input.lengthM, woundOf(doffing, before)) ? null : await rollsBeside(ctx, at, doffedAt)
  await mustBeWoundHere(doffing, beside)
  // A roll that was on the winder when the order was finished still belongs to it.
  mustBelong(ctx, order, at, before?.startedAt ?? doffedAt)
  if (beside) await mustBeAnother(ctx, at, doffedAt, beside.around)
  const startedAt = before?.startedAt ?? begunAt(ctx, input, order, doffedAt, beside?.lastAt ?? null)
  const roll = { ...(await doffed(doffing, startedAt)), startedAt }
  if (input.speed) await closeStops(ctx, at.id, before ? doffedAt : startedAt)
  const [lots, number] = await Promise.all([
    lotsOfRoll(ctx, at.id, { ...after, ...roll, doffedAt }),
    numberOf(ctx, order, at, roll.businessDate),
  ])
  const values = { ...change, ...roll, ...lots, number, productId: order.productId }
  const saved = before ? await ctx.rows.update(jumboRoll, before.id, values) : await ctx.rows.insert(jumboRoll, values)
  await Promise.all([updateOrderFigures(ctx, order.id, noFigures, jumboFigures(saved)), markLater(ctx)])
  return saved
}
async function mustBeWoundHere(
  { ctx, row: before, preloaded: { at, order } }: Doffing,
  beside: Beside | null,
): Promise<void> {
  if (!before) return beside?.windingFor ? refuseBusy(ctx, at, beside.windingFor) : undefined
  if (before.lineId !== at.id) throw refuse('rolls:refusals.rollOnOtherLine', { line: at.code })
  if (before.workOrderId !== order.id)
    throw refuse('rolls:refusals.rollOfOtherOrder', {
      number: (await ctx.rows.get(workOrder, before.workOrderId)).number,
      wanted: order.number,
    })
}
/** Calculates size, weight and shift of a doffed roll. */
async function doffed(
  { ctx, input, nextRow: after, preloaded: { at, order }, occurredAt: doffedAt }: Doffing,
  startedAt: string,
) {
  const { lengthM } = input
  const web = await webOf(ctx, order, at)
  mustBeLength(
    order,
    lengthM,
    woundOf({ nextRow: after, preloaded: { at, order }, occurredAt: doffedAt }, { startedAt }),
  )
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
/** Returns winding speed, start and end of a doffed roll. */
const woundOf = (
  { nextRow: after, preloaded: held, occurredAt: doffedAt }: Pick<Doffing, 'nextRow' | 'preloaded' | 'occurredAt'>,
  { startedAt }: { startedAt: string },
): Wound => ({ ...windingSpeed(after, null, held.at), startedAt, doffedAt })
async function madeAt(ctx: Context, moment: string) {
  const { businessDate, shift, team } = await resolveShift(ctx, moment)
  return { businessDate, shift, team }
}
async function knownRoll(ctx: Context, id: string | null | undefined): Promise<JumboRow | null> {
  if (!id) return null
  const [row] = await ctx.rows.find(jumboRoll, { where: { id }, limit: 1, lock: true })
  return row ?? null
}
/** Allows one roll at a time on a winder. @throws 6000 naming the order of the roll on it */
async function mustBeFree(ctx: Context, at: LineRow): Promise<void> {
  const [other] = await ctx.rows.find(jumboRoll, { where: { lineId: at.id, state: 'winding' }, limit: 1 })
  if (other) await refuseBusy(ctx, at, other.workOrderId)
}
async function refuseBusy(ctx: Context, at: LineRow, orderId: string): Promise<never> {
  const order = await ctx.rows.get(workOrder, orderId)
  throw refuse('rolls:refusals.winderBusy', { line: at.code, number: order.number })
}
/** Other rolls of a winder, needed when a roll is doffed that nobody started. */
interface Beside {
  /** Order of the roll on the winder. */
  readonly windingFor: string | null
  /** Rolls doffed at about the same moment. */
  readonly around: readonly Pick<JumboRow, 'number' | 'doffedAt' | 'userId'>[]
  /** When the previous roll was doffed. */
  readonly lastAt: string | null
}
/** Loads the other rolls of a winder in one statement; each part uses an index of its own. */
async function rollsBeside(ctx: Context, at: LineRow, doffedAt: string): Promise<Beside> {
  const { state } = jumboRoll.fields
  const span = sql`${SAME_DOFF_MS} * interval '1 ms'`
  const own = sql`site_id = ${ctx.site} and line_id = ${at.id}`
  const stands = sql`${own} and state not in (${options(state, ...takenBack)})`
  const shown = columns(jumboRoll, ['number', 'doffedAt', 'userId', 'workOrderId'])
  const rows = await ctx.query(
    sql`(select ${computed<{ what: 'winding' | 'around' | 'last' }>`'winding' as what`}, ${shown} from jumbo_roll where ${own} and state in (${options(state, 'winding')}) ${limit(1)})
     union all (select 'around', ${shown} from jumbo_roll where ${stands} and doffed_at between ${doffedAt}::timestamptz - ${span} and ${doffedAt}::timestamptz + ${span} ${limit(20)})
     union all (select 'last', ${shown} from jumbo_roll where ${stands} and doffed_at <= ${doffedAt} and doffed_at > ${doffedAt}::timestamptz - interval '7 days' order by doffed_at desc ${limit(1)})`,
  )
  const of = (what: (typeof rows)[number]['what']) => rows.filter((row) => row.what === what)
  return {
    windingFor: of('winding')[0]?.workOrderId ?? null,
    around: of('around'),
    lastAt: of('last')[0]?.doffedAt ?? null,
  }
}
/** Two people who doff at one winder at the same moment mean the same roll. @throws 6000 naming the roll doffed already */
async function mustBeAnother(ctx: Context, at: LineRow, doffedAt: string, around: Beside['around']): Promise<void> {
  const mine = { at: toMillis(doffedAt), by: requirePerson(ctx).id }
  const same = around.find((one) => isSameDoff(mine, { at: toMillis(one.doffedAt!), by: one.userId }))
  if (same)
    throw refuse('rolls:refusals.doffedAlready', {
      line: at.code,
      number: rollName(ctx, same),
      name: same.userId ? await findRowName(ctx, 'user', same.userId) : '',
    })
}
/** Returns the start of a roll that nobody started: as entered, else the later of the previous doff and the order start. */
function begunAt(ctx: Context, input: DoffInput, order: OrderRow, doffedAt: string, lastAt: string | null): string {
  if (input.startedAt) {
    if (toMillis(input.startedAt) > toMillis(doffedAt) + MAX_CLOCK_DRIFT_MS)
      throw refuseInput([{ path: ['startedAt'], code: 'endsFirst' }])
    const begun = happenedAt(ctx, input.startedAt, order.startedAt, 'startedAt')
    return toMillis(begun) > toMillis(doffedAt) ? doffedAt : begun
  }
  const since = [order.startedAt, lastAt]
    .filter((m) => m !== null)
    .sort()
    .at(-1)
  return since && toMillis(since) < toMillis(doffedAt) ? since : doffedAt
}
const numberOf = async (ctx: Context, order: OrderRow, at: LineRow, day: string): Promise<string> =>
  jumboNumber(order.batch, at.code, day, await takeNextNumber(ctx, jumboSeries(at.code, day)))

/** Returns the earliest moment for winding or doffing: the start of the order. */
const since = ({ order }: AtWinder): string | null => order.startedAt
/** Handlers of the commands on a roll at the winder. */
export const windHandlers: HandlerEntry[] = [
  handleCommand(windRoll, wind, {
    first: async (ctx, input) => ({ ...(await lockWound(ctx, input)), known: await knownRoll(ctx, input.id) }),
    // The lifecycle refuses a repeated id.
    row: ({ known }) => known,
    since,
    label,
  }),
  handleCommand(doffRoll, doff, {
    first(ctx, input) {
      if (input.lengthM <= 0) throw refuseInput([{ path: ['lengthM'], code: 'tooSmall', params: { limit: 1 } }])
      return lockWound(ctx, input)
    },
    since,
    label,
  }),
]
