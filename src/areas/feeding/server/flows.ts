import { woundFlows, type FlowFilter, type FlowGrouping, type WoundFlow } from './events'
import { flowKeySql, flowShiftSql, buildFlowCondition } from '@/areas/feeding/server/queries/flow-condition'
import type { Context } from '@/server/context'
import { askQuestion } from '@/server/events'
import { columns, computed, options, sql, Sql } from '@/server/sql'
import { feed } from '../contract/feed'
import { emptyingCauses } from '../rules/feed'
import { roundToGram } from '@/plant/rules/quantity'
import { sumCorrections } from '@/plant/server/events'
import { findBusinessDate } from '@/plant/server/plant'

/** Masses in kg that went into a line and came out at its winder. */
export interface Flows {
  readonly mainKg: number
  readonly subKg: number
  readonly packKg: number
  readonly midKg: number
  readonly surKg: number
  /** Everything except packing. */
  readonly fedKg: number
  /** Rolls off the winder and their parts by grade, as in the sums of shifts, with corrections. */
  readonly woundKg: number
  readonly woundGoodKg: number
  readonly woundDowngradedKg: number
  readonly woundWasteKg: number
  /** Part of `woundKg` that people corrected and that belongs to no grade. */
  readonly woundCorrectedKg: number
  /** Recycled material that left the plant or was disposed of, and that went to pellets. */
  readonly disposedKg: number
  readonly pelletizedKg: number
  /**
   * The rolls as weighed, with downgrades found later at the slitter and without corrections; `wasteKg` with
   * `disposedKg`. `recycledKg` equals `pelletizedKg`. Answered under the names of the first version of the API only.
   */
  readonly goodKg: number
  readonly downgradedKg: number
  readonly wasteKg: number
  readonly recycledKg: number
  readonly inProcessKg: number
  /**
   * Mass of the rolls and the waste that the lot allocation drew from a hopper; rolls without an allocation count in
   * full.
   */
  readonly drawnKg: number
  /** Content of emptied hoppers that did not go back to the store. */
  readonly lostKg: number
  /** Number of line shifts with a feed or a doff. */
  readonly shifts: number
}
const NO_FLOWS: Flows = {
  mainKg: 0,
  subKg: 0,
  packKg: 0,
  midKg: 0,
  surKg: 0,
  fedKg: 0,
  woundKg: 0,
  woundGoodKg: 0,
  woundDowngradedKg: 0,
  woundWasteKg: 0,
  woundCorrectedKg: 0,
  disposedKg: 0,
  pelletizedKg: 0,
  goodKg: 0,
  downgradedKg: 0,
  wasteKg: 0,
  recycledKg: 0,
  inProcessKg: 0,
  drawnKg: 0,
  lostKg: 0,
  shifts: 0,
}

/** Key of the sum over everything, for the grouping `all`. */
export const TOTAL_KEY = ''
/**
 * Loads the flows of feeds, jumbo rolls and recycled material by order, by team or in total. The rolls area answers the
 * question about jumbo rolls.
 *
 * Fed and wound kilograms include the corrections of these metrics. A correction names neither a material nor a roll, so
 * a correction of wound kilograms counts as drawn from the hoppers.
 *
 * Recycled material that went to pellets is fed again. Recycled material that went back into a hopper is still in the
 * line, so it is no output. All other recycled material is waste.
 * @returns the flows by key: order id, team, or `TOTAL_KEY`. `get` returns zeros for an unknown key.
 */
export async function loadFlows(
  ctx: Context,
  groupBy: FlowGrouping,
  filter: FlowFilter,
): Promise<{ get(key: string): Flows; flowsByKey: ReadonlyMap<string, Flows> }> {
  const [feedRows, rollRows, corrections] = await Promise.all([
    loadFedAndRecycled(ctx, groupBy, filter),
    askQuestion(ctx, woundFlows, { by: groupBy, filter }),
    loadFlowCorrections(ctx, groupBy, filter),
  ])
  const feedsByKey = new Map(feedRows.map((row) => [row.key, row]))
  const rollsByKey = new Map(rollRows.map((row) => [row.key, row]))
  const flowsByKey = new Map(
    [...new Set([...feedsByKey.keys(), ...rollsByKey.keys(), ...corrections.keys()])].map((key) => {
      const feedSums = feedsByKey.get(key)
      const rollSums = rollsByKey.get(key)
      return [
        key,
        mergeFlows(feedSums ?? NO_FLOWS, rollSums ?? NO_FLOWS, {
          corrections: corrections.get(key) ?? NO_CORRECTIONS,
          shiftKeys: [...(feedSums?.shiftKeys ?? []), ...(rollSums?.shifts ?? [])],
        }),
      ]
    }),
  )
  return { get: (key) => flowsByKey.get(key) ?? NO_FLOWS, flowsByKey }
}
type FeedSums = Pick<
  Flows,
  'mainKg' | 'subKg' | 'packKg' | 'midKg' | 'surKg' | 'fedKg' | 'wasteKg' | 'recycledKg' | 'drawnKg' | 'lostKg'
>
type RollSums = Omit<WoundFlow, 'key' | 'shifts'>
const mergeFlows = (
  feedSums: FeedSums,
  rollSums: RollSums,
  { corrections, shiftKeys }: { readonly corrections: FlowCorrections; readonly shiftKeys: readonly string[] },
): Flows => {
  const { mainKg, subKg, packKg, midKg, surKg, recycledKg, lostKg } = feedSums
  const { goodKg, downgradedKg, inProcessKg } = rollSums
  const addCorrection = (name: CorrectedFlow, kg: number) => roundToGram(kg + corrections[name])
  const fedKg = addCorrection('fedKg', feedSums.fedKg)
  const woundKg = addCorrection('woundKg', rollSums.woundKg)
  const woundGoodKg = addCorrection('woundGoodKg', rollSums.woundGoodKg)
  const woundDowngradedKg = addCorrection('woundDowngradedKg', rollSums.woundDowngradedKg)
  const woundWasteKg = addCorrection('woundWasteKg', rollSums.woundWasteKg)
  return {
    mainKg,
    subKg,
    packKg,
    midKg,
    surKg,
    fedKg,
    recycledKg,
    lostKg,
    woundKg,
    woundGoodKg,
    woundDowngradedKg,
    woundWasteKg,
    woundCorrectedKg: roundToGram(woundKg - woundGoodKg - woundDowngradedKg - woundWasteKg),
    disposedKg: feedSums.wasteKg,
    pelletizedKg: recycledKg,
    goodKg,
    downgradedKg,
    inProcessKg,
    wasteKg: roundToGram(feedSums.wasteKg + rollSums.wasteKg),
    drawnKg: roundToGram(feedSums.drawnKg + rollSums.drawnKg + corrections.woundKg),
    shifts: new Set(shiftKeys).size,
  }
}

const correctedFlows = ['fedKg', 'woundKg', 'woundGoodKg', 'woundDowngradedKg', 'woundWasteKg'] as const
type CorrectedFlow = (typeof correctedFlows)[number]
type FlowCorrections = Readonly<Record<CorrectedFlow, number>>
const NO_CORRECTIONS: FlowCorrections = {
  fedKg: 0,
  woundKg: 0,
  woundGoodKg: 0,
  woundDowngradedKg: 0,
  woundWasteKg: 0,
}
/** Loads the corrections of fed and wound kilograms by key. */
async function loadFlowCorrections(
  ctx: Context,
  groupBy: FlowGrouping,
  { orderIds, lineId, fromDay, toDay, shift }: FlowFilter,
): Promise<ReadonlyMap<string, FlowCorrections>> {
  const corrections = await askQuestion(ctx, sumCorrections, {
    from: fromDay ?? EARLIEST_DAY,
    to: toDay ?? (await findBusinessDate(ctx)),
    sums: correctedFlows,
    lineId: lineId ?? null,
    orderIds: orderIds ?? null,
  })
  const correctionsByKey = new Map<string, FlowCorrections>()
  for (const correction of corrections) {
    if (shift != null && correction.shift !== shift) continue
    const keys: Readonly<Record<FlowGrouping, string | null>> = {
      order: correction.workOrderId,
      team: correction.team ?? '',
      all: TOTAL_KEY,
    }
    const key = keys[groupBy]
    const sum = correctedFlows.find((name) => name === correction.sum)
    if (key === null || !sum) continue
    const previous = correctionsByKey.get(key) ?? NO_CORRECTIONS
    correctionsByKey.set(key, { ...previous, [sum]: previous[sum] + correction.delta })
  }
  return correctionsByKey
}
/** Before the first feed of any plant. */
const EARLIEST_DAY = '1900-01-01'

function loadFedAndRecycled(
  ctx: Context,
  groupBy: FlowGrouping,
  filter: FlowFilter,
): Promise<(FeedSums & { key: string; shiftKeys: string[] | null })[]> {
  const condition = buildFlowCondition(ctx.site, filter)
  return ctx.query(
    sql<
      FeedSums & { key: string; shiftKeys: string[] | null }
    >`select key, ${buildSumColumns(['main', 'sub', 'pack', 'mid', 'sur'].map((kind) => [`${kind}Kg`, `kind = '${kind}'`]))}, ${buildSumColumns([['fedKg', `kind <> 'pack'`]])},
       sum(waste_kg) as "wasteKg", sum(recycled_kg) as "recycledKg", sum(used_kg) as "drawnKg", sum(lost_kg) as "lostKg", array_agg(distinct shift_key) filter (where shift_key is not null) as "shiftKeys"
     from (
       select ${flowKeySql[groupBy]} as key, kind, kg, ${flowShiftSql} as shift_key, 0::numeric as waste_kg, 0::numeric as recycled_kg, 0::numeric as used_kg, ${LOST_KG_SQL} as lost_kg
       from feed where ${condition}
       union all
       select ${flowKeySql[groupBy]}, null, null, null, case when destination in ('hopper', 'pellets') then 0 else kg end, case when destination = 'pellets' then kg else 0 end, case when destination = 'hopper' then 0 else kg - coalesce(unknown_kg, 0) end, 0
       from recycle where ${condition}
     ) flow group by key`,
  )
}
/**
 * Loads the mass fed into each hopper. The returned function takes a key of `loadFlows` and returns kg by hopper id, with
 * null for feeds without a hopper.
 */
export async function loadFedKgByHopper(
  ctx: Context,
  groupBy: FlowGrouping,
  filter: FlowFilter,
): Promise<(key: string) => ReadonlyMap<string | null, number>> {
  const condition = buildFlowCondition(ctx.site, filter)
  const rows = await ctx.query(
    sql`select ${computed<{ key: string }>`key`}, ${columns(feed, ['hopperId'])}, ${computed<{ kg: number }>`sum(kg)::float8 as kg`}
      from (select ${flowKeySql[groupBy]} as key, hopper_id, kg from feed where ${condition} and kind <> 'pack') fed group by 1, 2`,
  )
  const fedKgByKey = new Map<string, Map<string | null, number>>()
  for (const { key, hopperId, kg } of rows) {
    const fedKgByHopper = fedKgByKey.get(key) ?? new Map<string | null, number>()
    fedKgByKey.set(key, fedKgByHopper.set(hopperId, kg))
  }
  return (key) => fedKgByKey.get(key) ?? new Map()
}
const buildSumColumns = (sums: readonly (readonly string[])[]): Sql =>
  new Sql([sums.map(([name, condition]) => `coalesce(sum(kg) filter (where ${condition}), 0) as "${name}"`).join(', ')])
/** Loss of an emptied hopper: content taken out less mass returned to the store. */
const LOST_KG_SQL = sql`case when cause in (${options(feed.fields.cause, ...emptyingCauses)}) then kg + coalesce((select sum((lot->>'kg')::numeric) from jsonb_array_elements(lots) lot), 0) else 0 end`
