import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { addDays, countDaysBetween, type Day } from '@/plant/rules/plant-time'
import { assertDayNotInFuture, getDayStart, getToday } from '@/plant/server/plant'
import { listWebDays } from '@/areas/rolls/server/queries/for-energy'
import type { Context } from '@/server/context'
import { computed, sql } from '@/server/sql'
import { energyBaseline, type baselineSavings, type fitBaseline } from '../contract/energy-baseline'
import { baselineOf, baselineProblems, inRange, savings, type Baseline, type Observation } from '../rules/baseline'
import { round } from './figures'

type Kept = Row<typeof energyBaseline>
const MOST_DAYS = 800
/** With less output per day the start-up dominates the consumption per kg. */
const LEAST_KG = 500
export type Observed = Observation & { readonly day: Day; readonly kg: number }

/** Loads one observation per day and order of a line: electricity, output, speed and grammage. Two statements. */
export async function observationsOf(
  ctx: Context,
  asked: { readonly lineId: string; readonly productId: string | null; readonly from: Day; readonly to: Day },
): Promise<Observed[]> {
  const made = await listWebDays(ctx, {
    ...asked,
    from: getDayStart(ctx, asked.from),
    to: getDayStart(ctx, addDays(asked.to, 1)),
  })
  const used = await ctx.query(
    sql`select ${computed<{ day: Day; orderId: string; kwh: number }>`day::text as day, work_order_id as "orderId", sum(used)::float8 as kwh`} from energy_use
     where site_id = ${ctx.site} and day >= ${asked.from} and day <= ${asked.to} and medium = 'electricity' and line_id = ${asked.lineId} and work_order_id is not null group by 1, 2`,
  )
  const kwh = new Map(used.map((one) => [`${one.day} ${one.orderId}`, one.kwh]))
  return made.flatMap(({ day, orderId, kg, speed, gsm }) => {
    const of = kwh.get(`${day} ${orderId}`)
    return of !== undefined && kg >= LEAST_KG ? [{ day, kg, speed, gsm, perKg: of / kg }] : []
  })
}
function mustBeDays(from: Day, to: Day): void {
  if (from > to) throw refuseInput([{ path: ['toDay'], code: 'endsFirst' }])
  if (countDaysBetween(from, to) > MOST_DAYS)
    throw refuseInput([{ path: ['toDay'], code: 'tooManyDays', params: { limit: MOST_DAYS } }])
}

/**
 * POST /energy/baseline: fits and stores a baseline.
 * @throws `energy:refusals.baseline.*` if nothing can be fitted
 */
export async function fit(ctx: Context, input: EndpointInput<typeof fitBaseline>): Promise<Kept> {
  mustBeDays(input.fromDay, input.toDay)
  assertDayNotInFuture(ctx, input.toDay, 'toDay')
  const productId = input.productId ?? null
  const days = await observationsOf(ctx, { lineId: input.lineId, productId, from: input.fromDay, to: input.toDay })
  const found = baselineOf(days)
  if (!('fit' in found)) throw refuse(`energy:refusals.baseline.${found.problems[0]!}`, { days: days.length })
  return ctx.rows.insert(energyBaseline, { ...input, productId, ...columnsOf(found) })
}
/** Converts a fitted baseline to the fields of its row. */
export function columnsOf({ fit: of, variables, ranges, problems }: Baseline): Partial<Kept> {
  const speed = variables.indexOf('speed')
  const gsm = variables.indexOf('gsm')
  const at = (values: readonly number[], index: number) => (index < 0 ? null : round(values[index]!, 6))
  return {
    n: of.n,
    intercept: at(of.coefficients, 0),
    interceptError: at(of.standardErrors, 0),
    bySpeed: speed < 0 ? null : at(of.coefficients, speed + 1),
    bySpeedError: speed < 0 ? null : at(of.standardErrors, speed + 1),
    pSpeed: at(of.pOfVariables, speed),
    byGsm: gsm < 0 ? null : at(of.coefficients, gsm + 1),
    byGsmError: gsm < 0 ? null : at(of.standardErrors, gsm + 1),
    pGsm: at(of.pOfVariables, gsm),
    r2: round(of.r2, 4),
    residualSd: round(of.residualSd, 6),
    f: round(of.f),
    pOfF: round(of.pOfF, 6),
    speedLow: ranges.speed ? round(ranges.speed.low) : null,
    speedHigh: ranges.speed ? round(ranges.speed.high) : null,
    speedMean: ranges.speed ? round(ranges.speed.mean) : null,
    speedSd: ranges.speed ? round(ranges.speed.sd) : null,
    gsmLow: ranges.gsm ? round(ranges.gsm.low) : null,
    gsmHigh: ranges.gsm ? round(ranges.gsm.high) : null,
    gsmMean: ranges.gsm ? round(ranges.gsm.mean) : null,
    gsmSd: ranges.gsm ? round(ranges.gsm.sd) : null,
    problems: [...problems],
  }
}
const rangeOf = (row: Kept, name: 'speed' | 'gsm') => {
  const [low, high, mean, sd] = [row[`${name}Low`], row[`${name}High`], row[`${name}Mean`], row[`${name}Sd`]]
  return low === null || high === null || mean === null || sd === null ? null : { low, high, mean, sd }
}

/** GET /energy/baseline_savings: savings by day, from the day after the fitted period until today by default. */
export async function saved(
  ctx: Context,
  input: EndpointInput<typeof baselineSavings>,
): Promise<EndpointOutput<typeof baselineSavings>> {
  const row = await ctx.rows.get(energyBaseline, input.id)
  const from = input.from ?? addDays(row.toDay, 1)
  const to = input.to ?? getToday(ctx)
  mustBeDays(from, to < from ? from : to)
  const days = await observationsOf(ctx, { lineId: row.lineId, productId: row.productId, from, to })
  const line = { intercept: row.intercept ?? 0, bySpeed: row.bySpeed ?? 0, byGsm: row.byGsm ?? 0 }
  const found = savings(line, days)
  const fits = (day: Observed): boolean =>
    (['speed', 'gsm'] as const).every((name) => {
      const range = rangeOf(row, name)
      return !range || inRange(day[name], range)
    })
  const total = found.reduce((sum, { saved: one }) => sum + one, 0)
  const expectedTotal = found.reduce((sum, { expectedKwh }) => sum + expectedKwh, 0)
  return {
    from,
    to,
    problems: baselineProblems.filter((problem) => row.problems.includes(problem)).map((problem) => ({ problem })),
    savedKwh: round(total, 1),
    savedPercent: expectedTotal > 0 ? round((total / expectedTotal) * 100, 1) : null,
    outOfRange: days.filter((day) => !fits(day)).length,
    days: days.map((day, i) => ({
      day: day.day,
      speed: round(day.speed, 1),
      gsm: round(day.gsm, 1),
      kg: round(day.kg, 1),
      usedKwh: round(found[i]!.usedKwh, 1),
      expectedKwh: round(found[i]!.expectedKwh, 1),
      cumulative: round(found[i]!.cumulative, 1),
      inRange: fits(day) ? ('yes' as const) : ('no' as const),
    })),
  }
}
