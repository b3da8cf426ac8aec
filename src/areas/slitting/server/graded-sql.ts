/** Divides a roll's mass by its downgrades in SQL. Must match `divideKgByGrade` in `rolls/rules/grade`. */

/**
 * Builds SQL of the share (0–1) of a roll's metres covered by downgrades that match a condition. Overlapping metres count once
 * (`range_agg`). @param condition SQL over `d`, a downgrade
 */
export const buildDowngradedShareSql = (condition: string): string =>
  `(case when downgrades = '[]' or coalesce(length_m, 0) <= 0 then 0 else least(1, coalesce((select sum(upper(part) - lower(part)) from unnest((
     select range_agg(numrange(least((d->>'fromM')::numeric, length_m), least((d->>'toM')::numeric, length_m))) from jsonb_array_elements(downgrades) d where ${condition} and (d->>'toM')::numeric > (d->>'fromM')::numeric)) part), 0) / length_m) end)`
/** Builds SQL of the shares of a roll that are not good (`bad`) and waste (`lost`). @param isWaste SQL condition for rolls that are waste as a whole, even if graded better */
export const buildGradedSharesSql = (isWaste: string): string =>
  `case when ${isWaste} or (grade <> 'good' and downgrades = '[]') then 1 else greatest(${buildDowngradedShareSql('true')}, ${buildDowngradedShareSql(`d->>'grade' = 'waste'`)}) end as bad,
   case when ${isWaste} or (grade = 'waste' and downgrades = '[]') then 1 else ${buildDowngradedShareSql(`d->>'grade' = 'waste'`)} end as lost`
