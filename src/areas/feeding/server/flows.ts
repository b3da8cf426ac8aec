import type { Context } from '@/server/context'

/** Sums of what went into a line and came out at its winder, kg. */
export interface Flows {
  readonly mainKg: number
  readonly subKg: number
  readonly packKg: number
  readonly midKg: number
  readonly surKg: number
  /** All but packing. */
  readonly fedKg: number
  readonly goodKg: number
  readonly downgradedKg: number
  readonly wasteKg: number
  readonly recycledKg: number
  readonly inProcessKg: number
  /** Of rolls and waste what came out of a hopper by the count of lots; those not counted yet in full. */
  readonly usedKg: number
  /** Of what was inside when hoppers were emptied what did not go back to the store. */
  readonly lostKg: number
  /** Shifts of a line in which anything was fed or doffed. */
  readonly shifts: number
}
export interface FlowChoice {
  readonly orderIds?: readonly string[] | null
  readonly lineId?: string | null
  /** Business dates, both included. */
  readonly fromDay?: string | null
  readonly toDay?: string | null
  readonly shift?: string | null
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
const keys = { order: 'work_order_id::text', team: `coalesce(team, '')`, all: `''` } as const

/**
 * The flows of feeds, jumbo rolls and recycled material by order, by team or together, in one statement. A weighed jumbo is
 * good but for its downgraded metres, one that was scrapped is waste, one not weighed yet is in process by its grammage.
 * Recycled material that went into a hopper or to pellets is fed once more; the rest of it is waste.
 */
export async function flowsBy(
  ctx: Context,
  by: keyof typeof keys,
  choice: FlowChoice,
): Promise<{ get(key: string): Flows; all: ReadonlyMap<string, Flows> }> {
  const { where, values } = chosen(ctx.site, choice)
  const rows = await ctx.query<Flows & { key: string }>(
    `select key, ${sumsOf(
      ['main', 'sub', 'pack', 'mid', 'sur'].map((kind) => [`${kind}Kg`, `kind = '${kind}'`]),
      'feed',
    )}, ${sumsOf([['fedKg', `kind <> 'pack'`]], 'feed')},
       ${['good', 'downgraded', 'waste', 'recycled', 'in_process', 'used', 'lost'].map((name) => `coalesce(sum(${name}_kg), 0) as "${camel(name)}Kg"`).join(', ')},
       count(distinct (line_id, business_date, shift)) filter (where source <> 'recycle')::int as shifts
     from (
       select ${keys[by]} as key, 'feed' as source, kind, kg, line_id, business_date, shift, 0::numeric as good_kg, 0::numeric as downgraded_kg, 0::numeric as waste_kg, 0::numeric as recycled_kg, 0::numeric as in_process_kg, 0::numeric as used_kg, ${LOST} as lost_kg
       from feed where ${where}
       union all
       select key, 'roll', null, null, line_id, business_date, shift, net - round(net * bad, 3), round(net * bad, 3) - round(net * lost, 3), round(net * lost, 3), 0, wound, used, 0
       from (${rollsOf(keys[by], where)}) roll
       union all
       select ${keys[by]}, 'recycle', null, null, line_id, business_date, shift, 0, 0, case when destination in ('hopper', 'pellets') then 0 else kg end, case when destination in ('hopper', 'pellets') then kg else 0 end, 0, kg - coalesce(unknown_kg, 0), 0
       from recycle where ${where}
     ) flow group by key`,
    values,
  )
  const all = new Map(rows.map(({ key, ...flows }) => [key, flows]))
  return { get: (key) => all.get(key) ?? nothing, all }
}
/** Only what was asked for stands in the condition: a plan for all cases at once would not go by an index. */
function chosen(
  site: number,
  { orderIds, lineId, fromDay, toDay, shift }: FlowChoice,
): { where: string; values: unknown[] } {
  const values: unknown[] = [site]
  const parts = (
    [
      ['work_order_id = any(?::uuid[])', orderIds],
      ['line_id = ?', lineId],
      ['business_date >= ?', fromDay],
      ['business_date <= ?', toDay],
      ['shift = ?', shift],
    ] as const
  ).flatMap(([condition, value]) => (value == null ? [] : [condition.replace('?', `$${values.push(value)}`)]))
  return { where: ['site_id = $1', ...parts].join(' and '), values }
}
const sumsOf = (sums: readonly (readonly string[])[], source: string): string =>
  sums
    .map(
      ([name, condition]) => `coalesce(sum(kg) filter (where source = '${source}' and ${condition}), 0) as "${name}"`,
    )
    .join(', ')
/** Of a counter-line that emptied a hopper: what came out less what went back to the store. */
const LOST = `case when cause in ('emptied', 'changedOver') then kg + coalesce((select sum((lot->>'kg')::numeric) from jsonb_array_elements(lots) lot), 0) else 0 end`
const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/**
 * Jumbos with their net mass and the shares of it that are not good (`bad`) and waste (`lost`), by the metres named in their
 * downgrades; metres named twice count once (`rolls/rules/slit-roll` gradeKg): range_agg joins what overlaps.
 */
const rollsOf = (key: string, where: string): string =>
  `select ${key} as key, line_id, business_date, shift, coalesce(net_kg, 0) as net, case when net_kg is null then coalesce(expected_kg, 0) else 0 end as wound, coalesce(net_kg, expected_kg, 0) - coalesce(unknown_kg, 0) as used,
     case when state = 'scrapped' or (grade <> 'good' and downgrades = '[]') then 1 else greatest(${share('true')}, ${share(`d->>'grade' = 'waste'`)}) end as bad,
     case when state = 'scrapped' or (grade = 'waste' and downgrades = '[]') then 1 else ${share(`d->>'grade' = 'waste'`)} end as lost
   from jumbo_roll where ${where} and state <> 'deleted'`
const share = (condition: string): string =>
  `(case when downgrades = '[]' or coalesce(length_m, 0) <= 0 then 0 else least(1, coalesce((select sum(upper(part) - lower(part)) from unnest((
     select range_agg(numrange(least((d->>'fromM')::numeric, length_m), least((d->>'toM')::numeric, length_m))) from jsonb_array_elements(downgrades) d where ${condition} and (d->>'toM')::numeric > (d->>'fromM')::numeric)) part), 0) / length_m) end)`
