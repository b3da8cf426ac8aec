/** How a stored reading counts: the small number kept with each. */
import { isBase, type CounterVerdict } from './counter'

/** By its place; readings of gauges are `counts`, or `left` where their quality is bad or somebody discarded them. */
const standings = ['counts', 'dip', 'backwards', 'tooFast', 'aboveCounter', 'longGap', 'admitted', 'left'] as const
export type Standing = (typeof standings)[number]

export const standingOf = (verdict: CounterVerdict): number =>
  standings.indexOf(verdict === 'first' ? 'counts' : verdict)
export const nameOfStanding = (standing: number): Standing => standings[standing] ?? 'left'
/** What was said of a reading before, which its judgement goes by. */
export const saidOf = (standing: number): 'admitted' | 'left' | null => {
  const name = nameOfStanding(standing)
  return name === 'admitted' || name === 'left' ? name : null
}
/** Those from which a counter goes on; written out for SQL. */
export const baseStandings: readonly number[] = standings.flatMap((name, i) => (isBase(name) ? [i] : []))
/** Those that are in a roll-up. */
export const inSums = (standing: number): boolean => {
  const name = nameOfStanding(standing)
  return isBase(name) || name === 'dip'
}
/** The standings that are in roll-ups; for SQL. */
export const inSumsStandings: readonly number[] = standings.flatMap((_, i) => (inSums(i) ? [i] : []))
