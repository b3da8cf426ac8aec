import type { RowOf } from '@/contract/field'
import { line } from '@/plant/contract/line'
import type { MadeRoll } from '../rules/shift-facts'
import { grams, madeByOrder, madeOf, minutesWithin, nothingMade } from '../rules/shift-facts'
import type { shiftFacts } from '../contract/shift-facts'
import { toMillis } from '@/plant/rules/plant-time'
import type { Shift } from '@/plant/rules/shift'
import { standstillsIn } from '@/plant/server/queries/standstills'
import { hopperCodes } from '@/areas/equipment/server/queries/hoppers'
import { fedIn, type FedInShift } from '@/areas/feeding/server/queries/for-shifts'
import { repairsOpenAt } from '@/areas/maintenance/server/queries/for-shifts'
import { ordersInShift } from '@/areas/orders/server/queries/for-shifts'
import { hallFigures, rollsMadeIn } from '@/areas/rolls/server/queries/for-shifts'
import type { Context } from '@/server/context'
import { alarmsOf } from './shift-alarms'

/** A shift of short stops is summed whole and listed in part. */
const MOST_STOPS = 1000
const MOST_LISTED = 100

export type ShiftFacts = RowOf<typeof shiftFacts>

/** What the system knows of a shift of a line, as of now. A handful of statements, each over the shift's span alone. */
export async function factsOf(ctx: Context, lineId: string, shift: Shift): Promise<ShiftFacts> {
  const { kind } = await ctx.rows.get(line, lineId)
  const span = { lineId, from: shift.startsAt, to: shift.endsAt }
  const rolls = await rollsMadeIn(ctx, span)
  const kept = rolls.filter(({ deleted }) => !deleted)
  const jumbos = kept.filter((roll) => roll.of === 'jumbo')
  const slits = kept.filter((roll) => roll.of === 'slit')
  // A slitter divides what a winder made: each roll counts where it was made.
  const made = madeOf(kept)
  const hall = await hallFigures(ctx, span, kind === 'slitting')
  const { fedKg, recycledKg, materials } = await fedIn(ctx, span)
  const { stops, stopMinutes } = await stopsOf(ctx, lineId, shift)
  return {
    lineId,
    businessDate: shift.businessDate,
    shift: shift.shift,
    team: shift.team,
    startsAt: shift.startsAt,
    endsAt: shift.endsAt,
    asOf: ctx.now.toISOString(),
    jumboRolls: jumbos.length,
    jumboKg: madeOf(jumbos).kg,
    jumboM: Math.round(jumbos.reduce((sum, roll) => sum + roll.lengthM, 0) * 10) / 10,
    slitRolls: slits.length,
    slitKg: madeOf(slits).kg,
    goodKg: made.good,
    downgradedKg: made.downgraded,
    wasteKg: grams(made.waste + hall.cutWasteKg),
    trimKg: hall.trimKg,
    packages: hall.packages,
    packedKg: hall.packedKg,
    fedKg,
    recycledKg,
    stopMinutes,
    stops,
    openRepairs: await repairsOpenAt(ctx, lineId),
    orders: await ordersOf(ctx, lineId, jumbos, slits),
    materials: await inHoppers(ctx, materials),
    uncutRolls: hall.uncutRolls,
    uncutKg: grams(hall.uncutKg),
    uncut: hall.uncut,
    alarms: await alarmsOf(ctx, lineId, shift, { rolls, stops }),
  }
}

/** The stops of a shift, each with its minutes, and how long the line stood in all. */
async function stopsOf(ctx: Context, lineId: string, shift: Shift): Promise<Pick<ShiftFacts, 'stops' | 'stopMinutes'>> {
  const rows = await standstillsIn(ctx, {
    lineId,
    from: shift.startsAt,
    to: shift.endsAt,
    first: 'oldest',
    most: MOST_STOPS,
  })
  const within = { from: toMillis(shift.startsAt), to: toMillis(shift.endsAt) }
  const spans = rows.map(({ startsAt, endsAt }) => ({
    from: toMillis(startsAt),
    to: endsAt ? toMillis(endsAt) : null,
  }))
  const minutes = (some: typeof spans) => minutesWithin(some, within, ctx.now.getTime())
  const stops = rows.map(({ id, startsAt, endsAt, reasonId, note }, i) => ({
    stopId: id,
    startedAt: startsAt,
    endedAt: endsAt,
    reasonId,
    note,
    minutes: minutes(spans.slice(i, i + 1)),
  }))
  return { stops: stops.slice(0, MOST_LISTED), stopMinutes: minutes(spans) }
}

/** Orders that ran here or made something in the shift. `totalKg`: good so far, of the whole order. */
async function ordersOf(
  ctx: Context,
  lineId: string,
  jumbos: readonly MadeRoll[],
  slits: readonly MadeRoll[],
): Promise<ShiftFacts['orders']> {
  const [wound, cut, all] = [madeByOrder(jumbos), madeByOrder(slits), madeByOrder([...jumbos, ...slits])]
  return (await ordersInShift(ctx, lineId, [...all.keys()])).map(({ id, state, orderedKg, goodKg }) => {
    const made = all.get(id) ?? nothingMade
    return {
      workOrderId: id,
      state,
      jumboRolls: wound.get(id)?.rolls ?? 0,
      slitRolls: cut.get(id)?.rolls ?? 0,
      madeKg: made.kg,
      goodKg: made.good,
      downgradedKg: made.downgraded,
      wasteKg: made.waste,
      orderedKg,
      totalKg: goodKg,
    }
  })
}
/** The same with the codes of the hoppers. */
async function inHoppers(ctx: Context, materials: FedInShift['materials']): Promise<ShiftFacts['materials']> {
  const codes = await hopperCodes(
    ctx,
    materials.flatMap(({ hopperId }) => hopperId ?? []),
  )
  return materials.map(({ hopperId, ...one }) => ({ ...one, hopper: codes.get(hopperId ?? '') ?? null }))
}
