import type { EndpointOutput } from '@/contract/endpoint'
import { MAX_CHART_POINTS, type spcCompile } from '../../contract/spc-endpoints'
import { getChartPoint, type CompiledChart, type OneOrMany, type TrackAnswer } from '../../rules/spc/compile-chart'

/** Builds the answer of a chart endpoint. Charts of more than `MAX_CHART_POINTS` list only points with a signal. */
export function buildChartAnswer(compiledChart: CompiledChart): EndpointOutput<typeof spcCompile> {
  const total = compiledChart.main.values.length
  const signalPoints = total > MAX_CHART_POINTS ? listSignalPoints(compiledChart) : null
  const pickListedLimits = (limits: OneOrMany): number | number[] =>
    typeof limits === 'number' ? limits : (signalPoints?.map((i) => limits[i] ?? 0) ?? [...limits])
  // Moving ranges begin at the second point.
  const pickListedValues = ({ values }: TrackAnswer): number[] => {
    const missingStartPoints = total - values.length
    return signalPoints?.map((i) => values[i - missingStartPoints] ?? 0) ?? [...values]
  }
  const toTrack = (track: TrackAnswer | undefined) =>
    track && {
      center: pickListedLimits(track.center),
      ucl: pickListedLimits(track.ucl),
      lcl: pickListedLimits(track.lcl),
      values: pickListedValues(track),
    }
  const { capability, all } = compiledChart
  const answer = omitUndefinedFields({
    chart: compiledChart.chart,
    center: compiledChart.center,
    sigma: compiledChart.sigma,
    ucl: pickListedLimits(compiledChart.ucl),
    lcl: pickListedLimits(compiledChart.lcl),
    total,
    leftOut: signalPoints ? total - signalPoints.length : 0,
    points: (signalPoints ?? compiledChart.main.values.map((_, i) => i)).map((i) => ({
      index: i + 1,
      ...getChartPoint(compiledChart, i),
    })),
    range: toTrack(compiledChart.range),
    deviation: toTrack(compiledChart.deviation),
    movingRange: toTrack(compiledChart.movingRange),
    rules: [...compiledChart.rules],
    averageRunLength: compiledChart.averageRunLength,
    capability,
    summary: all && { n: all.n, mean: all.mean, deviation: all.deviation, min: all.min, max: all.max },
  })
  // The cast is needed because undefined values are omitted from the answer instead of being null.
  return answer as unknown as EndpointOutput<typeof spcCompile>
}
function listSignalPoints({ violations }: CompiledChart): number[] {
  const signalPoints: number[] = []
  for (let i = 0; i < violations.length && signalPoints.length < MAX_CHART_POINTS; i++)
    if (violations[i]?.length) signalPoints.push(i)
  return signalPoints
}
const omitUndefinedFields = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
