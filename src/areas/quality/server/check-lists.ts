import { listPeopleWithPermission } from '@/areas/access/server/queries/key-holders'
import { defectKinds } from '@/areas/rolls/rules/defect-map'
import { resolveBusinessDates } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { loadReferencedNames } from '@/server/crud/refs'
import { options, sql } from '@/server/sql'
import {
  qualityCheckMetrics,
  inspectorAndItemOptions,
  qualityCheckFilterValues,
  qualityCheckOptions,
  type qualityCheckGroupings,
} from '../contract/check-endpoints'
import { qualityCheck } from '../contract/quality-check'
import { tableTemplate } from '../contract/table-template'
import { calculateFirstPassPercent, buildDefectPareto } from '../rules/first-pass-yield'
import { firstCompleteCheckSql } from './queries/roll-checks'
import { handle } from '@/server/area'

const MAX_TEMPLATES = 500
const { fields } = qualityCheck
const buildOptionLabels = (ctx: Context, translationPath: string, keys: readonly string[]) =>
  keys.map((key) => ({ key, label: ctx.t(`quality:qualityCheck.${translationPath}.${key}`) }))
const listActiveTemplates = (ctx: Context) =>
  ctx.rows.find(tableTemplate, { where: { use: 'check', active: true }, orderBy: 'name', limit: MAX_TEMPLATES })

/** OPTIONS /quality/check */
export const loadCheckOptions = handle(qualityCheckOptions, async (ctx) => {
  const templates = await listActiveTemplates(ctx)
  return {
    results: buildOptionLabels(ctx, 'options.result', fields.result.options),
    defects: buildOptionLabels(ctx, 'subOptions.defects.kind', defectKinds),
    severities: buildOptionLabels(ctx, 'subOptions.defects.severity', fields.defects.of.severity.options),
    verdicts: buildOptionLabels(ctx, 'subOptions.readings.verdict', fields.readings.of.verdict.options),
    templates: templates.map(({ id, name, nameEn, productId, family, items }) => ({
      id,
      label: ctx.language === 'en' ? (nameEn ?? name) : name,
      productId,
      family,
      items,
    })),
  }
})
/** GET /quality/check_name: inspectors and items with checks in a range of business dates; without dates, of all time. */
export const listCheckNames = handle(qualityCheckFilterValues, async (ctx, { from, to }) => {
  const dayRange = from || to ? await resolveBusinessDates(ctx, { from: from ?? null, to: to ?? null }) : null
  const condition = sql`c.site_id = ${ctx.site} and (${dayRange?.from ?? null}::date is null or c.business_date between ${dayRange?.from ?? null}::date and ${dayRange?.to ?? null}::date)`
  const inspectors = await ctx.query(
    sql<{
      id: string
      checks: number
    }>`select c.user_id as id, count(*)::int as checks from quality_check c where ${condition} and c.user_id is not null group by c.user_id order by checks desc, id limit 500`,
  )
  const items = await ctx.query(
    sql<{
      key: string
      checks: number
    }>`select r->>'item' as key, count(distinct c.id)::int as checks from quality_check c cross join jsonb_array_elements(c.readings) r
       where ${condition} and (r->>'value' is not null or r->>'verdict' is not null) group by 1 order by checks desc, key limit 500`,
  )
  const englishByItem = await loadEnglishItemNames(ctx)
  return {
    // The output replaces the id in `label` by the person's name (`nameOfRow`).
    inspectors: inspectors.map(({ id, checks }) => ({ id, label: id, checks })),
    items: items.map(({ key, checks }) => ({ key, label: englishByItem.get(key) ?? key, checks })),
  }
})
/** Returns the English names of template items by item; empty if the reader's language is not English. */
async function loadEnglishItemNames(ctx: Context): Promise<Map<string, string>> {
  if (ctx.language !== 'en') return new Map()
  const templates = await ctx.rows.find(tableTemplate, { limit: MAX_TEMPLATES })
  return new Map(
    templates.flatMap(({ items }) => items.flatMap(({ item, itemEn }) => (itemEn ? [[item, itemEn]] : []))),
  )
}
/** OPTIONS /quality/check_name: persons who may check, and items of the active templates. */
export const listCheckNameOptions = handle(inspectorAndItemOptions, async (ctx) => {
  const inspectors = await listPeopleWithPermission(ctx, 'qualitySheetAdd')
  const templates = await listActiveTemplates(ctx)
  const labelByItem = new Map<string, string>()
  for (const { item, itemEn } of templates.flatMap((template) => template.items))
    labelByItem.set(item, (ctx.language === 'en' ? itemEn : null) ?? item)
  return {
    inspectors: inspectors.map(({ id, label }) => ({ id, label })),
    items: [...labelByItem].map(([key, label]) => ({ key, label })),
  }
})

/**
 * GET /quality/check_figures: metrics of a period (default: this month). Each roll counts once, by its first complete
 * check.
 */
export const calculateCheckMetrics = handle(qualityCheckMetrics, async (ctx, input) => {
  const dayRange = await resolveBusinessDates(ctx, { from: input.from ?? null, to: input.to ?? null })
  const grouping = input.by ?? 'line'
  const condition = sql`c.site_id = ${ctx.site} and c.business_date >= ${dayRange.from} and c.business_date <= ${dayRange.to}
    and (${input.lineId ?? null}::uuid is null or c.line_id = ${input.lineId ?? null}) and (${input.productId ?? null}::uuid is null or c.product_id = ${input.productId ?? null})
    and (${input.team ?? null}::text is null or c.team = ${input.team ?? null})`
  const groups = await ctx.query(
    sql<{
      key: string | null
      rolls: number
      passed: number
    }>`select ${getGroupingColumn(grouping)} as key, count(*)::int as rolls, count(*) filter (where c.result = ${options(fields.result, 'ok')})::int as passed from quality_check c
       where ${condition} and ${firstCompleteCheckSql}
       group by 1 order by rolls desc limit 500`,
  )
  const defectCounts = await ctx.query(
    sql<{
      kind: string
      count: number
    }>`select d->>'kind' as kind, count(*)::int as count from quality_check c cross join jsonb_array_elements(c.defects) d where ${condition} group by 1 limit 100`,
  )
  const nameById = grouping === 'team' ? {} : await loadReferencedNames(ctx, grouping, groups, 'key')
  const rolls = groups.reduce((sum, row) => sum + row.rolls, 0)
  const passed = groups.reduce((sum, row) => sum + row.passed, 0)
  return {
    ...dayRange,
    rolls,
    passed,
    firstPassPercent: calculateFirstPassPercent({ rolls, passed }),
    rows: groups.map((row) => ({
      id: row.key ?? '',
      label: row.key ? (nameById[row.key] ?? row.key) : '–',
      rolls: row.rolls,
      passed: row.passed,
      firstPassPercent: calculateFirstPassPercent(row),
    })),
    defects: buildDefectPareto(defectCounts).map((row) => ({
      ...row,
      label: ctx.t(`quality:qualityCheck.subOptions.defects.kind.${row.kind}`),
    })),
  }
})
const getGroupingColumn = (grouping: (typeof qualityCheckGroupings)[number]) =>
  ({ line: sql`c.line_id::text`, team: sql`c.team`, product: sql`c.product_id::text` })[grouping]
