/**
 * Speeds and standstills of the demonstration lines, derived from the seed and the clock, and the speeds before the
 * simulation.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { Dice, roundDecimals } from '../random'
import type { LiveCrew } from './crew'

const LIVE_SEED = 'live'
/** Interval between the speed readings of a line. */
export const SPEED_INTERVAL_MS = 5_000
/** Probability that a line stops in an hour. */
const STOP_CHANCE_PER_HOUR = 0.3
/** Share of the ideal speed at which lines run. */
export const RUNNING_SPEED_SHARE = 0.94
const MIN_STOP_MS = 2 * MINUTE_MS
const MAX_STOP_MS = 45 * MINUTE_MS

/**
 * Returns the standstill of a line that begins in an hour, or null.
 * @param hour hours since 1970
 */
function findStandstill(lineCode: string, hour: number): { from: number; to: number } | null {
  const dice = new Dice(`${LIVE_SEED}/${lineCode}/${hour}`)
  if (!dice.chance(STOP_CHANCE_PER_HOUR)) return null
  const from = hour * HOUR_MS + dice.between(0, HOUR_MS)
  return { from, to: from + Math.min(MAX_STOP_MS, Math.max(MIN_STOP_MS, dice.lognormal(7 * MINUTE_MS, 0.8))) }
}
/**
 * True if a line stands at a moment.
 * @param ms ms since 1970
 * @param marginMs extends each standstill at both ends
 */
export function isStandingStill(lineCode: string, ms: number, marginMs = 0): boolean {
  const hour = Math.floor(ms / HOUR_MS)
  return [hour - 1, hour].some((candidateHour) => {
    const stop = findStandstill(lineCode, candidateHour)
    return stop !== null && stop.from - marginMs <= ms && ms < stop.to + marginMs
  })
}
/** Calculates the speed of a line in m/min: slightly below the ideal speed with noise, zero while it stands. */
export function calculateLineSpeed(lineCode: string, idealSpeed: number, ms: number): number {
  if (isStandingStill(lineCode, ms)) return 0
  const dice = new Dice(`${LIVE_SEED}/${lineCode}/${Math.floor(ms / SPEED_INTERVAL_MS)}`)
  return roundDecimals(Math.max(0, dice.normal(idealSpeed * RUNNING_SPEED_SHARE, idealSpeed * 0.008)), 1)
}
/** Creates dice that draw the same numbers every time for the same subject. */
export const createLiveDice = (subject: string): Dice => new Dice(`${LIVE_SEED}/${subject}`)

/** Speeds are added this far back; speed curves do not show more. */
const PAST_SPEEDS_MS = 7 * DAY_MS
const SPEED_STEP_MS = 2 * MINUTE_MS
const INSERT_BATCH_SIZE = 5_000

/** Inserts the speeds before the simulation started, consistent with the recorded stops, for lines without speeds. */
export async function insertPastSpeeds(crew: LiveCrew, historyEndMs: number): Promise<void> {
  const lines = await crew.queryOnSite<{ id: string; code: string; idealSpeed: number }>(
    `select l.id, l.code, coalesce(l.ideal_speed, 200)::float as "idealSpeed" from line l where l.site_id = $1 and l.active and l.kind in ('spunbond', 'meltblown', 'composite') and ${crew.buildDemoRowCondition('l', 'line')}
       and not exists (select 1 from line_speed s where s.site_id = l.site_id and s.line_id = l.id) limit 20`,
  )
  for (const line of lines) {
    const fromMs = historyEndMs - PAST_SPEEDS_MS
    const stops = (
      await crew.queryOnSite<{ from: string; to: string | null }>(
        'select started_at as "from", ended_at as "to" from line_stop where site_id = $1 and line_id = $2 and started_at < $3 and (ended_at is null or ended_at > $4)',
        [line.id, toMoment(historyEndMs), toMoment(fromMs)],
      )
    ).map((stop) => ({ from: toMillis(stop.from), to: stop.to ? toMillis(stop.to) : historyEndMs }))
    const dice = createLiveDice(`past/${line.code}`)
    const readings: { at: string; speed: number }[] = []
    for (let readMs = fromMs; readMs < historyEndMs; readMs += SPEED_STEP_MS) {
      const speed = roundDecimals(dice.normal(line.idealSpeed * RUNNING_SPEED_SHARE, line.idealSpeed * 0.008), 1)
      readings.push({
        at: toMoment(readMs),
        speed: stops.some((stop) => stop.from <= readMs && readMs < stop.to) ? 0 : speed,
      })
    }
    for (let i = 0; i < readings.length; i += INSERT_BATCH_SIZE) {
      const chunk = readings.slice(i, i + INSERT_BATCH_SIZE)
      await crew.queryOnSite(
        'insert into line_speed (site_id, line_id, at, speed) select $1::int, $2::uuid, * from unnest($3::timestamptz[], $4::real[]) on conflict do nothing',
        [line.id, chunk.map(({ at }) => at), chunk.map(({ speed }) => speed)],
      )
    }
  }
}
