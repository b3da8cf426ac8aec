/** How the mass of a roll divides by its downgrades, in SQL: the same as `rules/slit-roll` gradeKg. */

/**
 * Share of a roll's metres (0–1) that downgrades of some condition name; metres named twice count once: range_agg joins what
 * overlaps. @param condition SQL over `d`, a downgrade
 */
export const downgradedShare = (condition: string): string =>
  `(case when downgrades = '[]' or coalesce(length_m, 0) <= 0 then 0 else least(1, coalesce((select sum(upper(part) - lower(part)) from unnest((
     select range_agg(numrange(least((d->>'fromM')::numeric, length_m), least((d->>'toM')::numeric, length_m))) from jsonb_array_elements(downgrades) d where ${condition} and (d->>'toM')::numeric > (d->>'fromM')::numeric)) part), 0) / length_m) end)`
/** Shares of a roll that are not good (`bad`) and waste (`lost`). @param gone SQL: what is waste as a whole, however good it was */
export const gradedShares = (gone: string): string =>
  `case when ${gone} or (grade <> 'good' and downgrades = '[]') then 1 else greatest(${downgradedShare('true')}, ${downgradedShare(`d->>'grade' = 'waste'`)}) end as bad,
   case when ${gone} or (grade = 'waste' and downgrades = '[]') then 1 else ${downgradedShare(`d->>'grade' = 'waste'`)} end as lost`
