/**
 * Counts incrementally which lots are in which rolls of a line. The count continues from the hopper state after the last
 * drawn roll, so a doff adds one roll. A change in the past deletes the later states and recounts from its moment: at once if
 * few rolls are affected, otherwise by the job. The job finds such lines, also after a restart, because their last state is older than their last roll.
 */
import {
  calculateHopperShares,
  type DosedKind,
  type HopperMaterial,
  type OrderDosing,
} from '@/areas/feeding/rules/dosing'
import { toStoredLots } from '@/areas/feeding/rules/hopper-content'
import { allocateLots, getMinResidenceMs, type WoundRoll } from '@/areas/feeding/rules/allocate-lots'
import { toMillis } from '@/plant/rules/plant-time'
import type { HopperMovement, HopperLayer } from '@/plant/server/events'
import { lockLineRow } from '@/plant/server/queries'
import { listLines } from '@/plant/server/queries/list-lines'
import type { Context } from '@/server/context'
import { doffedJumboStates } from '../../rules/winding'
import type { JumboRow } from '../jumbo-guards'
import {
  loadOrderDosings,
  loadDrawnHistory,
  loadFedHistory,
  findCountStart,
  findFirstDrawMs,
  loadResidence,
  toWoundRoll,
  type CountStart,
} from './line-history'
import { saveLots, saveHopperStates, pruneHopperStates, type CountedLots } from './save-lots'

/** Maximum of rolls that a command counts itself; more are left to the job. */
const MAX_ROLLS_AT_ONCE = 60
/** Maximum of rolls per line that one run of the job counts. */
const MAX_ROLLS_PER_RUN = 400
type RollLots = Pick<JumboRow, 'lots' | 'unknownKg'>
const NOT_COUNTED: RollLots = { lots: [], unknownKg: null }

/** Returns the lots of a roll that is about to be written, and writes those of later rolls. The caller has locked the line. */
export async function countLotsOfRoll(
  ctx: Context,
  lineId: string,
  roll: Parameters<typeof toWoundRoll>[0],
): Promise<RollLots> {
  const woundRoll = toWoundRoll(roll)
  const lotsByRoll = await countLineFrom(
    ctx,
    lineId,
    woundRoll.startsAt - getMinResidenceMs(await loadResidence(ctx)),
    MAX_ROLLS_AT_ONCE,
    woundRoll,
  )
  const rollLots = lotsByRoll?.get(roll.id)
  return rollLots ? { lots: rollLots.lots, unknownKg: rollLots.unknownKg } : NOT_COUNTED
}
/** Recounts a line without a removed roll, whose material is in the hoppers again. Returns its empty lots. */
export async function recomputeLotsWithoutRoll(ctx: Context, roll: JumboRow): Promise<RollLots> {
  if (roll.doffedAt)
    await countLineFrom(
      ctx,
      roll.lineId,
      toMillis(roll.startedAt) - getMinResidenceMs(await loadResidence(ctx)),
      MAX_ROLLS_AT_ONCE,
      {
        id: roll.id,
      },
    )
  return NOT_COUNTED
}

/** Event handler: recounts the rolls of a line after a change at its hoppers. */
export async function recomputeLotsAfterHopperChange(
  ctx: Context,
  { lineId, at, kind, feed }: HopperMovement,
): Promise<void> {
  const residence = await loadResidence(ctx)
  let fromMs = toMillis(at) - (kind === 'waste' ? getMinResidenceMs(residence) : 0)
  if (feed && (await hasRatioChange(ctx, lineId, feed))) {
    const firstDrawMs = await findFirstDrawMs(ctx, feed.orderId, residence)
    fromMs = Math.min(fromMs, firstDrawMs ?? fromMs)
  }
  await countLineFrom(ctx, lineId, fromMs, MAX_ROLLS_AT_ONCE, null, kind === 'fed')
}
/** True if a feed changes the dosing shares of its order. */
async function hasRatioChange(
  ctx: Context,
  lineId: string,
  { orderId, hopperId, materialId, kg }: NonNullable<HopperMovement['feed']>,
): Promise<boolean> {
  const dosing = (await loadOrderDosings(ctx, lineId, [orderId])).get(orderId)
  if (!dosing) return false
  const fedWithoutFeed = dosing.fed.map((one) =>
    one.hopperId === hopperId && one.materialId === materialId ? { ...one, kg: one.kg - kg } : one,
  )
  return !hasSameShares(
    calculateHopperShares(dosing, NOTHING_HELD),
    calculateHopperShares({ ...dosing, fed: fedWithoutFeed }, NOTHING_HELD),
  )
}
const NOTHING_HELD: ReadonlyMap<string, HopperMaterial> = new Map()
const hasSameShares = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean =>
  a.size === b.size && [...a].every(([hopper, share]) => Math.abs(share - (b.get(hopper) ?? -1)) < 1e-9)

/** Returns the content of a line's hoppers at a moment, or now. */
export async function calculateHopperContent(
  ctx: Context,
  { lineId, at }: { lineId: string; at?: string },
): Promise<readonly HopperLayer[]> {
  const momentMs = at === undefined ? Number.MAX_SAFE_INTEGER : toMillis(at)
  const startState = await findCountStart(ctx, lineId, Math.min(momentMs, ctx.now.getTime() + 1))
  const history = await loadLineHistory(ctx, lineId, startState, MAX_ROLLS_PER_RUN, null)
  // Assume that every hopper is emptied at that moment: what would come out is its content.
  const hopperIds = new Set([...startState.state.keys(), ...history.events.fed.map(({ hopperId }) => hopperId)])
  const assumedEmptyings = [...hopperIds].map((hopperId) => ({ id: `~${hopperId}`, hopperId, at: momentMs }))
  const { allocations } = allocateLots(
    startState.state,
    { ...history.events, emptied: [...history.events.emptied, ...assumedEmptyings] },
    history.dosings,
  )
  return assumedEmptyings.flatMap(({ id }) => allocations.get(id)?.lots ?? [])
}

/**
 * Event handler for a new residence time: deletes all hopper states, because their moments would now split or skip rolls. The
 * job recounts every line from its first roll; until then rolls keep their previous lots.
 */
export async function resetLotCounts(ctx: Context): Promise<void> {
  for (const { id } of await listLines(ctx)) await lockLineRow(ctx, id)
  await ctx.query('delete from hopper_content where site_id = $1', [ctx.site])
}

/** Job: continues the count of lines that are not counted up to their last roll. */
export async function countPendingLines(ctx: Context): Promise<void> {
  const shortestResidenceMs = getMinResidenceMs(await loadResidence(ctx))
  const lines = await listLines(ctx)
  const pendingLines = await ctx.query<{ id: string; at: Date | null }>(
    `select l.id, c.at from unnest($2::uuid[]) l(id) left join lateral (select max(at) as at from hopper_content k where k.site_id = $1 and k.line_id = l.id) c on true
     where exists (select 1 from jumbo_roll r where r.site_id = $1 and r.line_id = l.id and r.state = any($3) and r.doffed_at is not null and (c.at is null or r.started_at >= c.at + $4 * interval '1 ms')) order by l.id`,
    [ctx.site, lines.map(({ id }) => id), doffedJumboStates, shortestResidenceMs],
  )
  for (const { id, at } of pendingLines) {
    await lockLineRow(ctx, id)
    await countLineFrom(ctx, id, at === null ? -Infinity : new Date(at).getTime(), MAX_ROLLS_PER_RUN, null)
  }
  await pruneHopperStates(ctx)
}

/**
 * Counts a line from a moment (in hopper time) and writes the changed rows. Returns the lots of each roll, or null if a command
 * would have to count more than `maxRolls` rolls; the job then counts them.
 * @param givenRoll a roll as it will be written, or the id of a roll that is removed
 * @param isFeedOnly the change affects only later draws, so there is nothing to count after the last state
 */
async function countLineFrom(
  ctx: Context,
  lineId: string,
  fromMs: number,
  maxRolls: number,
  givenRoll: WoundRoll | { readonly id: string } | null,
  isFeedOnly = false,
): Promise<ReadonlyMap<string, CountedLots> | null> {
  const startState = await findCountStart(ctx, lineId, fromMs)
  if (isFeedOnly && !startState.hasLaterStates) return null
  if (startState.hasLaterStates)
    await ctx.query('delete from hopper_content where site_id = $1 and line_id = $2 and at > $3', [
      ctx.site,
      lineId,
      Number.isFinite(startState.at) ? new Date(startState.at) : '-infinity',
    ])
  const history = await loadLineHistory(ctx, lineId, startState, maxRolls, givenRoll)
  if (history.firstOmittedMs !== null && maxRolls === MAX_ROLLS_AT_ONCE) return null
  const { allocations, checkpoints: statesBetween } = allocateLots(startState.state, history.events, history.dosings)
  // If we stopped at `maxRolls`, keep only states and lots that end before the first omitted roll.
  const completeStates = statesBetween.filter(
    ({ at }) => history.firstOmittedMs === null || at <= history.firstOmittedMs,
  )
  const completeUntilMs = history.firstOmittedMs === null ? Infinity : (completeStates.at(-1)?.at ?? -Infinity)
  const endMsById = new Map([
    ...history.events.draws.map(({ id, to }) => [id, to] as const),
    ...history.events.emptied.map(({ id, at }) => [id, at] as const),
  ])
  const lotsById = new Map(
    [...allocations]
      .filter(([id]) => (endMsById.get(id) ?? -Infinity) <= completeUntilMs)
      .map(([id, allocation]) => [id, toStoredLots(allocation)]),
  )
  await saveLots(ctx, history.rows, lotsById)
  await saveHopperStates(ctx, lineId, completeStates, history.dosings.getKind)
  return lotsById
}
/** Loads all events of a line since a stored state, with the dosing of its orders. */
async function loadLineHistory(
  ctx: Context,
  lineId: string,
  startState: CountStart,
  maxRolls: number,
  givenRoll: Parameters<typeof loadDrawnHistory>[5],
) {
  const residence = await loadResidence(ctx)
  const drawnHistory = await loadDrawnHistory(ctx, lineId, residence, startState.at, maxRolls, givenRoll)
  const [fedHistory, dosingByOrder] = await Promise.all([
    loadFedHistory(ctx, lineId, startState.at, drawnHistory.firstOmittedMs),
    loadOrderDosings(ctx, lineId, [...new Set(drawnHistory.draws.map(({ orderId }) => orderId))]),
  ])
  const kindByMaterial = new Map<string, DosedKind>([...startState.kinds, ...fedHistory.kinds])
  return {
    events: { fed: fedHistory.fed, emptied: fedHistory.emptied, draws: drawnHistory.draws },
    rows: [...drawnHistory.rows, ...fedHistory.rows],
    firstOmittedMs: drawnHistory.firstOmittedMs,
    dosings: {
      orders: dosingByOrder as ReadonlyMap<string, OrderDosing>,
      getKind: (id: string) => kindByMaterial.get(id) ?? 'main',
    },
  }
}
