/** Speeds and standstills of the demonstration lines, derived from the seed and the clock alone. */
import { HOUR_MS, MINUTE_MS } from '@/plant/rules/plant-time'
import { Dice, rounded } from '../random'

const SEED = 'live'
/** Interval between the speed readings of a line. */
export const READING_MS = 5_000
/** Probability that a line stops in an hour. */
const STOPS_AN_HOUR = 0.3
const SHORTEST = 2 * MINUTE_MS
const LONGEST = 45 * MINUTE_MS

/** Returns the standstill of a line that begins in an hour (counted from 1970), or null. */
function standstill(line: string, hour: number): { from: number; to: number } | null {
  const dice = new Dice(`${SEED}/${line}/${hour}`)
  if (!dice.chance(STOPS_AN_HOUR)) return null
  const from = hour * HOUR_MS + dice.between(0, HOUR_MS)
  return { from, to: from + Math.min(LONGEST, Math.max(SHORTEST, dice.lognormal(7 * MINUTE_MS, 0.8))) }
}
/**
 * True if a line stands at a moment.
 * @param at ms since 1970
 * @param marginMs extends each standstill at both ends
 */
export function stands(line: string, at: number, around = 0): boolean {
  const hour = Math.floor(at / HOUR_MS)
  return [hour - 1, hour].some((h) => {
    const s = standstill(line, h)
    return s !== null && s.from - around <= at && at < s.to + around
  })
}
/** Calculates the speed of a line in m/min: slightly below the ideal speed with noise, zero while it stands. */
export function speedAt(line: string, ideal: number, at: number): number {
  if (stands(line, at)) return 0
  const dice = new Dice(`${SEED}/${line}/${Math.floor(at / READING_MS)}`)
  return rounded(Math.max(0, dice.normal(ideal * 0.94, ideal * 0.008)), 1)
}
/** Creates dice that fall the same way every time for the same subject. */
export const diceOf = (thing: string): Dice => new Dice(`${SEED}/${thing}`)
