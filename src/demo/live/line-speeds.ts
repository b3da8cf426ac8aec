/** Speeds and standstills of the demonstration lines, derived from the seed and the clock alone. */
import { HOUR_MS, MINUTE_MS } from '@/plant/rules/plant-time'
import { Dice, roundDecimals } from '../random'

const LIVE_SEED = 'live'
/** Interval between the speed readings of a line. */
export const SPEED_INTERVAL_MS = 5_000
/** Probability that a line stops in an hour. */
const STOP_CHANCE_PER_HOUR = 0.3
const MIN_STOP_MS = 2 * MINUTE_MS
const MAX_STOP_MS = 45 * MINUTE_MS

/** Returns the standstill of a line that begins in an hour (counted from 1970), or null. */
function findStandstill(line: string, hour: number): { from: number; to: number } | null {
  const dice = new Dice(`${LIVE_SEED}/${line}/${hour}`)
  if (!dice.chance(STOP_CHANCE_PER_HOUR)) return null
  const from = hour * HOUR_MS + dice.between(0, HOUR_MS)
  return { from, to: from + Math.min(MAX_STOP_MS, Math.max(MIN_STOP_MS, dice.lognormal(7 * MINUTE_MS, 0.8))) }
}
/**
 * True if a line stands at a moment.
 * @param at ms since 1970
 * @param marginMs extends each standstill at both ends
 */
export function isStandingStill(line: string, at: number, marginMs = 0): boolean {
  const hour = Math.floor(at / HOUR_MS)
  return [hour - 1, hour].some((h) => {
    const stop = findStandstill(line, h)
    return stop !== null && stop.from - marginMs <= at && at < stop.to + marginMs
  })
}
/** Calculates the speed of a line in m/min: slightly below the ideal speed with noise, zero while it stands. */
export function calculateLineSpeed(line: string, ideal: number, at: number): number {
  if (isStandingStill(line, at)) return 0
  const dice = new Dice(`${LIVE_SEED}/${line}/${Math.floor(at / SPEED_INTERVAL_MS)}`)
  return roundDecimals(Math.max(0, dice.normal(ideal * 0.94, ideal * 0.008)), 1)
}
/** Creates dice that fall the same way every time for the same subject. */
export const createLiveDice = (subject: string): Dice => new Dice(`${LIVE_SEED}/${subject}`)
