import type { EndpointOutput } from '@/contract/endpoint'
import { buildContainsCondition, toSearchPattern } from '@/server/search'
import { columns, computed, countOptions, limit, sql } from '@/server/sql'
import { tool } from '../contract/tool'
import { lifeChart, nonKnifeToolCounts, toolNames } from '../contract/tool-reports'
import { estimateSurvival, estimateMeanLife, estimateMedianLife } from '../rules/survival'
import { calculateUseCost, estimateExpectedLife, costBases } from '../rules/tool-cost'
import { NEAR_END_PERCENT, toolKinds, defaultLifeUnits, type LifeUnit, type ToolKind } from '../rules/tool'
import { createLifeLookup, toLifetime, listUsedTools, type UsedTool } from './lives'
import { handle } from '@/server/area'

const ZERO_COUNTS = { ready: 0, mounted: 0, removed: 0, scrapped: 0, nearEnd: 0, over: 0 }
/** GET /get_other_tools_num: counts tools other than knives by kind and state. */
export const countNonKnifeTools = handle(nonKnifeToolCounts, async (ctx) => {
  const rows = await ctx.query(
    sql`select ${columns(tool, ['kind'])}, ${countOptions(tool.fields.state, 'state', 'ready', 'mounted', 'removed', 'scrapped')},
        ${computed<{
          nearEnd: number
          over: number
        }>`count(*) filter (where mounted_at is not null and life_percent >= ${NEAR_END_PERCENT} and life_percent < 100)::int as "nearEnd",
        count(*) filter (where mounted_at is not null and life_percent >= 100)::int as "over"`}
      from tool where site_id = ${ctx.site} group by kind`,
  )
  return toolKinds
    .filter((kind) => kind !== 'knife')
    .map((kind) => ({ ...ZERO_COUNTS, ...rows.find((row) => row.kind === kind), kind }))
})

const MAX_NAMES = 500
/** GET /tool/get_name: lists the models of tools by kind and maker. */
export const listToolNames = handle(toolNames, (ctx, { kind, keyword }) => {
  const pattern = toSearchPattern(keyword)
  return ctx.query(
    sql`select ${columns(tool, ['kind', 'model', 'maker'])}, ${computed<{ makerEn: string | null; count: number }>`max(maker_en) as "makerEn", count(*)::int as count`} from tool
      where site_id = ${ctx.site} and (${kind ?? null}::text is null or kind = ${kind ?? null}) and (${pattern}::text is null or ${buildContainsCondition('model', pattern)} or ${buildContainsCondition('maker', pattern)} or ${buildContainsCondition('maker_en', pattern)})
      group by kind, model, maker order by kind, model nulls last, maker nulls last ${limit(MAX_NAMES)}`,
  )
})

/** Maximum number of makers with a curve of their own. The makers are sorted by name. */
const MAX_MAKERS = 8
/** GET /tool/get_chart: returns the survival curves of a kind of tool. */
export const loadLifeChart = handle(lifeChart, async (ctx, input) => {
  const kind = input.kind ?? 'spinneret'
  const unit = input.unit ?? defaultLifeUnits[kind]
  const rows = await listUsedTools(ctx, kind)
  const makers = [...new Set(rows.flatMap(({ maker }) => maker ?? []))].sort()
  const chartMakers = makers.length > 1 ? makers.slice(0, MAX_MAKERS) : []
  const lifeLookup = createLifeLookup(rows)
  return {
    kind,
    unit,
    per: costBases[unit],
    curves: [null, ...chartMakers].map((maker) =>
      buildCurve(
        { kind, unit, maker },
        rows.filter((row) => maker === null || row.maker === maker),
        lifeLookup,
      ),
    ),
  }
})
function buildCurve(
  { kind, unit, maker }: { kind: ToolKind; unit: LifeUnit; maker: string | null },
  rows: readonly UsedTool[],
  lifeLookup: ReturnType<typeof createLifeLookup>,
): EndpointOutput<typeof lifeChart>['curves'][number] {
  const lifetimes = rows.map((row) => toLifetime(row, unit)).filter(({ life }) => life > 0)
  const steps = estimateSurvival(lifetimes)
  const median = estimateMedianLife(steps)
  const mean = estimateMeanLife(lifetimes, steps)
  const price = calculateMean(rows.flatMap((row) => row.price ?? []))
  const meanLimit = calculateMean(rows.flatMap((row) => (row.lifeUnit === unit ? (row.lifeLimit ?? []) : [])))
  const expected = estimateExpectedLife({ kind, maker, lifeUnit: unit, lifeLimit: meanLimit }, lifeLookup)
  const cost = calculateUseCost(costBases[unit], price, expected?.life ?? null)
  return {
    maker,
    makerEn: maker === null ? null : (rows.find(({ makerEn }) => makerEn)?.makerEn ?? null),
    tools: lifetimes.length,
    ended: lifetimes.filter(({ ended }) => ended).length,
    steps: steps.map(({ life, atRisk, ended, survival, low, high }) => ({
      at: life,
      atRisk,
      ended,
      survival,
      low,
      high,
    })),
    median: median.value,
    medianLow: median.low,
    medianHigh: median.high,
    mean: mean.value,
    meanLow: mean.low,
    meanHigh: mean.high,
    until: mean.until,
    price: roundToCents(price),
    expected: expected?.life ?? null,
    expectedFrom: expected?.from ?? null,
    costPer: roundToCents(cost),
  }
}
const roundToCents = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100)
const calculateMean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
