/** States of a line over time, drawn as one band. */
import type { LineState } from './line-state'

/** A span in ms since 1970; `to` is null while it lasts. */
interface OpenSpan {
  readonly from: number
  readonly to: number | null
}
export interface StandingSpan extends OpenSpan {
  readonly reason: string | null
}
/** The time from the start to the end of an order or of a machine run, with its pauses. */
export interface LineRun extends OpenSpan {
  readonly pauses: readonly StandingSpan[]
}
export interface LineBandSegment {
  readonly from: number
  readonly to: number
  readonly state: LineState
  readonly reason: string | null
}

/**
 * Divides a period into the states of a line, by the same rule as its current state: `noOrder` outside of all runs,
 * `standing` during a stop or pause within a run, else `running`. Adjacent segments of the same state and reason are
 * merged.
 */
export function buildLineBand({
  from,
  to,
  runs,
  stops,
}: {
  readonly from: number
  readonly to: number
  readonly runs: readonly LineRun[]
  readonly stops: readonly StandingSpan[]
}): LineBandSegment[] {
  const pauses = runs.flatMap((run) => run.pauses)
  const boundaries = [...runs, ...pauses, ...stops]
    .flatMap((span) => [span.from, span.to ?? to])
    .filter((boundary) => boundary > from && boundary < to)
  const edges = [...new Set([from, ...boundaries, to])].sort((a, b) => a - b)
  const segments: LineBandSegment[] = []
  edges.slice(0, -1).forEach((start, index) => {
    const end = edges[index + 1]!
    const covers = (span: OpenSpan) => span.from <= start && (span.to ?? to) >= end
    const stop = stops.find(covers) ?? pauses.find(covers)
    const stateWithOrder: LineState = stop ? 'standing' : 'running'
    const state: LineState = runs.some(covers) ? stateWithOrder : 'noOrder'
    const reason = state === 'running' ? null : (stop?.reason ?? null)
    const previousSegment = segments.at(-1)
    if (previousSegment && previousSegment.state === state && previousSegment.reason === reason)
      segments[segments.length - 1] = { ...previousSegment, to: end }
    else segments.push({ from: start, to: end, state, reason })
  })
  return segments
}
