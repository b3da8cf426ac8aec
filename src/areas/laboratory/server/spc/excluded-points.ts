/** Points excluded from frozen limits, identified by `ValueGroup.key`. */
import { refuseInput } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import type { Row } from '@/contract/resource'
import { listRollsById } from '@/areas/slitting/server/queries/tested-rolls'
import type { Context } from '@/server/context'
import { convertInstantToWall } from '@/contract/zone-clock'
import type { controlLimit } from '../../contract/control-limit'
import type { ValueGroup, SubgroupKind } from '../../rules/subgroups'
import { formatShiftOfDay } from './chart-scope'

type FrozenRow = Row<typeof controlLimit>
/** Formats an instant as plant time: `2026-11-20 08:15:30.000Z`. The Z does not mean UTC here. */
export const formatWallClock = (zone: string, at: string) =>
  new Date(convertInstantToWall(zone, Date.parse(at))).toISOString().replace('T', ' ')
/** Creates a function that formats an instant as an hour in plant time: `2026-11-20 08:00`. */
export const createHourFormat = (zone: string) => (at: string) => `${formatWallClock(zone, at).slice(0, 13)}:00`

interface Exclusion {
  readonly key: string
  readonly reason: string
}
/**
 * Resolves excluded points to their label and their number among the groups of the chart's period. A point outside the
 * period has no number.
 * @throws an input error if a key cannot be a point of any period
 */
export async function resolveExcludedPoints(
  ctx: Context,
  subgroup: SubgroupKind,
  exclusions: readonly Exclusion[],
  groups: readonly ValueGroup[],
) {
  const pointNumberByKey = new Map(groups.map(({ key }, i) => [key, i + 1]))
  const outsideLabels = await loadPointLabels(
    ctx,
    subgroup,
    exclusions.flatMap(({ key }) => (pointNumberByKey.has(key) ? [] : [key])),
  )
  const unknownIndexes = exclusions.flatMap(({ key }, i) =>
    pointNumberByKey.has(key) || outsideLabels.has(key) ? [] : [i],
  )
  if (unknownIndexes.length > 0)
    throw refuseInput(unknownIndexes.map((i) => ({ path: ['excluded', i, 'key'], code: 'unknownId' })))
  return exclusions.map(({ key, reason }) => {
    const point = pointNumberByKey.get(key) ?? null
    return { key, point, roll: point === null ? outsideLabels.get(key)! : groups[point - 1]!.label, reason }
  })
}
/** Returns the points excluded from frozen limits, with labels in the reader's language. */
export async function localizeExcludedPoints(
  ctx: Context,
  { subgroup, excluded }: Pick<FrozenRow, 'subgroup' | 'excluded'>,
) {
  const labels = await loadPointLabels(
    ctx,
    subgroup,
    excluded.map(({ key }) => key),
  )
  return excluded.map((point) => ({ ...point, roll: labels.get(point.key) ?? point.roll }))
}
/** Loads the labels of points by key, including points that the chart does not show. Unknown keys are omitted. */
async function loadPointLabels(
  ctx: Context,
  subgroup: SubgroupKind,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const labelByKey = new Map<string, string>()
  if (subgroup === 'roll' || subgroup === 'lane') {
    const ids = [...new Set(keys.map((key) => key.split(' ')[0]!).filter(isUuid))]
    const rollNumberById = new Map(
      (ids.length > 0 ? await listRollsById(ctx, ids) : []).map(({ id, number }) => [id, number]),
    )
    for (const key of keys) {
      const [id, lane] = key.split(' ')
      const number = rollNumberById.get(id!)
      if (number && (subgroup === 'roll') === (lane === undefined))
        labelByKey.set(key, lane ? `${number} · ${lane}` : number)
    }
    return labelByKey
  }
  for (const key of keys) {
    const hour = subgroup === 'hour' && /^\d{4}-\d{2}-\d{2}T\d{2}$/.test(key) ? Date.parse(`${key}:00:00Z`) : NaN
    const shift = subgroup === 'shift' ? /^(\d{4}-\d{2}-\d{2}) (\S+)$/.exec(key) : null
    if (!Number.isNaN(hour)) labelByKey.set(key, createHourFormat(ctx.timeZone)(new Date(hour).toISOString()))
    else if (shift) labelByKey.set(key, formatShiftOfDay(ctx, shift[1]!, shift[2]!))
  }
  return labelByKey
}
