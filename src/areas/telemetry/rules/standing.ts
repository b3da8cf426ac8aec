/** Standing of a stored reading: a small number that says how the reading counts. */
import { isBase, type CounterVerdict } from './counter'

/** Stored as the index. Gauge readings are `counts`, or `left` if their quality is bad or a person discarded them. */
const standings = ['counts', 'dip', 'backwards', 'tooFast', 'aboveCounter', 'longGap', 'admitted', 'left'] as const
export type Standing = (typeof standings)[number]

/** Returns the stored code of a verdict. */
export const standingOf = (verdict: CounterVerdict): number =>
  standings.indexOf(verdict === 'first' ? 'counts' : verdict)
/** Returns the name of a stored code; unknown codes are `left`. */
export const nameOfStanding = (standing: number): Standing => standings[standing] ?? 'left'
/** Returns the earlier decision on a reading, which later judgements must respect. */
export const saidOf = (standing: number): 'admitted' | 'left' | null => {
  const name = nameOfStanding(standing)
  return name === 'admitted' || name === 'left' ? name : null
}
/** Codes of readings from which a counter continues; inlined in SQL. */
export const baseStandings: readonly number[] = standings.flatMap((name, i) => (isBase(name) ? [i] : []))
/** True if a reading with this standing is part of roll-ups. */
export const inSums = (standing: number): boolean => {
  const name = nameOfStanding(standing)
  return isBase(name) || name === 'dip'
}
/** Codes of readings that are part of roll-ups, for SQL. */
export const inSumsStandings: readonly number[] = standings.flatMap((_, i) => (inSums(i) ? [i] : []))
