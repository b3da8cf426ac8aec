import type { EndpointOutput } from '@/contract/endpoint'
import { MOST_POINTS, type spcCompile } from '../../contract/spc-calls'
import { pointOf, type Compiled, type OneOrMany, type TrackAnswer } from '../../rules/spc/compile'

/** Builds the answer of a chart endpoint. A very long chart lists only points that signal. */
export function buildChartAnswer(found: Compiled): EndpointOutput<typeof spcCompile> {
  const total = found.main.values.length
  const kept = total > MOST_POINTS ? flagged(found) : null
  const pick = (of: OneOrMany): number | number[] =>
    typeof of === 'number' ? of : (kept?.map((i) => of[i] ?? 0) ?? [...of])
  // Moving ranges begin at the second point.
  const values = ({ values: all }: TrackAnswer): number[] =>
    kept?.map((i) => all[i - (total - all.length)] ?? 0) ?? [...all]
  const second = (of: TrackAnswer | undefined) =>
    of && { center: pick(of.center), ucl: pick(of.ucl), lcl: pick(of.lcl), values: values(of) }
  const { capability, all } = found
  return present({
    chart: found.chart,
    center: found.center,
    sigma: found.sigma,
    ucl: pick(found.ucl),
    lcl: pick(found.lcl),
    total,
    leftOut: kept ? total - kept.length : 0,
    points: (kept ?? found.main.values.map((_, i) => i)).map((i) => ({ index: i + 1, ...pointOf(found, i) })),
    range: second(found.range),
    deviation: second(found.deviation),
    movingRange: second(found.movingRange),
    rules: [...found.rules],
    averageRunLength: found.averageRunLength,
    capability,
    summary: all && { n: all.n, mean: all.mean, deviation: all.deviation, min: all.min, max: all.max },
  }) as unknown as EndpointOutput<typeof spcCompile> // undefined values are omitted, not null
}
function flagged({ violations }: Compiled): number[] {
  const places: number[] = []
  for (let i = 0; i < violations.length && places.length < MOST_POINTS; i++) if (violations[i]?.length) places.push(i)
  return places
}
const present = (of: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined))
