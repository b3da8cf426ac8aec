/** Standing of a stored reading: a small number that says how the reading counts. */
import { isBaseVerdict, type CounterVerdict } from './counter'

/** Stored as the index. Gauge readings are `counts`, or `left` if their quality is bad or a person discarded them. */
const standings = ['counts', 'dip', 'backwards', 'tooFast', 'aboveCounter', 'longGap', 'admitted', 'left'] as const
export type ReadingStanding = (typeof standings)[number]

/** Returns the stored code of a verdict. */
export const toStandingCode = (verdict: CounterVerdict): number =>
  standings.indexOf(verdict === 'first' ? 'counts' : verdict)
/** Returns the name of a stored code; unknown codes are `left`. */
export const getStandingName = (standing: number): ReadingStanding => standings[standing] ?? 'left'
/** Returns the earlier decision on a reading, which later judgements must respect. */
export const getStandingDecision = (standing: number): 'admitted' | 'left' | null => {
  const name = getStandingName(standing)
  return name === 'admitted' || name === 'left' ? name : null
}
/** Codes of readings from which a counter continues; inlined in SQL. */
export const baseStandings: readonly number[] = standings.flatMap((name, i) => (isBaseVerdict(name) ? [i] : []))
/** True if a reading with this standing is part of roll-ups. */
export const isInSums = (standing: number): boolean => {
  const name = getStandingName(standing)
  return isBaseVerdict(name) || name === 'dip'
}
/** Codes of readings that are part of roll-ups, for SQL. */
export const summedStandings: readonly number[] = standings.flatMap((_, i) => (isInSums(i) ? [i] : []))
