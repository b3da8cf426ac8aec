/** Energy baselines: fitting, storage, and savings against them. */
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { addDays, type Day } from '@/plant/rules/plant-time'
import { assertDayNotInFuture, assertDayRange, getDayStart, getToday } from '@/plant/server/plant'
import { listWebDays } from '@/areas/rolls/server/queries/web-output'
import type { Context } from '@/server/context'
import { computed, sql } from '@/server/sql'
import { energyBaseline, baselineSavings, fitBaseline } from '../contract/energy-baseline'
import {
  calculateBaseline,
  baselineProblems,
  isWithinBaselineRange,
  calculateSavings,
  type Baseline,
  type BaselineObservation,
} from '../rules/baseline'
import { roundToDigits } from './energy-metrics'
import { handle } from '@/server/area'

type BaselineRow = Row<typeof energyBaseline>
const MAX_DAYS = 800
/** Minimum output of a day. With less output the start-up dominates the consumption per kg. */
const MIN_DAY_OUTPUT_KG = 500
export type DayObservation = BaselineObservation & { readonly day: Day; readonly kg: number }

/** Loads one observation per day and order of a line: electricity, output, speed and grammage. */
export async function loadDayObservations(
  ctx: Context,
  query: { readonly lineId: string; readonly productId: string | null; readonly from: Day; readonly to: Day },
): Promise<DayObservation[]> {
  const productionDays = await listWebDays(ctx, {
    ...query,
    from: getDayStart(ctx, query.from),
    to: getDayStart(ctx, addDays(query.to, 1)),
  })
  const energyRows = await ctx.query(
    sql`select ${computed<{ day: Day; orderId: string; kwh: number }>`day::text as day, work_order_id as "orderId", sum(used)::float8 as kwh`} from energy_use
     where site_id = ${ctx.site} and day >= ${query.from} and day <= ${query.to} and medium = 'electricity' and line_id = ${query.lineId} and work_order_id is not null group by 1, 2`,
  )
  const kwhByDayAndOrder = new Map(energyRows.map(({ day, orderId, kwh }) => [`${day} ${orderId}`, kwh]))
  return productionDays.flatMap(({ day, orderId, kg, speed, gsm }) => {
    const usedKwh = kwhByDayAndOrder.get(`${day} ${orderId}`)
    return usedKwh !== undefined && kg >= MIN_DAY_OUTPUT_KG ? [{ day, kg, speed, gsm, kwhPerKg: usedKwh / kg }] : []
  })
}

/**
 * POST /energy/baseline: fits and stores a baseline.
 * @throws `energy:refusals.baseline.*` if nothing can be fitted
 */
export const createBaseline = handle(fitBaseline, async (ctx, input) => {
  assertDayRange({ from: input.fromDay, to: input.toDay }, MAX_DAYS, 'toDay')
  assertDayNotInFuture(ctx, input.toDay, 'toDay')
  const productId = input.productId ?? null
  const observations = await loadDayObservations(ctx, {
    lineId: input.lineId,
    productId,
    from: input.fromDay,
    to: input.toDay,
  })
  const baseline = calculateBaseline(observations)
  if (!('fit' in baseline))
    throw refuse(`energy:refusals.baseline.${baseline.problems[0]!}`, { days: observations.length })
  return ctx.rows.insert(energyBaseline, { ...input, productId, ...toBaselineFields(baseline) })
})
/** Converts a fitted baseline to the fields of its row. */
export function toBaselineFields({ fit: regression, variables, ranges, problems }: Baseline): Partial<BaselineRow> {
  const speedIndex = variables.indexOf('speed')
  const gsmIndex = variables.indexOf('gsm')
  const getRounded = (values: readonly number[], index: number) => (index < 0 ? null : roundToDigits(values[index]!, 6))
  return {
    n: regression.n,
    intercept: getRounded(regression.coefficients, 0),
    interceptError: getRounded(regression.standardErrors, 0),
    bySpeed: speedIndex < 0 ? null : getRounded(regression.coefficients, speedIndex + 1),
    bySpeedError: speedIndex < 0 ? null : getRounded(regression.standardErrors, speedIndex + 1),
    pSpeed: getRounded(regression.pOfVariables, speedIndex),
    byGsm: gsmIndex < 0 ? null : getRounded(regression.coefficients, gsmIndex + 1),
    byGsmError: gsmIndex < 0 ? null : getRounded(regression.standardErrors, gsmIndex + 1),
    pGsm: getRounded(regression.pOfVariables, gsmIndex),
    r2: roundToDigits(regression.r2, 4),
    residualSd: roundToDigits(regression.residualSd, 6),
    f: roundToDigits(regression.f),
    pOfF: roundToDigits(regression.pOfF, 6),
    speedLow: ranges.speed ? roundToDigits(ranges.speed.low) : null,
    speedHigh: ranges.speed ? roundToDigits(ranges.speed.high) : null,
    speedMean: ranges.speed ? roundToDigits(ranges.speed.mean) : null,
    speedSd: ranges.speed ? roundToDigits(ranges.speed.sd) : null,
    gsmLow: ranges.gsm ? roundToDigits(ranges.gsm.low) : null,
    gsmHigh: ranges.gsm ? roundToDigits(ranges.gsm.high) : null,
    gsmMean: ranges.gsm ? roundToDigits(ranges.gsm.mean) : null,
    gsmSd: ranges.gsm ? roundToDigits(ranges.gsm.sd) : null,
    problems: [...problems],
  }
}
const getRange = (row: BaselineRow, name: 'speed' | 'gsm') => {
  const low = row[`${name}Low`]
  const high = row[`${name}High`]
  const mean = row[`${name}Mean`]
  const sd = row[`${name}Sd`]
  return low === null || high === null || mean === null || sd === null ? null : { low, high, mean, sd }
}

/** GET /energy/baseline_savings: savings by day; by default from the day after the fitted period until today. */
export const calculateBaselineSavings = handle(baselineSavings, async (ctx, input) => {
  const row = await ctx.rows.get(energyBaseline, input.id)
  const from = input.from ?? addDays(row.toDay, 1)
  const to = input.to ?? getToday(ctx)
  // An empty range is allowed: on the day of the fit there is no later day yet.
  assertDayRange({ from, to: to < from ? from : to }, MAX_DAYS)
  const observations = await loadDayObservations(ctx, { lineId: row.lineId, productId: row.productId, from, to })
  const equation = { intercept: row.intercept ?? 0, bySpeed: row.bySpeed ?? 0, byGsm: row.byGsm ?? 0 }
  const savings = calculateSavings(equation, observations)
  const isWithinRanges = (observation: DayObservation): boolean =>
    (['speed', 'gsm'] as const).every((name) => {
      const range = getRange(row, name)
      return !range || isWithinBaselineRange(observation[name], range)
    })
  const savedTotal = savings.reduce((sum, { savedKwh }) => sum + savedKwh, 0)
  const expectedTotal = savings.reduce((sum, { expectedKwh }) => sum + expectedKwh, 0)
  return {
    from,
    to,
    problems: baselineProblems.filter((problem) => row.problems.includes(problem)).map((problem) => ({ problem })),
    savedKwh: roundToDigits(savedTotal, 1),
    savedPercent: expectedTotal > 0 ? roundToDigits((savedTotal / expectedTotal) * 100, 1) : null,
    outOfRange: observations.filter((observation) => !isWithinRanges(observation)).length,
    days: observations.map((observation, i) => ({
      day: observation.day,
      speed: roundToDigits(observation.speed, 1),
      gsm: roundToDigits(observation.gsm, 1),
      kg: roundToDigits(observation.kg, 1),
      usedKwh: roundToDigits(savings[i]!.usedKwh, 1),
      expectedKwh: roundToDigits(savings[i]!.expectedKwh, 1),
      cumulative: roundToDigits(savings[i]!.cumulativeKwh, 1),
      inRange: isWithinRanges(observation) ? ('yes' as const) : ('no' as const),
    })),
  }
})
