/** What stops cost, and of what kind they are. Times in ms since 1970, durations in hours where the name says so. */
import type { StopClass } from './stop-reasons'

const HOUR = 3_600_000
export interface Stop { readonly lineId: string; readonly startsAt: number; /** Null: it still stands; counted until `to`. */ readonly endsAt: number | null; readonly reason: string | null; /** Null while nobody said why. */ readonly class: StopClass | null }
export interface Period { readonly from: number; readonly to: number }

/** How long a stop lasted inside a period, in ms. */
export const within = (stop: Pick<Stop, 'startsAt' | 'endsAt'>, { from, to }: Period): number => Math.max(0, Math.min(stop.endsAt ?? to, to) - Math.max(stop.startsAt, from))

/** Time in which a line stood for any of the stops: what two stops name counts once. In ms. */
export function standingMs(stops: readonly Pick<Stop, 'startsAt' | 'endsAt'>[], period: Period): number {
  let sum = 0
  let until = period.from
  for (const s of [...stops].sort((a, b) => a.startsAt - b.startsAt)) {
    const from = Math.max(until, s.startsAt)
    const to = Math.min(s.endsAt ?? period.to, period.to)
    if (to <= from) continue
    sum += to - from
    until = to
  }
  return sum
}

export interface ParetoRow { readonly reason: string; readonly class: StopClass | 'unknown'; readonly count: number; readonly hours: number; readonly percent: number; readonly cumulative: number }
/** Reasons by hours, most first, with the cumulative percent; a stop without a reason counts as `unknown`. */
export function stopPareto(stops: readonly Stop[], period: Period): ParetoRow[] {
  const rows = new Map<string, { class: StopClass | 'unknown'; count: number; ms: number }>()
  for (const stop of stops) {
    const ms = within(stop, period)
    if (ms <= 0) continue
    const row = rows.get(stop.reason ?? 'unknown') ?? { class: stop.class ?? 'unknown', count: 0, ms: 0 }
    rows.set(stop.reason ?? 'unknown', { ...row, count: row.count + 1, ms: row.ms + ms })
  }
  const total = [...rows.values()].reduce((sum, r) => sum + r.ms, 0)
  let run = 0
  return [...rows].sort((a, b) => b[1].ms - a[1].ms || (a[0] < b[0] ? -1 : 1)).map(([reason, { class: of, count, ms }]) => {
    run += ms
    return { reason, class: of, count, hours: ms / HOUR, percent: (ms / total) * 100, cumulative: (run / total) * 100 }
  })
}

export interface StopFigures {
  readonly stops: number
  readonly unplanned: number
  /** Mean time between unplanned stops: operating time ÷ their number; null without one. */
  readonly mtbfHours: number | null
  /** Mean time to restore: time of the ended unplanned stops ÷ their number; null without one. */
  readonly mttrHours: number | null
  readonly plannedHours: number
  readonly unplannedHours: number
  readonly unknownHours: number
  /** Period less the time it stood, in percent of the period less planned stops (EN 15341 operating availability). */
  readonly availabilityPercent: number | null
}
/** Figures of the stops of one line in a period. */
export function stopFigures(stops: readonly Stop[], period: Period): StopFigures {
  const inside = stops.filter((s) => within(s, period) > 0)
  const of = (wanted: StopClass | null) => inside.filter((s) => s.class === wanted)
  const unplanned = of('unplanned')
  const ended = unplanned.filter((s) => s.endsAt !== null && s.endsAt <= period.to)
  const plannedMs = standingMs(of('planned'), period)
  const operating = period.to - period.from - standingMs(inside, period)
  const loading = period.to - period.from - plannedMs
  return {
    stops: inside.length, unplanned: unplanned.length,
    mtbfHours: unplanned.length > 0 ? operating / unplanned.length / HOUR : null,
    mttrHours: ended.length > 0 ? ended.reduce((sum, s) => sum + (s.endsAt! - s.startsAt), 0) / ended.length / HOUR : null,
    plannedHours: plannedMs / HOUR, unplannedHours: standingMs(unplanned, period) / HOUR, unknownHours: standingMs(of(null), period) / HOUR,
    availabilityPercent: loading > 0 ? (Math.min(operating, loading) / loading) * 100 : null,
  }
}
