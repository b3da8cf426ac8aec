/**
 * Ways to form the subgroups of a chart. A subgroup is the set of values behind one point: the samples of a roll, of
 * one lane of a roll, or of all rolls of an hour or a shift.
 */
export const subgroupKinds = ['roll', 'lane', 'hour', 'shift'] as const
export type SubgroupKind = (typeof subgroupKinds)[number]

export interface MeasuredRoll {
  readonly rollId: string
  /** Number of the roll. */
  readonly roll: string
  /** When the roll was doffed, ISO 8601. */
  readonly at: string
  /** Business date and key of the shift; `shiftName` is its name in the reader's language. */
  readonly shift: string
  readonly shiftName: string
  readonly samples: readonly { readonly lane: number | null; readonly value: number }[]
}
/** Values behind one point of a chart. */
export interface ValueGroup {
  /** Roll, roll and lane, hour in UTC, or shift. It identifies the point in every period that the chart can show. */
  readonly key: string
  readonly label: string
  /** When the first roll of the group was doffed. */
  readonly at: string
  readonly rollIds: readonly string[]
  readonly values: readonly number[]
}
/**
 * Groups the values of rolls, given in order of doffing, into the points of a chart. Rolls without values form no
 * point.
 * @param formatHour formats an instant as plant time, to the hour
 */
export function groupRolls(
  rolls: readonly MeasuredRoll[],
  subgroup: SubgroupKind,
  formatHour: (at: string) => string,
): ValueGroup[] {
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
/** Returns `ValueGroup.key` of the point that a value belongs to. Values without a lane count as lane 1. */
export function getPointKey({ rollId, at, shift }: MeasuredRoll, lane: number | null, subgroup: SubgroupKind): string {
  switch (subgroup) {
    case 'roll':
      return rollId
    case 'lane':
      return `${rollId} ${lane ?? 1}`
    case 'hour':
      // Date and hour: `2026-11-20T08`.
      return at.slice(0, 13)
    case 'shift':
      return shift
  }
}
function getPointLabel(
  { roll, shiftName }: MeasuredRoll,
  lane: number | null,
  subgroup: Exclude<SubgroupKind, 'hour'>,
): string {
  if (subgroup === 'shift') return shiftName
  return subgroup === 'lane' ? `${roll} · ${lane ?? 1}` : roll
}
/**
 * Returns true if a roll of a point may lie in a period, whose end is exclusive. An empty bound does not limit the
 * period. The last roll of an hour or shift is only known to precede `nextAt`, so a period that begins between `at` and
 * `nextAt` includes the point.
 * @param point `at` is the time of its first roll, `nextAt` the time of the first roll of the next point
 */
export function isPointInWindow(
  { from, to }: { readonly from: string; readonly to: string },
  point: { readonly at: string; readonly nextAt: string | null },
  subgroup: SubgroupKind,
): boolean {
  const { at, nextAt } = point
  if (to !== '' && Date.parse(at) >= Date.parse(to)) return false
  if (from === '' || Date.parse(at) >= Date.parse(from)) return true
  return (subgroup === 'hour' || subgroup === 'shift') && (nextAt === null || Date.parse(nextAt) > Date.parse(from))
}
