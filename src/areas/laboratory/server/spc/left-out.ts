/** Points excluded from frozen limits, identified by `Group.key`. */
import { refuseInput } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import type { Row } from '@/contract/resource'
import { listRollsById } from '@/areas/rolls/server/queries/for-tests'
import type { Context } from '@/server/context'
import { convertInstantToWall } from '@/contract/zone-clock'
import type { controlLimit } from '../../contract/control-limit'
import type { Group, Subgroup } from '../../rules/subgroups'
import { shiftOfDay } from './scope'

type Frozen = Row<typeof controlLimit>
/** Formats an instant as plant time. */
export const wallIn = (zone: string, at: string) =>
  new Date(convertInstantToWall(zone, Date.parse(at))).toISOString().replace('T', ' ')
/** Creates a format of instants as the hour in plant time: `2026-11-20 08:00`. */
export const hourIn = (zone: string) => (at: string) => `${wallIn(zone, at).slice(0, 13)}:00`

interface Asked {
  readonly key: string
  readonly reason: string
}
/**
 * Resolves excluded points to their number in the window and their label. A point outside the window has no number.
 * @throws 4006 if a key cannot be a point of any window
 */
export async function namedPoints(ctx: Context, by: Subgroup, asked: readonly Asked[], groups: readonly Group[]) {
  const places = new Map(groups.map(({ key }, i) => [key, i + 1]))
  const outside = await wordsOf(
    ctx,
    by,
    asked.flatMap(({ key }) => (places.has(key) ? [] : [key])),
  )
  const unknown = asked.flatMap(({ key }, i) => (places.has(key) || outside.has(key) ? [] : [i]))
  if (unknown.length > 0) throw refuseInput(unknown.map((i) => ({ path: ['excluded', i, 'key'], code: 'unknownId' })))
  return asked.map(({ key, reason }) => {
    const point = places.get(key) ?? null
    return { key, point, roll: point === null ? outside.get(key)! : groups[point - 1]!.label, reason }
  })
}
/** Returns the points excluded from frozen limits with labels in the reader's language, whoever froze them. */
export async function inReadersWords(ctx: Context, { subgroup, excluded }: Pick<Frozen, 'subgroup' | 'excluded'>) {
  const words = await wordsOf(
    ctx,
    subgroup,
    excluded.map(({ key }) => key),
  )
  return excluded.map((one) => ({ ...one, roll: words.get(one.key) ?? one.roll }))
}
/** Loads the labels of points outside the window. */
async function wordsOf(ctx: Context, by: Subgroup, keys: readonly string[]): Promise<Map<string, string>> {
  const words = new Map<string, string>()
  if (by === 'roll' || by === 'lane') {
    const ids = [...new Set(keys.map((key) => key.split(' ')[0]!).filter(isUuid))]
    const numbers = new Map((ids.length > 0 ? await listRollsById(ctx, ids) : []).map(({ id, number }) => [id, number]))
    for (const key of keys) {
      const [id, lane] = key.split(' ')
      const number = numbers.get(id!)
      if (number && (by === 'roll') === (lane === undefined)) words.set(key, lane ? `${number} · ${lane}` : number)
    }
    return words
  }
  for (const key of keys) {
    const hour = by === 'hour' && /^\d{4}-\d{2}-\d{2}T\d{2}$/.test(key) ? Date.parse(`${key}:00:00Z`) : NaN
    const shift = by === 'shift' ? /^(\d{4}-\d{2}-\d{2}) (\S+)$/.exec(key) : null
    if (!Number.isNaN(hour)) words.set(key, hourIn(ctx.timeZone)(new Date(hour).toISOString()))
    else if (shift) words.set(key, shiftOfDay(ctx, shift[1]!, shift[2]!))
  }
  return words
}
