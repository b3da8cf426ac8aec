/**
 * Which lots are in which rolls of a line, kept as things happen. The count goes on from the state that the hoppers were in
 * when the last roll had been drawn: a doff adds one roll. What changes the past throws the later states away and counts
 * from its moment on, at once while few rolls are concerned, else by the job: a line whose last state lies before its last
 * roll has not been counted to the end, whatever became of the server meanwhile.
 */
import { sharesOf, type DosedKind, type Held, type OrderDosing } from '@/areas/feeding/rules/dosing'
import { storedLots } from '@/areas/feeding/rules/hopper-content'
import { lotsOfLine, soonest, type Wound } from '@/areas/feeding/rules/lots-of-line'
import { toMillis } from '@/plant/rules/plant-time'
import type { HopperMovement, HopperLayer } from '@/plant/server/events'
import { lockLineRow } from '@/plant/server/queries'
import { listLines } from '@/plant/server/queries/list-lines'
import type { Context } from '@/server/context'
import { madeStates } from '../../rules/winding'
import type { JumboRow } from '../jumbo-guards'
import { dosingsOf, drawnSince, fedSince, keptBefore, orderDrawnAt, residenceAt, woundOf, type Kept } from './read'
import { saveLots, saveStates, thinStates, type Saved } from './save'

/** Rolls that a command counts itself; more are left to the job. */
const AT_ONCE = 60
/** Rolls of a line that one run of the job counts. */
const A_RUN = 400
type RollLots = Pick<JumboRow, 'lots' | 'unknownKg'>
const notYet: RollLots = { lots: [], unknownKg: null }

/** The lots of a roll about to be written; those of later rolls are written here. The caller holds the line. */
export async function lotsOfRoll(ctx: Context, lineId: string, roll: Parameters<typeof woundOf>[0]): Promise<RollLots> {
  const wound = woundOf(roll)
  const counted = await countFrom(ctx, lineId, wound.startsAt - soonest(await residenceAt(ctx)), AT_ONCE, wound)
  const own = counted?.get(roll.id)
  return own ? { lots: own.lots, unknownKg: own.unknownKg } : notYet
}
/** A roll is taken back: what was in it lies in the hoppers again. */
export async function withoutRoll(ctx: Context, roll: JumboRow): Promise<RollLots> {
  if (roll.doffedAt)
    await countFrom(ctx, roll.lineId, toMillis(roll.startedAt) - soonest(await residenceAt(ctx)), AT_ONCE, {
      id: roll.id,
    })
  return notYet
}

/** What happened at the hoppers of a line changes what its rolls hold. */
export async function changed(ctx: Context, { lineId, at, kind, feed }: HopperMovement): Promise<void> {
  const residence = await residenceAt(ctx)
  let from = toMillis(at) - (kind === 'waste' ? soonest(residence) : 0)
  if (feed && (await changesRatios(ctx, lineId, feed))) {
    const first = await orderDrawnAt(ctx, feed.orderId, residence)
    from = Math.min(from, first ?? from)
  }
  await countFrom(ctx, lineId, from, AT_ONCE, null, kind === 'fed')
}
/** Whether an order is dosed otherwise with a feed than without it. */
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
  return !sameShares(sharesOf(dosing, nothingHeld), sharesOf({ ...dosing, fed }, nothingHeld))
}
const nothingHeld: ReadonlyMap<string, Held> = new Map()
const sameShares = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean =>
  a.size === b.size && [...a].every(([hopper, share]) => Math.abs(share - (b.get(hopper) ?? -1)) < 1e-9)

/** What the hoppers of a line hold, at a moment or now. */
export async function inside(
  ctx: Context,
  { lineId, at }: { lineId: string; at?: string },
): Promise<readonly HopperLayer[]> {
  const moment = at === undefined ? Number.MAX_SAFE_INTEGER : toMillis(at)
  const kept = await keptBefore(ctx, lineId, Math.min(moment, ctx.now.getTime() + 1))
  const told = await happened(ctx, lineId, kept, A_RUN, null)
  // As if every hopper was emptied then: what would come out is inside.
  const hoppers = new Set([...kept.state.keys(), ...told.events.fed.map(({ hopperId }) => hopperId)])
  const asked = [...hoppers].map((hopperId) => ({ id: `~${hopperId}`, hopperId, at: moment }))
  const { allocations } = lotsOfLine(
    kept.state,
    { ...told.events, emptied: [...told.events.emptied, ...asked] },
    told.dosings,
  )
  return asked.flatMap(({ id }) => allocations.get(id)?.lots ?? [])
}

/**
 * Every state was reckoned with another residence time, and where one was taken would cut a roll in two or leave it out: all
 * go, and the job counts every line from its first roll. Until then rolls say what was counted before.
 */
export async function countAnew(ctx: Context): Promise<void> {
  for (const { id } of await listLines(ctx)) await lockLineRow(ctx, id)
  await ctx.query('delete from hopper_content where site_id = $1', [ctx.site])
}

/** Counts on lines that are not counted to their last roll. */
export async function countLines(ctx: Context): Promise<void> {
  const early = soonest(await residenceAt(ctx))
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
 * Counts a line from a moment at the hopper on and writes what is new; answers what each roll holds. Null when more than
 * `most` rolls are to be counted and a command asked: then the job counts them.
 * @param onlyFed what changed takes part only in what is drawn after it: beyond the last state there is nothing to count
 */
async function countFrom(
  ctx: Context,
  lineId: string,
  from: number,
  most: number,
  given: Wound | { readonly id: string } | null,
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
  const { allocations, between } = lotsOfLine(kept.state, told.events, told.dosings)
  // Of what is only known in part no more is kept than what ended before the rest begins.
  const states = between.filter(({ at }) => told.next === null || at <= told.next)
  const until = told.next === null ? Infinity : (states.at(-1)?.at ?? -Infinity)
  const ended = new Map([
    ...told.events.draws.map(({ id, to }) => [id, to] as const),
    ...told.events.emptied.map(({ id, at }) => [id, at] as const),
  ])
  const saved = new Map(
    [...allocations].filter(([id]) => (ended.get(id) ?? -Infinity) <= until).map(([id, one]) => [id, storedLots(one)]),
  )
  await saveLots(ctx, told.rows, saved)
  await saveStates(ctx, lineId, states, told.dosings.kindOf)
  return saved
}
/** All that happened on a line since a state was kept, with what is known of the dosing of its orders. */
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
