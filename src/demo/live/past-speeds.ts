import { DAY_MS, MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { roundDecimals } from '../random'
import type { LiveCrew } from './crew'
import { createLiveDice } from './line-speeds'

/** Speeds are added this far back; speed curves do not show more. */
const PAST_SPEEDS_MS = 7 * DAY_MS
const SPEED_STEP_MS = 2 * MINUTE_MS
const INSERT_BATCH_SIZE = 5_000

/** Inserts the speeds before the simulation started, consistent with the recorded stops, for lines without speeds. */
export async function insertPastSpeeds(crew: LiveCrew, loadedAt: number): Promise<void> {
  const lines = await crew.query<{ id: string; code: string; ideal: number }>(
    `select l.id, l.code, coalesce(l.ideal_speed, 200)::float as ideal from line l where l.site_id = $1 and l.active and l.kind in ('spunbond', 'meltblown', 'composite') and ${crew.buildDemoRowCondition('l', 'line')}
       and not exists (select 1 from line_speed s where s.site_id = l.site_id and s.line_id = l.id) limit 20`,
  )
  for (const line of lines) {
    const from = loadedAt - PAST_SPEEDS_MS
    const stops = (
      await crew.query<{ from: string; to: string | null }>(
        'select started_at as "from", ended_at as "to" from line_stop where site_id = $1 and line_id = $2 and started_at < $3 and (ended_at is null or ended_at > $4)',
        [line.id, toMoment(loadedAt), toMoment(from)],
      )
    ).map((stop) => ({ from: toMillis(stop.from), to: stop.to ? toMillis(stop.to) : loadedAt }))
    const dice = createLiveDice(`past/${line.code}`)
    const readings: { at: string; speed: number }[] = []
    for (let at = from; at < loadedAt; at += SPEED_STEP_MS) {
      const speed = roundDecimals(dice.normal(line.ideal * 0.94, line.ideal * 0.008), 1)
      readings.push({ at: toMoment(at), speed: stops.some((stop) => stop.from <= at && at < stop.to) ? 0 : speed })
    }
    for (let i = 0; i < readings.length; i += INSERT_BATCH_SIZE) {
      const chunk = readings.slice(i, i + INSERT_BATCH_SIZE)
      await crew.query(
        'insert into line_speed (site_id, line_id, at, speed) select $1::int, $2::uuid, * from unnest($3::timestamptz[], $4::real[]) on conflict do nothing',
        [line.id, chunk.map((r) => r.at), chunk.map((r) => r.speed)],
      )
    }
  }
}
