/**
 * Seasons 季节. A season applies from its first day until the next one begins. Limits of a standard may differ by season.
 */
export const seasons = ['summer', 'winter'] as const
export type Season = (typeof seasons)[number]

export interface SeasonChange {
  /** Day of the plant, `YYYY-MM-DD`. */
  readonly startsOn: string
  readonly season: Season
}

/** Returns the season of a day; null before the first season. */
export function getSeasonForDay(changes: readonly SeasonChange[], day: string): Season | null {
  let latestChange: SeasonChange | null = null
  for (const change of changes)
    if (change.startsOn <= day && (!latestChange || change.startsOn > latestChange.startsOn)) latestChange = change
  return latestChange?.season ?? null
}

/** Why a change of season is refused. */
export type SeasonProblem = 'taken' | 'past' | 'same'
/**
 * Returns why a season cannot begin on a day, or null. A change must lie in the future, because earlier results are
 * judged already. Only the very first season may begin in the past, as no limit depended on a season before it.
 */
export function checkSeasonChange(
  changes: readonly SeasonChange[],
  { startsOn, season }: SeasonChange,
  today: string,
): SeasonProblem | null {
  if (changes.some((change) => change.startsOn === startsOn)) return 'taken'
  if (changes.length > 0 && startsOn <= today) return 'past'
  const laterChanges = changes.filter((change) => change.startsOn > startsOn)
  const nextChange = laterChanges.find((change) => laterChanges.every((other) => other.startsOn >= change.startsOn))
  return getSeasonForDay(changes, startsOn) === season || nextChange?.season === season ? 'same' : null
}
