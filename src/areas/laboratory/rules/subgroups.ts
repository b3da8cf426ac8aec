/**
 * A subgroup is the set of values behind one point of a chart: the samples of a roll, of one lane of a roll, or of all
 * rolls of an hour or a shift.
 */
export const subgroups = ['roll', 'lane', 'hour', 'shift'] as const
export type Subgroup = (typeof subgroups)[number]

export interface MeasuredRoll {
  readonly rollId: string
  readonly roll: string
  /** When the roll was doffed, ISO 8601. */
  readonly at: string
  /** Business date and key of the shift; `shiftWord` is its name in the reader's language. */
  readonly shift: string
  readonly shiftWord: string
  readonly samples: readonly { readonly lane: number | null; readonly value: number }[]
}
export interface Group {
  /** Identifies the point in any window: roll, roll and lane, hour in UTC, or shift. */
  readonly key: string
  readonly label: string
  readonly at: string
  readonly rollIds: readonly string[]
  readonly values: readonly number[]
}
/**
 * Groups rolls, in order of doffing, to the points of a chart. Rolls without values form no point.
 * @param formatHour formats an instant as plant time, to the hour
 */
export function groupRolls(
  rolls: readonly MeasuredRoll[],
  subgroup: Subgroup,
  formatHour: (at: string) => string,
): Group[] {
  const groupByKey = new Map<
    string,
    { key: string; label: string; at: string; rollIds: Set<string>; values: number[] }
  >()
  for (const roll of rolls)
    for (const { lane, value } of roll.samples) {
      const key = getPointKey(roll, lane, subgroup)
      let group = groupByKey.get(key)
      if (!group) {
        const label = subgroup === 'hour' ? formatHour(roll.at) : getPointLabel(roll, lane, subgroup)
        groupByKey.set(key, (group = { key, label, at: roll.at, rollIds: new Set(), values: [] }))
      }
      group.rollIds.add(roll.rollId)
      group.values.push(value)
    }
  return [...groupByKey.values()].map((group) => ({ ...group, rollIds: [...group.rollIds] }))
}
/** Returns the key of the point that a value belongs to. It does not depend on the window. */
export function getPointKey({ rollId, at, shift }: MeasuredRoll, lane: number | null, subgroup: Subgroup): string {
  switch (subgroup) {
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
function getPointLabel(
  { roll, shiftWord }: MeasuredRoll,
  lane: number | null,
  subgroup: Exclude<Subgroup, 'hour'>,
): string {
  return subgroup === 'shift' ? shiftWord : subgroup === 'lane' ? `${roll} · ${lane ?? 1}` : roll
}
/**
 * True if any roll of a point lies in a window with an exclusive end. `at` is the time of the first roll of the point;
 * the last roll of an hour or shift is only known to precede the next point.
 */
export function isPointInWindow(
  { from, to }: { readonly from: string; readonly to: string },
  { at, nextAt }: { readonly at: string; readonly nextAt: string | null },
  subgroup: Subgroup,
): boolean {
  if (to !== '' && Date.parse(at) >= Date.parse(to)) return false
  if (from === '' || Date.parse(at) >= Date.parse(from)) return true
  return (subgroup === 'hour' || subgroup === 'shift') && (nextAt === null || Date.parse(nextAt) > Date.parse(from))
}
