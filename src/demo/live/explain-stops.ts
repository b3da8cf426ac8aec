import { MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { explainStop } from '@/plant/contract/line-stop'
import type { LiveCrew } from './crew'
import { createLiveDice } from './line-speeds'

const MAX_STOP_AGE_MS = 180 * MINUTE_MS
/** Share of the stops that the crew explains; the others are left for people who try the demonstration. */
const EXPLAINED_SHARE = 0.7
const reasonWeights = [
  ['webBreak', 5],
  ['rollWrap', 3],
  ['drip', 3],
  ['winding', 2],
  ['bonding', 1],
  ['filterChange', 2],
  ['quality', 1],
  ['rawMaterial', 1],
] as const

/** Enters the reason of stops, 2 to 12 minutes after the line runs again. */
export async function explainStops(crew: LiveCrew, now: number, touchedMachines: ReadonlySet<string>): Promise<void> {
  const unexplainedStops = await crew.query<{ id: string; lineId: string; endedAt: string }>(
    `select s.id, s.line_id as "lineId", s.ended_at as "endedAt" from line_stop s join line l on l.site_id = s.site_id and l.id = s.line_id where s.site_id = $1 and s.state = 'toExplain' and s.source = 'speed' and s.started_at > $2 and ${crew.buildDemoRowCondition('l', 'line')} order by s.started_at limit 20`,
    [toMoment(now - MAX_STOP_AGE_MS)],
  )
  for (const stop of unexplainedStops) {
    const dice = createLiveDice(`reason/${stop.id}`)
    if (
      touchedMachines.has(stop.lineId) ||
      !dice.chance(EXPLAINED_SHARE) ||
      now < toMillis(stop.endedAt) + dice.between(2, 12) * MINUTE_MS
    )
      continue
    const [reason] = await crew.query<{ id: string }>(
      'select id from stop_reason where site_id = $1 and code = $2 and active',
      [dice.pickWeighted(reasonWeights)],
    )
    if (reason) await crew.callAs('OPERATOR-LINE', explainStop, { id: stop.id, reasonId: reason.id })
  }
}
