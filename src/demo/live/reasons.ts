import { MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { explainStop } from '@/plant/contract/line-stop'
import type { Crew } from './crew'
import { diceOf } from './pace'

const LOOK_BACK_MS = 180 * MINUTE_MS
/** Share of the stops that the crew explains; the others are left for people who try the demonstration. */
const EXPLAINED = 0.7
const usual = [
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
export async function explainStops(crew: Crew, now: number, leaveAlone: ReadonlySet<string>): Promise<void> {
  const open = await crew.query<{ id: string; lineId: string; endedAt: string }>(
    `select s.id, s.line_id as "lineId", s.ended_at as "endedAt" from line_stop s join line l on l.site_id = s.site_id and l.id = s.line_id where s.site_id = $1 and s.state = 'toExplain' and s.source = 'speed' and s.started_at > $2 and ${crew.made('l', 'line')} order by s.started_at limit 20`,
    [toMoment(now - LOOK_BACK_MS)],
  )
  for (const stop of open) {
    const dice = diceOf(`reason/${stop.id}`)
    if (
      leaveAlone.has(stop.lineId) ||
      !dice.chance(EXPLAINED) ||
      now < toMillis(stop.endedAt) + dice.between(2, 12) * MINUTE_MS
    )
      continue
    const [reason] = await crew.query<{ id: string }>(
      'select id from stop_reason where site_id = $1 and code = $2 and active',
      [dice.weighted(usual)],
    )
    if (reason) await crew.call('OPERATOR-LINE', explainStop, { id: stop.id, reasonId: reason.id })
  }
}
