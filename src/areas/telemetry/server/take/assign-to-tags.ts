/** Assigns incoming readings to their tags, and separates impossible readings. */
import { MAX_CLOCK_DRIFT_MS } from '@/contract/instant'
import { getUnitFactor } from '@/contract/unit-table'
import { formatSqlArray } from './reading-store'
import type { MeterExchange } from '@/areas/equipment/rules/meter'
import type { Context } from '@/server/context'
import { tagState } from '@/server/db/series'
import { cacheRead } from '@/server/cached-read'
import { columns, sql, type SqlRow } from '@/server/sql'
import { readingQualities } from '../../contract/telemetry-endpoints'
import { tag } from '../../contract/tag'
import { type OddReason, isPlausible, getRetentionStart, clampToStorableTime } from '../../rules/odd-reading'

/** A reading as a gateway, a broker or a person sends it. */
export interface IncomingReading {
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
  /** True if a person has confirmed the value, so that it is not judged. */
  readonly admitted?: boolean | undefined
}
const tagColumns = columns(tag, [
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
export type TagRow = SqlRow<typeof tagColumns>
/** A possible reading of a known tag. */
export interface ReadingEntry {
  /** ms since 1970 */ readonly at: number
  readonly value: number
  /** Index in `readingQualities`. */ readonly quality: number
  readonly exchange: MeterExchange | null
  readonly admitted: boolean
}
/** A reading to store as an odd reading. */
export interface OddEntry {
  readonly tagCode: string
  readonly tagId: string | null
  readonly readAtMs: number
  /** The value as sent. */
  readonly shown: string
  readonly value: number | null
  readonly unit: string | null
  readonly reason: OddReason
}
export interface AssignedReadings {
  readonly entriesByTagRow: Map<TagRow, ReadingEntry[]>
  readonly oddEntries: OddEntry[]
  readonly unknownCodes: string[]
}

/** Loads all tags of the plant by code. Cached: every batch needs them, and they rarely change. */
const loadTags = cacheRead(
  [tag],
  async (ctx) =>
    new Map(
      (await ctx.query(sql`select ${tagColumns} from tag where site_id = ${ctx.site}`)).map((row) => [row.code, row]),
    ),
)
/** Returns the tags with these codes; unknown codes are missing in the map. */
export async function findTagsByCode(ctx: Context, codes: Iterable<string>): Promise<Map<string, TagRow>> {
  const allTags = await loadTags(ctx)
  return new Map(
    [...codes].flatMap((code): [string, TagRow][] => {
      const tagRow = allTags.get(code)
      return tagRow ? [[code, tagRow]] : []
    }),
  )
}

/** Period in ms within which readings are accepted. */
interface AcceptedPeriod {
  readonly earliestMs: number
  readonly latestMs: number
}
/**
 * Returns the period within which readings are accepted: from the oldest kept month to the permitted clock drift. The
 * period also limits the months for which partitions are created.
 * @param keptMonths number of months for which raw readings are kept
 */
export const getAcceptedPeriod = (now: Date, keptMonths: number): AcceptedPeriod => ({
  earliestMs: Date.parse(getRetentionStart(now.getTime(), keptMonths)),
  latestMs: now.getTime() + MAX_CLOCK_DRIFT_MS,
})
/**
 * Assigns readings to their tags. A reading that is impossible, regardless of earlier readings, becomes an odd reading.
 */
export function assignToTags(
  readings: readonly IncomingReading[],
  tagByCode: ReadonlyMap<string, TagRow>,
  acceptedPeriod: AcceptedPeriod,
): AssignedReadings {
  const entriesByTagRow = new Map<TagRow, ReadingEntry[]>()
  const oddEntries: OddEntry[] = []
  const unknownCodes = new Set<string>()
  for (const reading of readings) {
    const tagRow = tagByCode.get(reading.tag)
    const { at } = reading
    const reason = determineOddReason(reading, tagRow, acceptedPeriod)
    if (reason || !tagRow) {
      if (!tagRow) unknownCodes.add(reading.tag)
      oddEntries.push(buildOddEntry(reading, tagRow, at, reason ?? 'unknownTag'))
      continue
    }
    let entries = entriesByTagRow.get(tagRow)
    if (!entries) {
      entries = []
      entriesByTagRow.set(tagRow, entries)
    }
    const { value, exchange = null, admitted = false } = reading
    entries.push({ at, value, quality: readingQualities.indexOf(reading.quality ?? 'good'), exchange, admitted })
  }
  return { entriesByTagRow, oddEntries, unknownCodes: [...unknownCodes] }
}
function determineOddReason(
  reading: IncomingReading,
  tagRow: TagRow | undefined,
  { earliestMs, latestMs }: AcceptedPeriod,
): OddReason | null {
  if (!tagRow) return 'unknownTag'
  if (!Number.isFinite(reading.value)) return 'notANumber'
  if (!isPlausible(reading.value)) return 'beyondRange'
  if (reading.at > latestMs) return 'future'
  // The negated comparison also rejects NaN.
  if (!(reading.at >= earliestMs)) return 'tooOld'
  if (!reading.unit || reading.unit === tagRow.unit || reading.admitted) return null
  return getUnitFactor(reading.unit, tagRow.unit) === 1 ? null : 'unitChanged'
}
/** Builds the odd reading for a value that cannot be accepted. */
export const buildOddEntry = (
  { tag: tagCode, value, unit }: Pick<IncomingReading, 'tag' | 'value' | 'unit'>,
  tagRow: TagRow | undefined,
  readAtMs: number,
  reason: OddReason,
): OddEntry => ({
  tagCode,
  tagId: tagRow?.id ?? null,
  readAtMs: clampToStorableTime(readAtMs),
  shown: String(value).slice(0, 60),
  // A plausible value fits into `numeric(18, 6)`.
  value: isPlausible(value) ? value : null,
  unit: unit ?? tagRow?.unit ?? null,
  reason,
})

const tagStateColumns = columns(tagState, [
  'tagId',
  'at',
  'baseAt',
  'baseValue',
  'pendingAt',
  'pendingValue',
  'keptFrom',
])
export type TagState = SqlRow<typeof tagStateColumns>
/**
 * Locks the states of tags until the end of the transaction, so that only one batch at a time changes the same
 * tags.
 */
export async function lockTagStates(ctx: Context, tagIds: readonly string[]): Promise<Map<string, TagState>> {
  const ids = formatSqlArray(tagIds)
  const lockStoredStates = () =>
    ctx.query(
      sql`select ${tagStateColumns} from tag_state where site_id = ${ctx.site} and tag_id = any(${ids}::uuid[]) order by tag_id for update`,
    )
  let rows = await lockStoredStates()
  if (rows.length < tagIds.length) {
    await ctx.query(
      sql`insert into tag_state (site_id, tag_id) select ${ctx.site}::int, t from unnest(${ids}::uuid[]) t order by t on conflict do nothing`,
    )
    rows = await lockStoredStates()
  }
  return new Map(rows.map((row) => [row.tagId, row]))
}
