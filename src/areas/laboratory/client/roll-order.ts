interface Known {
  readonly jumboRollId: string | null
  readonly rolledAt: string | null
}
interface Wanted {
  readonly jumboRollId: string
  readonly doffedAt: string
}
/**
 * Rolls of a grid as they were made, tested or not: a roll keeps its row when its first value is entered, so that what is read
 * from a list comes under each other.
 */
export function rollOrder(known: readonly Known[], wanted: readonly Wanted[]): string[] {
  const madeAt = new Map<string, string>()
  for (const { jumboRollId, rolledAt } of known)
    if (jumboRollId && !madeAt.has(jumboRollId)) madeAt.set(jumboRollId, rolledAt ?? '')
  for (const { jumboRollId, doffedAt } of wanted) if (!madeAt.has(jumboRollId)) madeAt.set(jumboRollId, doffedAt)
  return [...madeAt].sort(([, a], [, b]) => (a === b ? 0 : a < b ? -1 : 1)).map(([id]) => id)
}
