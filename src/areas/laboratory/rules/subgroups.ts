/** What forms a point of a chart: the samples of a roll, those of one of its lanes, or of all rolls of an hour or a shift's eight. */
export const subgroups = ['roll', 'lane', 'hour', 'shift'] as const
export type Subgroup = (typeof subgroups)[number]

export interface Measured {
  readonly rollId: string
  readonly roll: string
  /** When the roll was doffed, ISO 8601. */
  readonly at: string
  /** Its business date and the key of the shift, and how the reader calls it. */
  readonly shift: string
  readonly shiftWord: string
  readonly samples: readonly { readonly lane: number | null; readonly value: number }[]
}
export interface Group {
  /** What it is of, whichever window it is looked at in: the roll, its lane, the hour in UTC, or the shift. */
  readonly key: string
  readonly label: string
  readonly at: string
  readonly rollIds: readonly string[]
  readonly values: readonly number[]
}
/**
 * Rolls in the order of their doffing as the points of a chart; rolls without a value give none.
 * @param hourOf what the plant's clock shows at a moment, to the hour
 */
export function groupsOf(rolls: readonly Measured[], by: Subgroup, hourOf: (at: string) => string): Group[] {
  const found = new Map<string, { key: string; label: string; at: string; rollIds: Set<string>; values: number[] }>()
  for (const roll of rolls)
    for (const { lane, value } of roll.samples) {
      const key = keyOf(roll, lane, by)
      let group = found.get(key)
      if (!group) {
        const label = by === 'hour' ? hourOf(roll.at) : labelOf(roll, lane, by)
        found.set(key, (group = { key, label, at: roll.at, rollIds: new Set(), values: [] }))
      }
      group.rollIds.add(roll.rollId)
      group.values.push(value)
    }
  return [...found.values()].map(({ rollIds, ...rest }) => ({ ...rest, rollIds: [...rollIds] }))
}
/** What a value belongs to, whichever window it is looked at in. */
export function keyOf({ rollId, at, shift }: Measured, lane: number | null, by: Subgroup): string {
  switch (by) {
    case 'roll':
      return rollId
    case 'lane':
      return `${rollId} ${lane ?? 1}`
    case 'hour':
      return at.slice(0, 13)
    case 'shift':
      return shift
  }
}
function labelOf({ roll, shiftWord }: Measured, lane: number | null, by: Exclude<Subgroup, 'hour'>): string {
  return by === 'shift' ? shiftWord : by === 'lane' ? `${roll} · ${lane ?? 1}` : roll
}
/**
 * Whether any roll of a point lies in a window, whose end is not in it. Of an hour or a shift only the first roll is known: its
 * last one lies before the next point.
 */
export function isWithin(
  { from, to }: { readonly from: string; readonly to: string },
  { at, nextAt }: { readonly at: string; readonly nextAt: string | null },
  by: Subgroup,
): boolean {
  if (to !== '' && Date.parse(at) >= Date.parse(to)) return false
  if (from === '' || Date.parse(at) >= Date.parse(from)) return true
  return (by === 'hour' || by === 'shift') && (nextAt === null || Date.parse(nextAt) > Date.parse(from))
}
