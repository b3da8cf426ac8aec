import type { EndpointOutput } from '@/contract/endpoint'
import { MAX_CHART_POINTS, type spcCompile } from '../../contract/spc-endpoints'
import { getChartPoint, type CompiledChart, type OneOrMany, type TrackAnswer } from '../../rules/spc/compile-chart'

/** Builds the answer of a chart endpoint. Charts of more than `MAX_CHART_POINTS` list only points with a signal. */
export function buildChartAnswer(compiled: CompiledChart): EndpointOutput<typeof spcCompile> {
  const total = compiled.main.values.length
  const signalPoints = total > MAX_CHART_POINTS ? listSignalPoints(compiled) : null
  const pickListedLimits = (track: OneOrMany): number | number[] =>
    typeof track === 'number' ? track : (signalPoints?.map((i) => track[i] ?? 0) ?? [...track])
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
  const { capability, all } = compiled
  const answer = omitUndefinedFields({
    chart: compiled.chart,
    center: compiled.center,
    sigma: compiled.sigma,
    ucl: pickListedLimits(compiled.ucl),
    lcl: pickListedLimits(compiled.lcl),
    total,
    leftOut: signalPoints ? total - signalPoints.length : 0,
    points: (signalPoints ?? compiled.main.values.map((_, i) => i)).map((i) => ({
      index: i + 1,
      ...getChartPoint(compiled, i),
    })),
    range: toTrack(compiled.range),
    deviation: toTrack(compiled.deviation),
    movingRange: toTrack(compiled.movingRange),
    rules: [...compiled.rules],
    averageRunLength: compiled.averageRunLength,
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
