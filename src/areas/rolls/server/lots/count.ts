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
import { madeStates } from '../../rules/winding'
import type { JumboRow } from '../jumbo-guards'
import { dosingsOf, drawnSince, fedSince, keptBefore, orderDrawnAt, residenceAt, woundOf, type Kept } from './read'
import { saveLots, saveStates, thinStates, type Saved } from './save'

/** Maximum of rolls that a command counts itself; more are left to the job. */
const AT_ONCE = 60
/** Maximum of rolls per line that one run of the job counts. */
const A_RUN = 400
type RollLots = Pick<JumboRow, 'lots' | 'unknownKg'>
const notYet: RollLots = { lots: [], unknownKg: null }

/** Returns the lots of a roll that is about to be written, and writes those of later rolls. The caller has locked the line. */
export async function lotsOfRoll(ctx: Context, lineId: string, roll: Parameters<typeof woundOf>[0]): Promise<RollLots> {
  const wound = woundOf(roll)
  const counted = await countFrom(
    ctx,
    lineId,
    wound.startsAt - getMinResidenceMs(await residenceAt(ctx)),
    AT_ONCE,
    wound,
  )
  const own = counted?.get(roll.id)
  return own ? { lots: own.lots, unknownKg: own.unknownKg } : notYet
}
/** Recounts a line without a removed roll, whose material is in the hoppers again. Returns its empty lots. */
export async function withoutRoll(ctx: Context, roll: JumboRow): Promise<RollLots> {
  if (roll.doffedAt)
    await countFrom(ctx, roll.lineId, toMillis(roll.startedAt) - getMinResidenceMs(await residenceAt(ctx)), AT_ONCE, {
      id: roll.id,
    })
  return notYet
}

/** Event handler: recounts the rolls of a line after a change at its hoppers. */
export async function changed(ctx: Context, { lineId, at, kind, feed }: HopperMovement): Promise<void> {
  const residence = await residenceAt(ctx)
  let from = toMillis(at) - (kind === 'waste' ? getMinResidenceMs(residence) : 0)
  if (feed && (await changesRatios(ctx, lineId, feed))) {
    const first = await orderDrawnAt(ctx, feed.orderId, residence)
    from = Math.min(from, first ?? from)
  }
  await countFrom(ctx, lineId, from, AT_ONCE, null, kind === 'fed')
}
/** True if a feed changes the dosing shares of its order. */
async function changesRatios(
  ctx: Context,
  lineId: string,
  { orderId, hopperId, materialId, kg }: NonNullable<HopperMovement['feed']>,
): Promise<boolean> {
  const dosing = (await dosingsOf(ctx, lineId, [orderId])).get(orderId)
  if (!dosing) return false
  const fed = dosing.fed.map((one) =>
    one.hopperId === hopperId && one.materialId === materialId ? { ...one, kg: one.kg - kg } : one,
  )
  return !sameShares(calculateHopperShares(dosing, nothingHeld), calculateHopperShares({ ...dosing, fed }, nothingHeld))
}
const nothingHeld: ReadonlyMap<string, HopperMaterial> = new Map()
const sameShares = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean =>
  a.size === b.size && [...a].every(([hopper, share]) => Math.abs(share - (b.get(hopper) ?? -1)) < 1e-9)

/** Returns the content of a line's hoppers at a moment, or now. */
export async function inside(
  ctx: Context,
  { lineId, at }: { lineId: string; at?: string },
): Promise<readonly HopperLayer[]> {
  const moment = at === undefined ? Number.MAX_SAFE_INTEGER : toMillis(at)
  const kept = await keptBefore(ctx, lineId, Math.min(moment, ctx.now.getTime() + 1))
  const told = await happened(ctx, lineId, kept, A_RUN, null)
  // Assume that every hopper is emptied at that moment: what would come out is its content.
  const hoppers = new Set([...kept.state.keys(), ...told.events.fed.map(({ hopperId }) => hopperId)])
  const asked = [...hoppers].map((hopperId) => ({ id: `~${hopperId}`, hopperId, at: moment }))
  const { allocations } = allocateLots(
    kept.state,
    { ...told.events, emptied: [...told.events.emptied, ...asked] },
    told.dosings,
  )
  return asked.flatMap(({ id }) => allocations.get(id)?.lots ?? [])
}

/**
 * Event handler for a new residence time: deletes all hopper states, because their moments would now split or skip rolls. The
 * job recounts every line from its first roll; until then rolls keep their previous lots.
 */
export async function countAnew(ctx: Context): Promise<void> {
  for (const { id } of await listLines(ctx)) await lockLineRow(ctx, id)
  await ctx.query('delete from hopper_content where site_id = $1', [ctx.site])
}

/** Job: continues the count of lines that are not counted up to their last roll. */
export async function countLines(ctx: Context): Promise<void> {
  const early = getMinResidenceMs(await residenceAt(ctx))
  const lines = await listLines(ctx)
  const behind = await ctx.query<{ id: string; at: Date | null }>(
    `select l.id, c.at from unnest($2::uuid[]) l(id) left join lateral (select max(at) as at from hopper_content k where k.site_id = $1 and k.line_id = l.id) c on true
     where exists (select 1 from jumbo_roll r where r.site_id = $1 and r.line_id = l.id and r.state = any($3) and r.doffed_at is not null and (c.at is null or r.started_at >= c.at + $4 * interval '1 ms')) order by l.id`,
    [ctx.site, lines.map(({ id }) => id), madeStates, early],
  )
  for (const { id, at } of behind) {
    await lockLineRow(ctx, id)
    await countFrom(ctx, id, at === null ? -Infinity : new Date(at).getTime(), A_RUN, null)
  }
  await thinStates(ctx)
}

/**
 * Counts a line from a moment (in hopper time) and writes the changed rows. Returns the lots of each roll, or null if a command
 * would have to count more than `maxRolls` rolls; the job then counts them.
 * @param givenRoll a roll as it will be written, or the id of a roll that is removed
 * @param isFeedOnly the change affects only later draws, so there is nothing to count after the last state
 */
async function countFrom(
  ctx: Context,
  lineId: string,
  from: number,
  most: number,
  given: WoundRoll | { readonly id: string } | null,
  onlyFed = false,
): Promise<ReadonlyMap<string, Saved> | null> {
  const kept = await keptBefore(ctx, lineId, from)
  if (onlyFed && !kept.beyond) return null
  if (kept.beyond)
    await ctx.query('delete from hopper_content where site_id = $1 and line_id = $2 and at > $3', [
      ctx.site,
      lineId,
      Number.isFinite(kept.at) ? new Date(kept.at) : '-infinity',
    ])
  const told = await happened(ctx, lineId, kept, most, given)
  if (told.next !== null && most === AT_ONCE) return null
  const { allocations, checkpoints: between } = allocateLots(kept.state, told.events, told.dosings)
  // If we stopped at `maxRolls`, keep only states and lots that end before the first omitted roll.
  const states = between.filter(({ at }) => told.next === null || at <= told.next)
  const until = told.next === null ? Infinity : (states.at(-1)?.at ?? -Infinity)
  const ended = new Map([
    ...told.events.draws.map(({ id, to }) => [id, to] as const),
    ...told.events.emptied.map(({ id, at }) => [id, at] as const),
  ])
  const saved = new Map(
    [...allocations]
      .filter(([id]) => (ended.get(id) ?? -Infinity) <= until)
      .map(([id, one]) => [id, toStoredLots(one)]),
  )
  await saveLots(ctx, told.rows, saved)
  await saveStates(ctx, lineId, states, told.dosings.kindOf)
  return saved
}
/** Loads all events of a line since a stored state, with the dosing of its orders. */
async function happened(
  ctx: Context,
  lineId: string,
  kept: Kept,
  most: number,
  given: Parameters<typeof drawnSince>[5],
) {
  const residence = await residenceAt(ctx)
  const drawn = await drawnSince(ctx, lineId, residence, kept.at, most, given)
  const [fed, orders] = await Promise.all([
    fedSince(ctx, lineId, kept.at, drawn.next),
    dosingsOf(ctx, lineId, [...new Set(drawn.draws.map(({ orderId }) => orderId))]),
  ])
  const kinds = new Map<string, DosedKind>([...kept.kinds, ...fed.kinds])
  return {
    events: { fed: fed.fed, emptied: fed.emptied, draws: drawn.draws },
    rows: [...drawn.rows, ...fed.rows],
    next: drawn.next,
    dosings: { orders: orders as ReadonlyMap<string, OrderDosing>, kindOf: (id: string) => kinds.get(id) ?? 'main' },
  }
}
