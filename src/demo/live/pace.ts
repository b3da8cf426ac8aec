/** How fast the lines of the demonstration plant run, and when they stand: decided by the seed and the clock alone. */
import { HOUR_MS, MINUTE_MS } from '@/plant/rules/plant-time'
import { Dice, rounded } from '../random'

const SEED = 'live'
/** Readings a line sends: one every so many ms. */
export const READING_MS = 5_000
/** Share of the hours in which a line stops. */
const STOPS_AN_HOUR = 0.3
const SHORTEST = 2 * MINUTE_MS
const LONGEST = 45 * MINUTE_MS

/** The standstill that begins in an hour (counted from 1970) of a line, if one does. */
function standstill(line: string, hour: number): { from: number; to: number } | null {
  const dice = new Dice(`${SEED}/${line}/${hour}`)
  if (!dice.chance(STOPS_AN_HOUR)) return null
  const from = hour * HOUR_MS + dice.between(0, HOUR_MS)
  return { from, to: from + Math.min(LONGEST, Math.max(SHORTEST, dice.lognormal(7 * MINUTE_MS, 0.8))) }
}
/** Whether a line stands at a moment (ms since 1970); `around`: or at most so many ms before. */
export function stands(line: string, at: number, around = 0): boolean {
  const hour = Math.floor(at / HOUR_MS)
  return [hour - 1, hour].some((h) => {
    const s = standstill(line, h)
    return s !== null && s.from - around <= at && at < s.to + around
  })
}
/** Speed of a line, m/min: a little below its ideal, never quite still, zero while it stands. */
export function speedAt(line: string, ideal: number, at: number): number {
  if (stands(line, at)) return 0
  const dice = new Dice(`${SEED}/${line}/${Math.floor(at / READING_MS)}`)
  return rounded(Math.max(0, dice.normal(ideal * 0.94, ideal * 0.008)), 1)
}
/** Chance that falls the same way each time it is asked of the same thing. */
export const diceOf = (thing: string): Dice => new Dice(`${SEED}/${thing}`)
