import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import type { Context } from '@/server/context'
import { contains, toSearchPattern } from '@/server/search'
import { columns, computed, countOptions, limit, sql } from '@/server/sql'
import { tool } from '../contract/tool'
import type { lifeChart, otherTools, toolNames } from '../contract/tool-reports'
import { kaplanMeier, meanLife, medianLife } from '../rules/survival'
import { costOfUse, expectedLife, perUnits } from '../rules/tool-cost'
import { NEAR_END, toolKinds, usualUnit, type LifeUnit, type ToolKind } from '../rules/tool'
import { knownLives, lifeOf, livedTools, type LivedTool } from './lives'

const none = { ready: 0, mounted: 0, removed: 0, scrapped: 0, nearEnd: 0, over: 0 }
/** GET /get_other_tools_num: counts tools other than knives by kind and state. */
export async function countOthers(ctx: Context): Promise<EndpointOutput<typeof otherTools>> {
  const rows = await ctx.query(
    sql`select ${columns(tool, ['kind'])}, ${countOptions(tool.fields.state, 'state', 'ready', 'mounted', 'removed', 'scrapped')},
        ${computed<{
          nearEnd: number
          over: number
        }>`count(*) filter (where mounted_at is not null and life_percent >= ${NEAR_END} and life_percent < 100)::int as "nearEnd",
        count(*) filter (where mounted_at is not null and life_percent >= 100)::int as "over"`}
      from tool where site_id = ${ctx.site} group by kind`,
  )
  return toolKinds
    .filter((kind) => kind !== 'knife')
    .map((kind) => ({ ...none, ...rows.find((row) => row.kind === kind), kind }))
}

const MOST_NAMES = 500
/** GET /tool/get_name: lists types of tools by kind and maker. */
export const names = (
  ctx: Context,
  { kind, keyword }: EndpointInput<typeof toolNames>,
): Promise<EndpointOutput<typeof toolNames>> => {
  const part = toSearchPattern(keyword)
  return ctx.query(
    sql`select ${columns(tool, ['kind', 'model', 'maker'])}, ${computed<{ makerEn: string | null; count: number }>`max(maker_en) as "makerEn", count(*)::int as count`} from tool
      where site_id = ${ctx.site} and (${kind ?? null}::text is null or kind = ${kind ?? null}) and (${part}::text is null or ${contains('model', part)} or ${contains('maker', part)} or ${contains('maker_en', part)})
      group by kind, model, maker order by kind, model nulls last, maker nulls last ${limit(MOST_NAMES)}`,
  )
}

/** Largest number of makers with a curve of their own. */
const MOST_MAKERS = 8
/** GET /tool/get_chart: returns the survival curves of a kind of tool. */
export async function lives(
  ctx: Context,
  input: EndpointInput<typeof lifeChart>,
): Promise<EndpointOutput<typeof lifeChart>> {
  const kind = input.kind ?? 'spinneret'
  const unit = input.unit ?? usualUnit[kind]
  const rows = await livedTools(ctx, kind)
  const makers = [...new Set(rows.flatMap(({ maker }) => maker ?? []))].sort()
  const chosen = makers.length > 1 ? makers.slice(0, MOST_MAKERS) : []
  const all = knownLives(rows)
  return {
    kind,
    unit,
    per: perUnits[unit],
    curves: [null, ...chosen].map((maker) =>
      curveOf(
        { kind, unit, maker },
        rows.filter((row) => maker === null || row.maker === maker),
        all,
      ),
    ),
  }
}
function curveOf(
  { kind, unit, maker }: { kind: ToolKind; unit: LifeUnit; maker: string | null },
  rows: readonly LivedTool[],
  all: ReturnType<typeof knownLives>,
): EndpointOutput<typeof lifeChart>['curves'][number] {
  const known = rows.map((row) => lifeOf(row, unit)).filter(({ time }) => time > 0)
  const steps = kaplanMeier(known)
  const [median, mean] = [medianLife(steps), meanLife(known, steps)]
  const price = meanOf(rows.flatMap((row) => row.price ?? []))
  const limitOf = meanOf(rows.flatMap((row) => (row.lifeUnit === unit ? (row.lifeLimit ?? []) : [])))
  const expected = expectedLife({ kind, maker, lifeUnit: unit, lifeLimit: limitOf }, all)
  const cost = costOfUse(perUnits[unit], price, expected?.life ?? null)
  return {
    maker,
    makerEn: maker === null ? null : (rows.find(({ makerEn }) => makerEn)?.makerEn ?? null),
    tools: known.length,
    ended: known.filter(({ ended }) => ended).length,
    steps: steps.map(({ at, atRisk, ended, survival, low, high }) => ({ at, atRisk, ended, survival, low, high })),
    median: median.value,
    medianLow: median.low,
    medianHigh: median.high,
    mean: mean.value,
    meanLow: mean.low,
    meanHigh: mean.high,
    until: mean.until,
    price: rounded(price),
    expected: expected?.life ?? null,
    expectedFrom: expected?.from ?? null,
    costPer: rounded(cost),
  }
}
const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100)
const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
