/** Incoming readings: assigns them to their tags and rejects impossible ones. */
import { MAX_CLOCK_DRIFT_MS } from '@/contract/moment-problem'
import { getUnitFactor } from '@/contract/unit-table'
import { arrayOf } from './array-text'
import type { MeterExchange } from '@/areas/equipment/rules/meter'
import type { Context } from '@/server/context'
import { tagState } from '@/server/db/series'
import { cacheRead } from '@/server/cached-read'
import { columns, sql, type RowFor } from '@/server/sql'
import { readingQualities } from '../../contract/calls'
import { tag } from '../../contract/tag'
import type { OddReason } from '../../rules/odd-reading'
import { isPlausible, keptFrom, storableTime } from '../../rules/plausible'

/** A reading as a gateway, a broker or a person sends it. */
export interface GivenReading {
  /** Code of the tag. */
  readonly tag: string
  /** ms since 1970 */ readonly at: number
  /** In the tag's unit. A value that is not a number becomes an odd reading. */
  readonly value: number
  readonly quality?: (typeof readingQualities)[number] | undefined
  /** Unit as sent, if any. A reading in another unit than the tag's becomes an odd reading. */
  readonly unit?: string | null | undefined
  /** Set if the meter was exchanged since the previous reading. */
  readonly exchange?: MeterExchange | null | undefined
  /** A person has confirmed the value: it is not judged. */
  readonly admitted?: boolean | undefined
}
const ofTag = columns(tag, [
  'id',
  'code',
  'kind',
  'unit',
  'lineId',
  'lineKey',
  'everyS',
  'rollsOverAt',
  'mostPerHour',
  'dip',
])
export type TagRead = RowFor<typeof ofTag>
export interface Entry {
  /** ms since 1970 */ readonly at: number
  readonly value: number
  /** Index in `readingQualities`. */ readonly quality: number
  readonly exchange: MeterExchange | null
  readonly admitted: boolean
}
export interface OddEntry {
  readonly tagCode: string
  readonly tagId: string | null
  readonly at: number
  readonly shown: string
  readonly value: number | null
  readonly unit: string | null
  readonly reason: OddReason
}
export interface Entered {
  readonly byTag: Map<TagRead, Entry[]>
  readonly odd: OddEntry[]
  readonly unknown: string[]
}

/** Loads all tags of the plant by code. Cached: every batch needs them, and they rarely change. */
const allTags = cacheRead(
  [tag],
  async (ctx) =>
    new Map((await ctx.query(sql`select ${ofTag} from tag where site_id = ${ctx.site}`)).map((row) => [row.code, row])),
)
/** Returns the tags with these codes; unknown codes are missing in the map. */
export async function tagsByCode(ctx: Context, codes: Iterable<string>): Promise<Map<string, TagRead>> {
  const all = await allTags(ctx)
  return new Map(
    [...codes].flatMap((code): [string, TagRead][] => {
      const of = all.get(code)
      return of ? [[code, of]] : []
    }),
  )
}

/** Period within which readings are accepted, ms. */
interface Taken {
  readonly earliest: number
  readonly latest: number
}
/**
 * Returns the period within which readings are accepted: from the oldest kept month to the permitted clock drift. No
 * call creates a partition for any other month.
 * @param months number of months for which raw readings are kept
 */
export const takenAt = (now: Date, months: number): Taken => ({
  earliest: Date.parse(keptFrom(now.getTime(), months)),
  latest: now.getTime() + MAX_CLOCK_DRIFT_MS,
})
/**
 * Assigns readings to their tags. A reading that is impossible regardless of earlier readings becomes an odd reading.
 */
export function enter(readings: readonly GivenReading[], tags: ReadonlyMap<string, TagRead>, taken: Taken): Entered {
  const byTag = new Map<TagRead, Entry[]>()
  const odd: OddEntry[] = []
  const unknown = new Set<string>()
  for (const given of readings) {
    const of = tags.get(given.tag)
    const { at } = given
    const reason = problemOf(given, of, taken)
    if (reason || !of) {
      if (!of) unknown.add(given.tag)
      odd.push(oddOf(given, of, at, reason ?? 'unknownTag'))
      continue
    }
    let entries = byTag.get(of)
    if (!entries) byTag.set(of, (entries = []))
    const { value, exchange = null, admitted = false } = given
    entries.push({ at, value, quality: readingQualities.indexOf(given.quality ?? 'good'), exchange, admitted })
  }
  return { byTag, odd, unknown: [...unknown] }
}
function problemOf(given: GivenReading, of: TagRead | undefined, { earliest, latest }: Taken): OddReason | null {
  if (!of) return 'unknownTag'
  if (!Number.isFinite(given.value)) return 'notANumber'
  if (!isPlausible(given.value)) return 'beyondRange'
  if (given.at > latest) return 'future'
  // The negated comparison also rejects NaN.
  if (!(given.at >= earliest)) return 'tooOld'
  return given.unit && given.unit !== of.unit && !given.admitted && getUnitFactor(given.unit, of.unit) !== 1
    ? 'unitChanged'
    : null
}
/** Builds the odd reading for a value that cannot be accepted. */
export const oddOf = (
  { tag: tagCode, value, unit }: Pick<GivenReading, 'tag' | 'value' | 'unit'>,
  of: TagRead | undefined,
  at: number,
  reason: OddReason,
): OddEntry => ({
  tagCode,
  tagId: of?.id ?? null,
  at: storableTime(at),
  shown: String(value).slice(0, 60),
  // A plausible value fits into `numeric(18, 6)`.
  value: isPlausible(value) ? value : null,
  unit: unit ?? of?.unit ?? null,
  reason,
})

const ofState = columns(tagState, ['tagId', 'at', 'baseAt', 'baseValue', 'pendingAt', 'pendingValue', 'keptFrom'])
export type TagState = RowFor<typeof ofState>
/**
 * Locks the states of tags until the end of the transaction, so that readings of the same tags are taken one batch at
 * a time.
 */
export async function lockStates(ctx: Context, tagIds: readonly string[]): Promise<Map<string, TagState>> {
  const ids = arrayOf(tagIds)
  const locked = () =>
    ctx.query(
      sql`select ${ofState} from tag_state where site_id = ${ctx.site} and tag_id = any(${ids}::uuid[]) order by tag_id for update`,
    )
  let rows = await locked()
  if (rows.length < tagIds.length) {
    await ctx.query(
      sql`insert into tag_state (site_id, tag_id) select ${ctx.site}::int, t from unnest(${ids}::uuid[]) t order by t on conflict do nothing`,
    )
    rows = await locked()
  }
  return new Map(rows.map((row) => [row.tagId, row]))
}
