/** Seasons 季节: summer or winter holds from a day on, until another does. Limits of a standard may differ by season. */
export const seasons = ['summer', 'winter'] as const
export type Season = (typeof seasons)[number]

export interface SeasonChange {
  /** Day of the plant, `YYYY-MM-DD`. */
  readonly startsOn: string
  readonly season: Season
}

/** The season that holds on a day; null before the first one was set. */
export function seasonAt(changes: readonly SeasonChange[], day: string): Season | null {
  let holds: SeasonChange | null = null
  for (const one of changes) if (one.startsOn <= day && (!holds || one.startsOn > holds.startsOn)) holds = one
  return holds?.season ?? null
}

/** Why a change of season may not be set, or null. */
export type SeasonProblem = 'taken' | 'past' | 'same'
/**
 * Why a season may not be set to begin on a day. What was judged stays judged: a day that has begun is over, except for the
 * very first season, before which no limit depended on one.
 */
export function seasonProblem(
  changes: readonly SeasonChange[],
  { startsOn, season }: SeasonChange,
  today: string,
): SeasonProblem | null {
  if (changes.some((one) => one.startsOn === startsOn)) return 'taken'
  if (changes.length > 0 && startsOn <= today) return 'past'
  const later = changes.filter((one) => one.startsOn > startsOn)
  const next = later.find((one) => later.every((other) => other.startsOn >= one.startsOn))
  return seasonAt(changes, startsOn) === season || next?.season === season ? 'same' : null
}
