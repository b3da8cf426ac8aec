/** Rotation entries as people enter them, and their conversion to shift patterns. */
import type { Day } from './plant-time'
import {
  fourTeamsThreeShifts,
  getPatternProblems,
  rotationPatterns,
  type PatternProblem,
  type RotationHistory,
  type RotationPattern,
} from './shift'

export const rotationKinds = ['fourTeamsThreeShifts', 'fourTeamsTwoShifts', 'custom'] as const
/** An entry: a preset pattern with the day its cycle begins, or a custom pattern. */
export interface RotationEntry {
  readonly effectiveFrom: Day
  readonly kind: (typeof rotationKinds)[number]
  /** Day on which the first team begins its cycle; null: the day on which the entry takes effect. */
  readonly anchorDay?: Day | null
  readonly shifts?: readonly { readonly key: string; readonly startMinute: number }[] | null
  /** One element per day of the cycle. On a day without a shift the team rests. */
  readonly cycle?: readonly { readonly shift?: string | null }[] | null
  readonly teams?: readonly { readonly key: string; readonly offset: number }[] | null
}

/** Converts an entry to its pattern. */
export function toRotationPattern(entry: RotationEntry): RotationPattern {
  const anchorDay = entry.anchorDay ?? entry.effectiveFrom
  const presetPattern = rotationPatterns.find(({ key }) => key === entry.kind)
  if (presetPattern) return { ...presetPattern, anchorDay }
  return {
    key: 'custom',
    anchorDay,
    shifts: entry.shifts ?? [],
    cycle: (entry.cycle ?? []).map(({ shift }) => shift || null),
    teams: entry.teams ?? [],
  }
}
/**
 * Builds the history of patterns with their first days. Before the first entry the plant works in four teams and three
 * shifts.
 */
export function buildRotationHistory(entries: readonly RotationEntry[]): RotationHistory {
  const datedPatterns = [...entries]
    .sort((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1))
    .map((entry) => ({ from: entry.effectiveFrom, pattern: toRotationPattern(entry) }))
  return [{ from: '0001-01-01', pattern: fourTeamsThreeShifts }, ...datedPatterns]
}

/**
 * Returns why an entry may not be added or removed on business date `today`, or null. `notAhead`: it takes effect in the
 * past. `recorded`: it takes effect today, but a shift of today has records and therefore does not change any more.
 * @param hasRecords true if anything is recorded for today
 */
export function validateEffectiveFrom(
  { effectiveFrom }: Pick<RotationEntry, 'effectiveFrom'>,
  today: Day,
  hasRecords: boolean,
): 'notAhead' | 'recorded' | null {
  if (effectiveFrom < today) return 'notAhead'
  return effectiveFrom === today && hasRecords ? 'recorded' : null
}
/** Returns why an entry is invalid on business date `today`, or null. */
export const validateRotation = (
  entry: RotationEntry,
  today: Day,
  hasRecords: boolean,
): PatternProblem | 'notAhead' | 'recorded' | null =>
  validateEffectiveFrom(entry, today, hasRecords) ?? getPatternProblems(toRotationPattern(entry))[0] ?? null
