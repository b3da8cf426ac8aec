/**
 * Counts incrementally which lots are in which rolls of a line. The count continues from the newest stored hopper
 * state (table `hopper_content`), so that after a doff only the new roll has to be counted. A change in the past deletes
 * the later states and recounts the rolls since then. A command recounts a few rolls itself and leaves more to the job. The job finds lines whose newest
 * state is older than their last roll.
 *
 * Hopper time is the moment at which material leaves the hopper: the winding time minus the residence time.
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
import type { HopperMovement } from '@/areas/feeding/server/events'
import { lockLineRow } from '@/plant/server/queries'
import { listLines } from '@/plant/server/queries/list-lines'
import type { Context } from '@/server/context'
import { doffedJumboStates } from '../../rules/jumbo-roll'
import type { JumboRow } from '../queries/roll-checks'
import {
  loadOrderDosings,
  loadDrawnHistory,
  loadFeedHistory,
  findCountStart,
  findFirstDrawMs,
  loadResidence,
  toWoundRoll,
  type CountStart,
} from './line-history'
import { saveLots, saveHopperStates, pruneHopperStates, type CountedLots } from './save-lots'
import { options, sql } from '@/server/sql'
import { jumboRoll } from '../../contract/jumbo-roll'

/** Maximum number of rolls that a command counts itself. If more rolls are affected, the job counts them. */
const MAX_ROLLS_AT_ONCE = 60
/** Maximum number of rolls per line that one run of the job counts. */
export const MAX_ROLLS_PER_RUN = 400
type RollLots = Pick<JumboRow, 'lots' | 'unknownKg'>
const EMPTY_LOTS: RollLots = { lots: [], unknownKg: null }

/**
 * Returns the lots of a roll that is about to be written, and writes the lots of later rolls. The caller has locked the
 * line.
 */
export async function countLotsOfRoll(
  ctx: Context,
  lineId: string,
  roll: Parameters<typeof toWoundRoll>[0],
): Promise<RollLots> {
  const woundRoll = toWoundRoll(roll)
  const lotsByRoll = await countLineFrom(ctx, lineId, {
    fromMs: woundRoll.startsAt - getMinResidenceMs(await loadResidence(ctx)),
    maxRolls: MAX_ROLLS_AT_ONCE,
    changedRoll: woundRoll,
  })
  const rollLots = lotsByRoll?.get(roll.id)
  return rollLots ? { lots: rollLots.lots, unknownKg: rollLots.unknownKg } : EMPTY_LOTS
}
/** Recounts a line without a removed roll, whose material then counts as still in the hoppers. Returns empty lots. */
export async function updateLotsWithoutRoll(ctx: Context, roll: JumboRow): Promise<RollLots> {
  if (roll.doffedAt)
    await countLineFrom(ctx, roll.lineId, {
      fromMs: toMillis(roll.startedAt) - getMinResidenceMs(await loadResidence(ctx)),
      maxRolls: MAX_ROLLS_AT_ONCE,
      changedRoll: { id: roll.id },
    })
  return EMPTY_LOTS
}

/** Event handler: recounts the rolls of a line after a change at its hoppers. */
export async function updateLotsAfterHopperChange(
  ctx: Context,
  { lineId, at, kind, feed }: HopperMovement,
): Promise<void> {
  const residence = await loadResidence(ctx)
  let fromMs = toMillis(at) - (kind === 'waste' ? getMinResidenceMs(residence) : 0)
  if (feed && (await hasDosingChange(ctx, lineId, feed))) {
    const firstDrawMs = await findFirstDrawMs(ctx, feed.orderId, residence)
    fromMs = Math.min(fromMs, firstDrawMs ?? fromMs)
  }
  await countLineFrom(ctx, lineId, {
    fromMs,
    maxRolls: MAX_ROLLS_AT_ONCE,
    changedRoll: null,
    isFeedOnly: kind === 'fed',
  })
}
/** True if a feed changes the dosing shares of its order. */
async function hasDosingChange(
  ctx: Context,
  lineId: string,
  { orderId, hopperId, materialId, kg }: NonNullable<HopperMovement['feed']>,
): Promise<boolean> {
  const dosing = (await loadOrderDosings(ctx, lineId, [orderId])).get(orderId)
  if (!dosing) return false
  const portionsWithoutFeed = dosing.feeds.map((portion) =>
    portion.hopperId === hopperId && portion.materialId === materialId ? { ...portion, kg: portion.kg - kg } : portion,
  )
  return !hasSameShares(
    calculateHopperShares(dosing, EMPTY_HOPPERS),
    calculateHopperShares({ ...dosing, feeds: portionsWithoutFeed }, EMPTY_HOPPERS),
  )
}
const EMPTY_HOPPERS: ReadonlyMap<string, HopperMaterial> = new Map()
/** Shares of the dosing (0 to 1) that differ by less than this count as equal. */
const SHARE_TOLERANCE = 1e-9
const hasSameShares = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean =>
  a.size === b.size && [...a].every(([hopperId, share]) => Math.abs(share - (b.get(hopperId) ?? -1)) < SHARE_TOLERANCE)

/**
 * Event handler for a new residence time. A stored hopper state must lie between two rolls in hopper time. The new time
 * shifts the rolls, so that no state is usable and all are deleted. The job then recounts every line from its first roll.
 * Until then, rolls keep their previous lots.
 */
export async function resetLotCounts(ctx: Context): Promise<void> {
  for (const { id } of await listLines(ctx)) await lockLineRow(ctx, id)
  await ctx.query(sql`delete from hopper_content where site_id = ${ctx.site}`)
}

/** Job: continues the count of every line whose newest hopper state is older than its last roll. */
export async function countPendingLines(ctx: Context): Promise<void> {
  const shortestResidenceMs = getMinResidenceMs(await loadResidence(ctx))
  const lines = await listLines(ctx)
  const pendingLines = await ctx.query(
    sql<{
      id: string
      at: Date | null
    }>`select l.id, c.at from unnest(${lines.map(({ id }) => id)}::uuid[]) l(id) left join lateral (select max(at) as at from hopper_content k where k.site_id = ${ctx.site} and k.line_id = l.id) c on true
     where exists (select 1 from jumbo_roll r where r.site_id = ${ctx.site} and r.line_id = l.id and r.state in (${options(jumboRoll.fields.state, ...doffedJumboStates)}) and r.doffed_at is not null and (c.at is null or r.started_at >= c.at + ${shortestResidenceMs} * interval '1 ms')) order by l.id`,
  )
  for (const { id, at } of pendingLines) {
    await lockLineRow(ctx, id)
    await countLineFrom(ctx, id, {
      fromMs: at === null ? -Infinity : new Date(at).getTime(),
      maxRolls: MAX_ROLLS_PER_RUN,
      changedRoll: null,
    })
  }
  await pruneHopperStates(ctx)
}

interface LineCountOptions {
  /** Start of the count in hopper time. */
  readonly fromMs: number
  readonly maxRolls: number
  /** A roll as it will be written, or the id of a roll that is removed. */
  readonly changedRoll: WoundRoll | { readonly id: string } | null
  /**
   * True for a new feed, which affects only draws after it. If no hopper state after it is stored, no roll after it has
   * been counted, and there is nothing to recount.
   */
  readonly isFeedOnly?: boolean
}
/**
 * Counts a line from a moment and writes the changed rows. Returns the lots by roll id. Returns null if a command would
 * have to count more than `maxRolls` rolls, which the job counts later, or if a feed changes no counted roll.
 */
async function countLineFrom(
  ctx: Context,
  lineId: string,
  { fromMs, maxRolls, changedRoll, isFeedOnly = false }: LineCountOptions,
): Promise<ReadonlyMap<string, CountedLots> | null> {
  const countStart = await findCountStart(ctx, lineId, fromMs)
  if (isFeedOnly && !countStart.hasLaterStates) return null
  const [history] = await Promise.all([
    loadLineHistory(ctx, lineId, countStart, maxRolls, changedRoll),
    countStart.hasLaterStates &&
      ctx.query(
        sql`delete from hopper_content where site_id = ${ctx.site} and line_id = ${lineId} and at > ${Number.isFinite(countStart.atMs) ? new Date(countStart.atMs) : '-infinity'}`,
      ),
  ])
  // Commands, which pass `MAX_ROLLS_AT_ONCE`, leave longer counts to the job.
  if (history.firstOmittedMs !== null && maxRolls === MAX_ROLLS_AT_ONCE) return null
  const { allocationById, checkpoints: hopperStates } = allocateLots(
    countStart.hoppers,
    history.events,
    history.dosings,
  )
  // If the count stopped at `maxRolls`, keep only states and lots that end before the first omitted roll.
  const completeStates = hopperStates.filter(
    ({ at }) => history.firstOmittedMs === null || at <= history.firstOmittedMs,
  )
  const completeUntilMs = history.firstOmittedMs === null ? Infinity : (completeStates.at(-1)?.at ?? -Infinity)
  const drawnUntilMsById = new Map([
    ...history.events.draws.map(({ id, to }) => [id, to] as const),
    ...history.events.emptyings.map(({ id, at }) => [id, at] as const),
  ])
  const lotsById = new Map(
    [...allocationById]
      .filter(([id]) => (drawnUntilMsById.get(id) ?? -Infinity) <= completeUntilMs)
      .map(([id, allocation]) => [id, toStoredLots(allocation)]),
  )
  await Promise.all([
    saveLots(ctx, history.rows, lotsById),
    saveHopperStates(ctx, lineId, completeStates, history.dosings.getKind),
  ])
  return lotsById
}
/** Loads all events of a line since a stored state, with the dosing of its orders. */
export async function loadLineHistory(
  ctx: Context,
  lineId: string,
  countStart: CountStart,
  maxRolls: number,
  changedRoll: Parameters<typeof loadDrawnHistory>[5],
) {
  const residence = await loadResidence(ctx)
  const drawnHistory = await loadDrawnHistory(ctx, lineId, residence, countStart.atMs, maxRolls, changedRoll)
  const [feedHistory, dosingByOrder] = await Promise.all([
    loadFeedHistory(ctx, lineId, countStart.atMs, drawnHistory.firstOmittedMs),
    loadOrderDosings(ctx, lineId, [...new Set(drawnHistory.draws.map(({ orderId }) => orderId))]),
  ])
  const kindByMaterial = new Map<string, DosedKind>([...countStart.kinds, ...feedHistory.kinds])
  return {
    events: { feeds: feedHistory.feeds, emptyings: feedHistory.emptyings, draws: drawnHistory.draws },
    rows: [...drawnHistory.rows, ...feedHistory.rows],
    firstOmittedMs: drawnHistory.firstOmittedMs,
    dosings: {
      dosingByOrder: dosingByOrder as ReadonlyMap<string, OrderDosing>,
      getKind: (id: string) => kindByMaterial.get(id) ?? 'main',
    },
  }
}
