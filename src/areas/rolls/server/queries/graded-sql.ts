/** SQL that divides the mass of a roll into good, downgraded and waste kg. Must match `divideKgByGrade`. */
import { options, sql, Sql } from '@/server/sql'
import { jumboRoll } from '../../contract/jumbo-roll'
import { scrappedJumboStates } from '../../rules/jumbo-roll'
import { buildJumboKgSql } from './mass-sql'

/**
 * Builds SQL of the share (0–1) of a roll's metres covered by downgrades that match a condition. Overlapping metres
 * count once (`range_agg`).
 * @param condition SQL over `d`, a downgrade
 * @param metresSql SQL of the number of metres to consider, from the start of the roll; by default all
 */
export const buildDowngradedShareSql = (condition: string, metresSql = 'length_m'): string =>
  `(case when downgrades = '[]' or coalesce(${metresSql}, 0) <= 0 then 0 else least(1, coalesce((select sum(upper(part) - lower(part)) from unnest((
     select range_agg(numrange(least((d->>'fromM')::numeric, ${metresSql}), least((d->>'toM')::numeric, ${metresSql}))) from jsonb_array_elements(downgrades) d where ${condition} and (d->>'toM')::numeric > (d->>'fromM')::numeric)) part), 0) / ${metresSql}) end)`
/**
 * Builds SQL of the share of a roll that is not good (`bad`, including waste) and the share that is waste (`lost`).
 * @param isWaste SQL condition for rolls that are waste as a whole, even if graded better
 */
export const buildGradedSharesSql = (isWaste: string): string =>
  `case when ${isWaste} or (grade <> 'good' and downgrades = '[]') then 1 else greatest(${buildDowngradedShareSql('true')}, ${buildDowngradedShareSql(`d->>'grade' = 'waste'`)}) end as bad,
   case when ${isWaste} or (grade = 'waste' and downgrades = '[]') then 1 else ${buildDowngradedShareSql(`d->>'grade' = 'waste'`)} end as lost`

/**
 * Builds SQL of the kg of a doffed jumbo that are not good. The query provides the columns `kg`, `waste_kg`
 * (`buildJumboWasteKgSql`) and the share (`buildGradedSharesSql`). The result is never less than the waste, which may
 * exceed the share by a few grams of rounding.
 */
export const buildWoundBadKgSql = (badShareColumn = 'bad'): Sql =>
  new Sql([`greatest(round(kg * ${badShareColumn}, 3), waste_kg)`])

/** SQL of the metres of a consumed jumbo that no set has cut. */
const UNCUT_METRES_SQL = 'coalesce(nullif(left_m, 0), length_m)'
/**
 * Builds SQL of the waste of a jumbo, kg: the whole mass of a scrapped jumbo, or the uncut waste metres of a consumed
 * jumbo. Other jumbos have no waste yet, because their waste metres count later, as slit rolls or as waste of a
 * cutting. Must match `calculateJumboMetrics` in `rolls/rules/order-roll-metrics`.
 */
export function buildJumboWasteKgSql(): Sql {
  const kgSql = sql`coalesce(${buildJumboKgSql()}, 0)`
  const uncutKgSql = sql`case when length_m > 0 then round(${kgSql} * least(1, ${new Sql([UNCUT_METRES_SQL])} / length_m), 3) else ${kgSql} end`
  const wasteShareSql = new Sql([buildDowngradedShareSql(`d->>'grade' = 'waste'`, UNCUT_METRES_SQL)])
  return sql`case when state in (${options(jumboRoll.fields.state, ...scrappedJumboStates)}) then ${kgSql}
     when state = ${options(jumboRoll.fields.state, 'consumed')} then round((${uncutKgSql}) * ${wasteShareSql}, 3) else 0 end`
}
