import { woundFlows, type FlowFilter, type FlowGrouping } from '@/plant/server/events'
import { flowKeySql, flowShiftSql, buildFlowCondition } from '@/plant/server/flow-condition'
import type { Context } from '@/server/context'
import { toSqlLiterals } from '@/server/crud/statements'
import { askQuestion } from '@/server/events'
import { columns } from '@/server/sql'
import { feed } from '../contract/feed'
import { emptyingCauses } from '../rules/feed'

/** Masses that went into a line and came out at its winder, kg. */
export interface Flows {
  readonly mainKg: number
  readonly subKg: number
  readonly packKg: number
  readonly midKg: number
  readonly surKg: number
  /** Everything except packing. */
  readonly fedKg: number
  readonly goodKg: number
  readonly downgradedKg: number
  readonly wasteKg: number
  readonly recycledKg: number
  readonly inProcessKg: number
  /** Part of rolls and waste that came out of a hopper by the lot allocation; rolls without one count in full. */
  readonly usedKg: number
  /** Content of emptied hoppers that did not go back to the store. */
  readonly lostKg: number
  /** Number of line shifts with a feed or a doff. */
  readonly shifts: number
}
const nothing: Flows = {
  mainKg: 0,
  subKg: 0,
  packKg: 0,
  midKg: 0,
  surKg: 0,
  fedKg: 0,
  goodKg: 0,
  downgradedKg: 0,
  wasteKg: 0,
  recycledKg: 0,
  inProcessKg: 0,
  usedKg: 0,
  lostKg: 0,
  shifts: 0,
}

/**
 * Loads the flows of feeds, jumbo rolls and recycled material by order, by team or in total: one statement here and
 * one in the area of the rolls. Recycled material that went into a hopper or to pellets is fed again; the rest is
 * waste.
 */
export async function flowsBy(
  ctx: Context,
  by: FlowGrouping,
  choice: FlowFilter,
): Promise<{ get(key: string): Flows; all: ReadonlyMap<string, Flows> }> {
  const [own, wound] = await Promise.all([
    fedAndRecycled(ctx, by, choice),
    askQuestion(ctx, woundFlows, { by, choice }),
  ])
  const ofFeeds = new Map(own.map((row) => [row.key, row]))
  const ofRolls = new Map(wound.map((row) => [row.key, row]))
  const all = new Map(
    [...new Set([...ofFeeds.keys(), ...ofRolls.keys()])].map((key) => {
      const [fed, rolls] = [ofFeeds.get(key), ofRolls.get(key)]
      return [key, together(fed ?? nothing, rolls ?? nothing, [...(fed?.turns ?? []), ...(rolls?.shifts ?? [])])]
    }),
  )
  return { get: (key) => all.get(key) ?? nothing, all }
}
type Summed = Omit<Flows, 'shifts'>
type Wound = Pick<Flows, 'goodKg' | 'downgradedKg' | 'wasteKg' | 'inProcessKg' | 'usedKg'>
const together = (fed: Summed, rolls: Wound, turns: readonly string[]): Flows => {
  const { mainKg, subKg, packKg, midKg, surKg, fedKg, recycledKg, lostKg } = fed
  const { goodKg, downgradedKg, inProcessKg } = rolls
  return {
    mainKg,
    subKg,
    packKg,
    midKg,
    surKg,
    fedKg,
    recycledKg,
    lostKg,
    goodKg,
    downgradedKg,
    inProcessKg,
    wasteKg: inGrams(fed.wasteKg + rolls.wasteKg),
    usedKg: inGrams(fed.usedKg + rolls.usedKg),
    shifts: new Set(turns).size,
  }
}
const inGrams = (kg: number): number => Math.round(kg * 1000) / 1000

function fedAndRecycled(
  ctx: Context,
  by: FlowGrouping,
  choice: FlowFilter,
): Promise<(Summed & { key: string; turns: string[] | null })[]> {
  const { where, values } = buildFlowCondition(ctx.site, choice)
  return ctx.query(
    `select key, ${sumsOf(['main', 'sub', 'pack', 'mid', 'sur'].map((kind) => [`${kind}Kg`, `kind = '${kind}'`]))}, ${sumsOf([['fedKg', `kind <> 'pack'`]])},
       sum(waste_kg) as "wasteKg", sum(recycled_kg) as "recycledKg", sum(used_kg) as "usedKg", sum(lost_kg) as "lostKg", array_agg(distinct turn) filter (where turn is not null) as turns
     from (
       select ${flowKeySql[by]} as key, kind, kg, ${flowShiftSql} as turn, 0::numeric as waste_kg, 0::numeric as recycled_kg, 0::numeric as used_kg, ${LOST} as lost_kg
       from feed where ${where}
       union all
       select ${flowKeySql[by]}, null, null, null, case when destination in ('hopper', 'pellets') then 0 else kg end, case when destination in ('hopper', 'pellets') then kg else 0 end, kg - coalesce(unknown_kg, 0), 0
       from recycle where ${where}
     ) flow group by key`,
    values,
  )
}
/** Loads the mass fed into each hopper, kg by hopper id; null for feeds without a hopper. One statement. */
export async function fedInto(
  ctx: Context,
  by: FlowGrouping,
  choice: FlowFilter,
): Promise<(key: string) => ReadonlyMap<string | null, number>> {
  const { where, values } = buildFlowCondition(ctx.site, choice)
  const rows = await ctx.query<{ key: string; hopperId: string | null; kg: number }>(
    `select key, ${columns(feed, ['hopperId'])}, sum(kg)::float8 as kg from (select ${flowKeySql[by]} as key, hopper_id, kg from feed where ${where} and kind <> 'pack') fed group by 1, 2`,
    values,
  )
  const found = new Map<string, Map<string | null, number>>()
  for (const { key, hopperId, kg } of rows) {
    const own = found.get(key) ?? new Map<string | null, number>()
    found.set(key, own.set(hopperId, kg))
  }
  return (key) => found.get(key) ?? new Map()
}
const sumsOf = (sums: readonly (readonly string[])[]): string =>
  sums.map(([name, condition]) => `coalesce(sum(kg) filter (where ${condition}), 0) as "${name}"`).join(', ')
/** Loss of an emptied hopper: content taken out less mass returned to the store. */
const LOST = `case when cause in (${toSqlLiterals(emptyingCauses)}) then kg + coalesce((select sum((lot->>'kg')::numeric) from jsonb_array_elements(lots) lot), 0) else 0 end`
