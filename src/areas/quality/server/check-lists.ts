import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { listActiveKeyHolders } from '@/areas/access/server/queries/key-holders'
import { defectKinds } from '@/areas/rolls/rules/defect-map'
import { resolvePeriod } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { loadReferencedNames } from '@/server/crud/load-names'
import { options, sql } from '@/server/sql'
import type { checkFigures, checkNameOptions, checkNames, checkOptions, figureGroups } from '../contract/check-calls'
import { qualityCheck } from '../contract/quality-check'
import { tableTemplate } from '../contract/table-template'
import { firstPassPercent, pareto } from '../rules/first-pass'
import { firstWhole } from './queries/for-figures'

const { fields } = qualityCheck
const wordsOf = (ctx: Context, at: string, keys: readonly string[]) =>
  keys.map((key) => ({ key, label: ctx.t(`quality:qualityCheck.${at}.${key}`) }))
const templatesInUse = (ctx: Context) =>
  ctx.rows.find(tableTemplate, { where: { use: 'check', active: true }, orderBy: 'name', limit: 500 })

/** OPTIONS /quality/check */
export async function formOptions(ctx: Context): Promise<EndpointOutput<typeof checkOptions>> {
  const templates = await templatesInUse(ctx)
  return {
    results: wordsOf(ctx, 'options.result', fields.result.options),
    defects: wordsOf(ctx, 'subOptions.defects.kind', defectKinds),
    severities: wordsOf(ctx, 'subOptions.defects.severity', fields.defects.of.severity.options),
    verdicts: wordsOf(ctx, 'subOptions.readings.verdict', fields.readings.of.verdict.options),
    templates: templates.map(({ id, name, nameEn, productId, family, items }) => ({
      id,
      label: ctx.language === 'en' ? (nameEn ?? name) : name,
      productId,
      family,
      items,
    })),
  }
}
const MOST = 500
/** GET /quality/check_name: inspectors and items with checks in a period; without dates, of all time. */
export async function names(
  ctx: Context,
  { from, to }: EndpointInput<typeof checkNames>,
): Promise<EndpointOutput<typeof checkNames>> {
  const period = from || to ? resolvePeriod(ctx, { from: from ?? null, to: to ?? null }) : null
  const within = sql`c.site_id = ${ctx.site} and (${period?.from ?? null}::timestamptz is null or c.checked_at >= ${period?.from ?? null} and c.checked_at < ${period?.to ?? null})`
  const people = await ctx.query(
    sql<{
      id: string
      checks: number
    }>`select c.user_id as id, count(*)::int as checks from quality_check c where ${within} and c.user_id is not null group by c.user_id order by checks desc, id limit 500`,
  )
  const items = await ctx.query(
    sql<{
      key: string
      checks: number
    }>`select r->>'item' as key, count(distinct c.id)::int as checks from quality_check c cross join jsonb_array_elements(c.readings) r
       where ${within} and (r->>'value' is not null or r->>'verdict' is not null) group by 1 order by checks desc, key limit 500`,
  )
  const known = await loadReferencedNames(ctx, 'user', people, 'id')
  const english = await englishItems(ctx)
  return {
    inspectors: people.map(({ id, checks }) => ({ id, label: known[id] ?? id, checks })),
    items: items.map(({ key, checks }) => ({ key, label: english.get(key) ?? key, checks })),
  }
}
/** Returns the English names of template items; empty for other languages. */
async function englishItems(ctx: Context): Promise<Map<string, string>> {
  if (ctx.language !== 'en') return new Map()
  const all = await ctx.rows.find(tableTemplate, { limit: MOST })
  return new Map(all.flatMap(({ items }) => items.flatMap(({ item, itemEn }) => (itemEn ? [[item, itemEn]] : []))))
}
/** OPTIONS /quality/check_name: persons who may check, and items of the active templates. */
export async function nameOptions(ctx: Context): Promise<EndpointOutput<typeof checkNameOptions>> {
  const [people, templates] = [await listActiveKeyHolders(ctx, 'qualitySheetAdd'), await templatesInUse(ctx)]
  const items = new Map<string, string>()
  for (const { item, itemEn } of templates.flatMap((one) => one.items))
    items.set(item, (ctx.language === 'en' ? itemEn : null) ?? item)
  return {
    inspectors: people.map(({ id, label }) => ({ id, label })),
    items: [...items].map(([key, label]) => ({ key, label })),
  }
}

/** GET /quality/check_figures: the current month unless given; a roll counts by its first complete check. */
export async function figures(
  ctx: Context,
  input: EndpointInput<typeof checkFigures>,
): Promise<EndpointOutput<typeof checkFigures>> {
  const { fromDay, toDay } = resolvePeriod(ctx, { from: input.from ?? null, to: input.to ?? null })
  const by = input.by ?? 'line'
  const within = sql`c.site_id = ${ctx.site} and c.business_date >= ${fromDay} and c.business_date <= ${toDay}
    and (${input.lineId ?? null}::uuid is null or c.line_id = ${input.lineId ?? null}) and (${input.productId ?? null}::uuid is null or c.product_id = ${input.productId ?? null})
    and (${input.team ?? null}::text is null or c.team = ${input.team ?? null})`
  const groups = await ctx.query(
    sql<{
      key: string | null
      rolls: number
      passed: number
    }>`select ${column(by)} as key, count(*)::int as rolls, count(*) filter (where c.result = ${options(fields.result, 'ok')})::int as passed from quality_check c
       where ${within} and ${firstWhole}
       group by 1 order by rolls desc limit 500`,
  )
  const found = await ctx.query(
    sql<{
      kind: string
      count: number
    }>`select d->>'kind' as kind, count(*)::int as count from quality_check c cross join jsonb_array_elements(c.defects) d where ${within} group by 1 limit 100`,
  )
  const known = by === 'team' ? {} : await loadReferencedNames(ctx, by, groups, 'key')
  const rolls = groups.reduce((sum, one) => sum + one.rolls, 0)
  const passed = groups.reduce((sum, one) => sum + one.passed, 0)
  return {
    from: fromDay,
    to: toDay,
    rolls,
    passed,
    firstPassPercent: firstPassPercent({ rolls, passed }),
    rows: groups.map((one) => ({
      id: one.key ?? '',
      label: one.key ? (known[one.key] ?? one.key) : '–',
      rolls: one.rolls,
      passed: one.passed,
      firstPassPercent: firstPassPercent(one),
    })),
    defects: pareto(found).map((one) => ({
      ...one,
      label: ctx.t(`quality:qualityCheck.subOptions.defects.kind.${one.kind}`),
    })),
  }
}
const column = (by: (typeof figureGroups)[number]) =>
  ({ line: sql`c.line_id::text`, team: sql`c.team`, product: sql`c.product_id::text` })[by]
