import type { EndpointInput } from '@/contract/endpoint'
import { MAX_CLOCK_DRIFT_MS } from '@/contract/instant'
import { refuse, refuseInput } from '@/contract/errno'
import { toMillis } from '@/plant/rules/plant-time'
import { workOrder } from '@/areas/orders/contract/work-order'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { takeNextNumber } from '@/server/crud/number-series'
import { columns, computed, limit, options, sql } from '@/server/sql'
import { formatPlantMinute } from '@/server/entered-moments'
import { resolveOccurredAt, findRowName, requirePerson, resolveShift } from '@/plant/server/plant'
import { calculateExpectedKg } from '../rules/dimensions'
import { takenBackJumboStates } from '../rules/jumbo-roll'
import { calculateJumboMetrics, zeroRollMetrics } from '../rules/order-roll-metrics'
import { buildJumboNumber, buildJumboSeries } from '../rules/roll-number'
import { exceedsWoundLength, isSameDoff, SAME_DOFF_MS, getWindingSpeed, type WindingPeriod } from '../rules/winding'
import { doffRoll, windRoll } from '../contract/jumbo-commands'
import { publishEvent } from '@/server/events'
import { jumboContentsChanged } from './events'
import { jumboRoll } from '../contract/jumbo-roll'
import {
  lockWinder,
  assertRollBelongsToOrder,
  assertLengthPlausible,
  assertWidthPlausible,
  assertDefectsWithinRoll,
  resolveWeb,
  weighJumbo,
  type RollOrderRow,
} from './jumbo-guards'
import { formatRollLabel, getRollNumber, type JumboRow, type LineRow } from './queries/roll-checks'
import { closeLineStops } from './machine-run'
import { countLotsOfRoll } from './lots/count-lots'
import { updateOrderMetrics } from './writes/update-order-metrics'

type WindInput = EndpointInput<typeof windRoll>
type DoffInput = EndpointInput<typeof doffRoll>
/** Line and order of a roll, locked in this order before the roll. */
interface LockedWinder {
  winder: LineRow
  order: RollOrderRow
}
async function lockWinderAndOrder(ctx: Context, { lineId, workOrderId }: WindInput): Promise<LockedWinder> {
  // A transaction runs its statements in the order in which they are sent, so the line is locked before the order.
  const [winder, order] = await Promise.all([lockWinder(ctx, lineId), ctx.rows.lock(workOrder, workOrderId)])
  return { winder, order }
}

/** POST /jumbo_second/add_roll: starts winding a roll. */
async function startWinding({
  ctx,
  input,
  patch,
  occurredAt: startedAt,
  preloaded: { winder, order },
}: CommandExecution<typeof jumboRoll, WindInput, LockedWinder>) {
  await assertWinderFree(ctx, winder)
  assertRollBelongsToOrder(ctx, order, winder, startedAt)
  const web = await resolveWeb(ctx, order, winder)
  const widthMm = patch.widthMm ?? web.widthMm
  if (input.widthMm) assertWidthPlausible(input.widthMm, winder)
  assertDefectsWithinRoll(patch.defects ?? [], { lengthM: null, widthMm })
  const savedRoll = await ctx.rows.insert(jumboRoll, {
    ...patch,
    gsm: web.gsm,
    widthMm,
    productId: order.productId,
    ...(await resolveShiftFields(ctx, startedAt)),
  })
  if (input.speed !== 0) await closeLineStops(ctx, winder.id, startedAt)
  return savedRoll
}

type DoffExecution = CommandExecution<typeof jumboRoll, DoffInput, LockedWinder>
/**
 * POST /jumbo_second/doff_team and /production/jumbo_roll: doffs a roll and assigns its number under the lock of the
 * line.
 */
async function doffJumbo(execution: DoffExecution): Promise<JumboRow> {
  const { ctx, input, row: windingRow, nextRow, patch, occurredAt: doffedAt } = execution
  const { winder, order } = execution.preloaded
  // Loaded only if nobody started the roll, or if the roll is far too long for its winding time (see `SAME_DOFF_MS`).
  const adjacentRolls =
    windingRow && !exceedsWoundLength(input.lengthM, toWindingPeriod(execution, windingRow))
      ? null
      : await loadAdjacentRolls(ctx, winder, doffedAt)
  await assertRollOnWinder(execution, adjacentRolls)
  // A roll that was on the winder when the order was finished still belongs to it.
  assertRollBelongsToOrder(ctx, order, winder, windingRow?.startedAt ?? doffedAt)
  if (adjacentRolls) await assertNotDoffedAlready(ctx, winder, doffedAt, adjacentRolls.doffsAround)
  const startedAt =
    windingRow?.startedAt ?? resolveStart(ctx, input, order, doffedAt, adjacentRolls?.lastDoffedAt ?? null)
  const roll = { ...(await calculateDoffValues(execution, startedAt)), startedAt }
  if (input.speed) await closeLineStops(ctx, winder.id, windingRow ? doffedAt : startedAt)
  const [lots, number] = await Promise.all([
    countLotsOfRoll(ctx, winder.id, { ...nextRow, ...roll, doffedAt }),
    assignRollNumber(ctx, order, winder, roll.businessDate),
  ])
  const values = { ...patch, ...roll, ...lots, number, productId: order.productId }
  const savedRoll = windingRow
    ? await ctx.rows.update(jumboRoll, windingRow.id, values)
    : await ctx.rows.insert(jumboRoll, values)
  await Promise.all([
    updateOrderMetrics(ctx, order.id, zeroRollMetrics, calculateJumboMetrics(savedRoll)),
    publishEvent(ctx, jumboContentsChanged, { jumboRollIds: [savedRoll.id] }),
  ])
  return savedRoll
}
/** @throws 6000 if another roll is on the winder, or if the roll was started on another line or for another order */
async function assertRollOnWinder(
  { ctx, row: windingRow, preloaded: { winder, order } }: DoffExecution,
  adjacentRolls: AdjacentRolls | null,
): Promise<void> {
  if (!windingRow) {
    if (adjacentRolls?.windingOrderId) await throwWinderBusy(ctx, winder, adjacentRolls.windingOrderId)
    return
  }
  if (windingRow.lineId !== winder.id) throw refuse('rolls:refusals.rollOnOtherLine', { line: winder.code })
  if (windingRow.workOrderId !== order.id)
    throw refuse('rolls:refusals.rollOfOtherOrder', {
      number: (await ctx.rows.get(workOrder, windingRow.workOrderId)).number,
      wanted: order.number,
    })
}
/** Calculates size, weight and shift of a doffed roll. */
async function calculateDoffValues(
  { ctx, input, nextRow, preloaded: { winder, order }, occurredAt: doffedAt }: DoffExecution,
  startedAt: string,
) {
  const { lengthM } = input
  const web = await resolveWeb(ctx, order, winder)
  assertLengthPlausible(
    order,
    lengthM,
    toWindingPeriod({ nextRow, preloaded: { winder, order }, occurredAt: doffedAt }, { startedAt }),
  )
  if (input.widthMm) assertWidthPlausible(input.widthMm, winder)
  const size = { gsm: web.gsm, widthMm: nextRow.widthMm ?? web.widthMm, lengthM }
  assertDefectsWithinRoll(nextRow.defects, size)
  const expectedKg = calculateExpectedKg(size)
  const { grossKg, coreKg } = nextRow
  const [weight, shiftFields] = await Promise.all([
    weighJumbo(ctx, order, { grossKg: grossKg ?? null, coreKg: coreKg ?? null, expectedKg }),
    resolveShiftFields(ctx, doffedAt),
  ])
  return { ...size, expectedKg, ...weight, ...shiftFields }
}
/** Builds the winding period of a doffed roll: speed, start and end. */
const toWindingPeriod = (
  { nextRow, preloaded, occurredAt: doffedAt }: Pick<DoffExecution, 'nextRow' | 'preloaded' | 'occurredAt'>,
  { startedAt }: { startedAt: string },
): WindingPeriod => ({ ...getWindingSpeed(nextRow, null, preloaded.winder), startedAt, doffedAt })
async function resolveShiftFields(ctx: Context, moment: string) {
  const { businessDate, shift, team } = await resolveShift(ctx, moment)
  return { businessDate, shift, team }
}
async function lockExistingRoll(ctx: Context, id: string | null | undefined): Promise<JumboRow | null> {
  if (!id) return null
  const [row] = await ctx.rows.find(jumboRoll, { where: { id }, limit: 1, lock: true })
  return row ?? null
}
/** Allows one roll at a time on a winder. @throws 6000 naming the order of the roll on it */
async function assertWinderFree(ctx: Context, winder: LineRow): Promise<void> {
  const [windingRoll] = await ctx.rows.find(jumboRoll, { where: { lineId: winder.id, state: 'winding' }, limit: 1 })
  if (windingRoll) await throwWinderBusy(ctx, winder, windingRoll.workOrderId)
}
async function throwWinderBusy(ctx: Context, winder: LineRow, orderId: string): Promise<never> {
  const order = await ctx.rows.get(workOrder, orderId)
  throw refuse('rolls:refusals.winderBusy', { line: winder.code, number: order.number })
}
/** Other rolls of a winder. They show whether a doff has already been reported. */
interface AdjacentRolls {
  /** Order of the roll on the winder. */
  readonly windingOrderId: string | null
  /** Rolls doffed at about the same moment. */
  readonly doffsAround: readonly Pick<JumboRow, 'number' | 'doffedAt' | 'userId'>[]
  /** When the previous roll was doffed. */
  readonly lastDoffedAt: string | null
}
/** Loads the other rolls of a winder. The SQL statement has three parts, because each part uses another index. */
async function loadAdjacentRolls(ctx: Context, winder: LineRow, doffedAt: string): Promise<AdjacentRolls> {
  const { state } = jumboRoll.fields
  const sameDoffSpan = sql`${SAME_DOFF_MS} * interval '1 ms'`
  const onLine = sql`site_id = ${ctx.site} and line_id = ${winder.id}`
  const validOnLine = sql`${onLine} and state not in (${options(state, ...takenBackJumboStates)})`
  const rollColumns = columns(jumboRoll, ['number', 'doffedAt', 'userId', 'workOrderId'])
  const rows = await ctx.query(
    sql`(select ${computed<{ part: 'winding' | 'around' | 'last' }>`'winding' as part`}, ${rollColumns} from jumbo_roll where ${onLine} and state in (${options(state, 'winding')}) ${limit(1)})
     union all (select 'around', ${rollColumns} from jumbo_roll where ${validOnLine} and doffed_at between ${doffedAt}::timestamptz - ${sameDoffSpan} and ${doffedAt}::timestamptz + ${sameDoffSpan} ${limit(20)})
     union all (select 'last', ${rollColumns} from jumbo_roll where ${validOnLine} and doffed_at <= ${doffedAt} and doffed_at > ${doffedAt}::timestamptz - interval '7 days' order by doffed_at desc ${limit(1)})`,
  )
  const getRows = (part: (typeof rows)[number]['part']) => rows.filter((row) => row.part === part)
  return {
    windingOrderId: getRows('winding')[0]?.workOrderId ?? null,
    doffsAround: getRows('around'),
    lastDoffedAt: getRows('last')[0]?.doffedAt ?? null,
  }
}
/** @throws 6000 naming the roll that another person has doffed at the same winder at about the same moment */
async function assertNotDoffedAlready(
  ctx: Context,
  winder: LineRow,
  doffedAt: string,
  doffsAround: AdjacentRolls['doffsAround'],
): Promise<void> {
  const ownDoff = { at: toMillis(doffedAt), by: requirePerson(ctx).id }
  const sameDoff = doffsAround.find((doffedRoll) =>
    isSameDoff(ownDoff, { at: toMillis(doffedRoll.doffedAt!), by: doffedRoll.userId }),
  )
  if (sameDoff)
    throw refuse('rolls:refusals.doffedAlready', {
      line: winder.code,
      number: getRollNumber(ctx, sameDoff),
      name: sameDoff.userId ? await findRowName(ctx, 'user', sameDoff.userId) : '',
    })
}
/**
 * Returns the start of a roll that nobody started: the entered start, else the previous doff or the start of the order,
 * whichever is later.
 */
function resolveStart(
  ctx: Context,
  input: DoffInput,
  order: RollOrderRow,
  doffedAt: string,
  lastDoffedAt: string | null,
): string {
  if (input.startedAt) {
    if (toMillis(input.startedAt) > toMillis(doffedAt) + MAX_CLOCK_DRIFT_MS) {
      const params = { other: ctx.t('rolls:jumboRoll.fields.doffedAt'), date: formatPlantMinute(ctx, doffedAt) }
      throw refuseInput([{ path: ['startedAt'], code: 'afterOther', params }])
    }
    const enteredStart = resolveOccurredAt(ctx, input.startedAt, order.startedAt, 'startedAt')
    return toMillis(enteredStart) > toMillis(doffedAt) ? doffedAt : enteredStart
  }
  const latestStart = [order.startedAt, lastDoffedAt]
    .filter((m) => m !== null)
    .sort()
    .at(-1)
  return latestStart && toMillis(latestStart) < toMillis(doffedAt) ? latestStart : doffedAt
}
const assignRollNumber = async (ctx: Context, order: RollOrderRow, winder: LineRow, day: string): Promise<string> =>
  buildJumboNumber(order.batch, winder.code, day, await takeNextNumber(ctx, buildJumboSeries(winder.code, day)))

/** Returns the earliest moment for winding or doffing: the start of the order. */
const getOrderStart = ({ order }: LockedWinder): string | null => order.startedAt
/** Handlers of the commands on a roll at the winder. */
export const windHandlers: HandlerEntry[] = [
  handleCommand(windRoll, startWinding, {
    preload: async (ctx, input) => ({
      ...(await lockWinderAndOrder(ctx, input)),
      existingRoll: await lockExistingRoll(ctx, input.id),
    }),
    // The lifecycle refuses a repeated id.
    getPreloadedRow: ({ existingRoll }) => existingRoll,
    getEarliestMoment: getOrderStart,
    formatLabel: formatRollLabel,
  }),
  handleCommand(doffRoll, doffJumbo, {
    preload(ctx, input) {
      if (input.lengthM <= 0) throw refuseInput([{ path: ['lengthM'], code: 'tooSmall', params: { limit: 1 } }])
      return lockWinderAndOrder(ctx, input)
    },
    getEarliestMoment: getOrderStart,
    formatLabel: formatRollLabel,
  }),
]
