import type { FieldsRow } from '@/contract/field'
import { line } from '@/plant/contract/line'
import type { MadeRoll } from '../rules/shift-facts'
import { grams, madeByOrder, madeOf, minutesWithin, nothingMade } from '../rules/shift-facts'
import type { shiftFacts } from '../contract/shift-facts'
import { toMillis, type Moment } from '@/plant/rules/plant-time'
import type { Shift } from '@/plant/rules/shift'
import { listStopsInPeriod } from '@/plant/server/queries/stops-in-period'
import { loadHopperCodes } from '@/areas/equipment/server/queries/hoppers'
import {
  loadFedInPeriod,
  loadStartUpWaste,
  type ShiftFeedSummary,
} from '@/areas/feeding/server/queries/feeds-in-period'
import { repairsOpenAt } from '@/areas/maintenance/server/queries/for-shifts'
import { listOrdersInShift } from '@/areas/orders/server/queries/for-shifts'
import { sumGoodCutSince, loadHallMetrics, listProducedRolls } from '@/areas/rolls/server/queries/for-shifts'
import type { Context } from '@/server/context'
import { alarmsOf } from './shift-alarms'

/** All stops are summed, but only the first ones are listed. */
const MOST_STOPS = 1000
const MOST_LISTED = 100

/** Snapshot of a shift of a line. */
export type ShiftFacts = FieldsRow<typeof shiftFacts>

/**
 * Builds the snapshot of a shift of a line at a moment (default: now). An offline signature gets the snapshot of its
 * own time, not of its delivery. Runs a few statements, each limited to the shift.
 */
export async function factsOf(
  ctx: Context,
  lineId: string,
  shift: Shift,
  at: Moment = ctx.now.toISOString(),
): Promise<ShiftFacts> {
  const { kind } = await ctx.rows.get(line, lineId)
  const span = { lineId, from: shift.startsAt, to: toMillis(at) < toMillis(shift.endsAt) ? at : shift.endsAt, at }
  const rolls = await listProducedRolls(ctx, span)
  const kept = rolls.filter(({ deleted }) => !deleted)
  const jumbos = kept.filter((roll) => roll.of === 'jumbo')
  const slits = kept.filter((roll) => roll.of === 'slit')
  // A slitter divides rolls of a winder: each roll counts where it was made.
  const made = madeOf(kept)
  const hall = await loadHallMetrics(ctx, span, kind === 'slitting')
  const { fedKg, recycledKg, materials } = await loadFedInPeriod(ctx, span)
  const startUpWaste = await loadStartUpWaste(ctx, span)
  const { stops, stopMinutes } = await stopsOf(ctx, span)
  return {
    lineId,
    businessDate: shift.businessDate,
    shift: shift.shift,
    team: shift.team,
    startsAt: shift.startsAt,
    endsAt: shift.endsAt,
    asOf: at,
    jumboRolls: jumbos.length,
    jumboKg: madeOf(jumbos).kg,
    jumboM: Math.round(jumbos.reduce((sum, roll) => sum + roll.lengthM, 0) * 10) / 10,
    slitRolls: slits.length,
    slitKg: madeOf(slits).kg,
    goodKg: made.good,
    downgradedKg: made.downgraded,
    wasteKg: grams(made.waste + hall.cutWasteKg + sum([...startUpWaste.values()])),
    trimKg: hall.trimKg,
    packages: hall.packages,
    packedKg: hall.packedKg,
    fedKg,
    recycledKg,
    stopMinutes,
    stops,
    openRepairs: await repairsOpenAt(ctx, lineId, at),
    orders: await ordersOf(ctx, lineId, at, { jumbos, slits, startUpWaste }),
    materials: await inHoppers(ctx, materials),
    uncutRolls: hall.uncutRolls,
    uncutKg: grams(hall.uncutKg),
    uncut: hall.uncut,
    alarms: await alarmsOf(ctx, lineId, { ...shift, endsAt: span.to }, { rolls, stops }),
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
type Span = { readonly lineId: string; readonly from: Moment; readonly to: Moment; readonly at: Moment }
/** Loads the stops of a shift with their minutes, and the total stop time. */
async function stopsOf(
  ctx: Context,
  { lineId, from, to, at }: Span,
): Promise<Pick<ShiftFacts, 'stops' | 'stopMinutes'>> {
  const now = toMillis(at)
  const rows = await listStopsInPeriod(ctx, { lineId, from, to, keepFirst: 'oldest', maxRows: MOST_STOPS })
  const told = rows.map(({ id, startsAt, endsAt, reasonId, explainedAt, note }) => {
    const isExplained = explainedAt === null || toMillis(explainedAt) <= now
    return {
      stopId: id,
      startedAt: startsAt,
      endedAt: endsAt !== null && toMillis(endsAt) <= now ? endsAt : null,
      reasonId: isExplained ? reasonId : null,
      note: isExplained ? note : null,
    }
  })
  const within = { from: toMillis(from), to: toMillis(to) }
  const spans = told.map(({ startedAt, endedAt }) => ({
    from: toMillis(startedAt),
    to: endedAt ? toMillis(endedAt) : null,
  }))
  const minutes = (some: typeof spans) => minutesWithin(some, within, now)
  const stops = told.map((stop, i) => ({ ...stop, minutes: minutes(spans.slice(i, i + 1)) }))
  return { stops: stops.slice(0, MOST_LISTED), stopMinutes: minutes(spans) }
}

/** Loads orders that ran or produced in the shift. `totalKg`: good mass of the whole order so far. */
async function ordersOf(
  ctx: Context,
  lineId: string,
  at: Moment,
  {
    jumbos,
    slits,
    startUpWaste,
  }: { jumbos: readonly MadeRoll[]; slits: readonly MadeRoll[]; startUpWaste: ReadonlyMap<string, number> },
): Promise<ShiftFacts['orders']> {
  const [wound, cut, all] = [madeByOrder(jumbos), madeByOrder(slits), madeByOrder([...jumbos, ...slits])]
  const orders = await listOrdersInShift(ctx, lineId, [...new Set([...all.keys(), ...startUpWaste.keys()])], at)
  const since = await sumGoodCutSince(
    ctx,
    orders.map(({ id }) => id),
    at,
  )
  return orders.map(({ id, state, orderedKg, goodKg }) => {
    const made = all.get(id) ?? nothingMade
    return {
      workOrderId: id,
      state,
      jumboRolls: wound.get(id)?.rolls ?? 0,
      slitRolls: cut.get(id)?.rolls ?? 0,
      madeKg: made.kg,
      goodKg: made.good,
      downgradedKg: made.downgraded,
      wasteKg: grams(made.waste + (startUpWaste.get(id) ?? 0)),
      orderedKg,
      totalKg: grams(Math.max(0, goodKg - (since.get(id) ?? 0))),
    }
  })
}
/** Replaces hopper ids by hopper codes. */
async function inHoppers(ctx: Context, materials: ShiftFeedSummary['materials']): Promise<ShiftFacts['materials']> {
  const codes = await loadHopperCodes(
    ctx,
    materials.flatMap(({ hopperId }) => hopperId ?? []),
  )
  return materials.map(({ hopperId, ...one }) => ({ ...one, hopper: codes.get(hopperId ?? '') ?? null }))
}
