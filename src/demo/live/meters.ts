/** Meter readings every quarter of an hour, calculated as in the history: from running lines and submeters. */
import { line } from '@/plant/contract/line'
import { toLocalTime, MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { tag } from '@/areas/telemetry/contract/tag'
import { buildPlantDay, READING_SLOT_MS, getSlotStart } from '@/areas/telemetry/rules/slots'
import { tagState } from '@/server/db/series'
import { columns, columnsOrNull } from '@/server/sql'
import type { LineKind } from '../lines'
import { LOSSES, metersOf, rateOf } from '../telemetry/meters'
import type { Crew } from './crew'
import { diceOf } from './pace'

/** A gateway that was offline sends its buffered readings, at most this far back. */
const KEPT_MS = 24 * 60 * MINUTE_MS
const PREFIX = /^(EM\d+)-/

export interface LiveMeter {
  readonly code: string
  readonly unit: string
  readonly areaId: string | null
  readonly line: string | null
  readonly kind: LineKind | null
  /** Last plausible reading. */
  readonly baseValue: number | null
  readonly baseAt: string | null
}
/** Lists the tags of meters that the demonstration created. */
export const readMeters = (crew: Crew): Promise<LiveMeter[]> =>
  crew.query<LiveMeter>(
    `select ${columns(tag, ['code', 'unit', 'areaId'], 't')}, ${columnsOrNull(line, [{ line: 'code' }, 'kind'], 'l')}, ${columnsOrNull(tagState, ['baseValue', 'baseAt'], 's')}
     from tag t left join line l on l.site_id = t.site_id and l.id = t.line_id left join tag_state s on s.site_id = t.site_id and s.tag_id = t.id
     where t.site_id = $1 and t.active and t.meter_id is not null and ${crew.made('t', 'tag')} order by t.code limit 2000`,
  )

/**
 * Builds the readings that meters have not sent yet, one at the end of each elapsed quarter of an hour.
 * @param isLineStanding tells if a line stood at a moment, ms since 1970
 */
export function shownAt(
  meters: readonly LiveMeter[],
  now: number,
  zone: string,
  standsAt: (line: string, at: number) => boolean,
) {
  const until = getSlotStart(now)
  const shown = new Map(meters.map((of) => [of.code, of]))
  const rates = counted(meters, zone, standsAt)
  const readings: { tag: string; at: string; value: number; unit: string; quality: null }[] = []
  for (const { code, unit, baseAt, baseValue } of shown.values()) {
    if (baseAt === null || baseValue === null) continue
    let value = baseValue
    const from = Math.max(getSlotStart(toMillis(baseAt)), until - KEPT_MS)
    for (let at = from; at < until; at += READING_SLOT_MS) {
      const used = rates(code, at)
      if (used === null) break
      value = Math.round((value + used) * 100) / 100
      readings.push({ tag: code, at: toMoment(at + READING_SLOT_MS), value, unit, quality: null })
    }
  }
  return readings.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}
/** Creates a function that calculates a meter's usage in the slot from a moment on; null for unknown meters. */
function counted(meters: readonly LiveMeter[], zone: string, standsAt: (line: string, at: number) => boolean) {
  const specs = specsOf(meters)
  const lines = [...new Set(meters.flatMap((of) => (of.line !== null && of.kind !== 'slitting' ? [of.line] : [])))]
  const ran = remembered((code: string, at: number): number => {
    const minutes = Array.from({ length: READING_SLOT_MS / MINUTE_MS }, (_, i) => at + i * MINUTE_MS)
    return minutes.filter((minute) => !standsAt(code, minute)).length / minutes.length
  })
  const ranAll = (at: number) => lines.reduce((sum, code) => sum + ran(code, at), 0) / Math.max(1, lines.length)
  const used = remembered((code: string, at: number): number | null => {
    const spec = specs.get(code)
    if (!spec) return null
    if (!spec.course) return spec.below.reduce((sum, below) => sum + (used(below, at) ?? 0), 0) * LOSSES
    const { day } = toLocalTime(toMoment(at), zone)
    const slot = (at - buildPlantDay(day, zone).start) / READING_SLOT_MS
    const share = spec.line !== null && lines.includes(spec.line) ? ran(spec.line, at) : ranAll(at)
    const noise = 1 + diceOf(`meter/${code}/${at}`).between(-0.04, 0.04)
    return rateOf(spec.course, share, Number(day.slice(5, 7)), slot) * 0.25 * noise
  })
  return used
}
/** Builds the specifications by meter code. A line belongs to the place whose meters are in the line's area. */
function specsOf(meters: readonly LiveMeter[]) {
  const places = new Map(
    meters.flatMap(({ code, areaId }) => (PREFIX.test(code) ? [[areaId, PREFIX.exec(code)![1]!]] : [])),
  )
  const specs = new Map<string, ReturnType<typeof metersOf>[number] & { below: string[] }>()
  for (const prefix of new Set(places.values())) {
    const lines = new Map(
      meters.flatMap(({ line: code, kind, areaId }) =>
        code !== null && kind !== null && places.get(areaId) === prefix
          ? [[code, { code, kind, name: code, nameEn: code }]]
          : [],
      ),
    )
    for (const spec of metersOf([...lines.values()], prefix)) specs.set(spec.code, { ...spec, below: [] })
  }
  for (const { code, under } of specs.values()) specs.get(under ?? '')?.below.push(code)
  return new Map([...specs].map(([code, { line: of, ...spec }]) => [code, { ...spec, line: of?.code ?? null }]))
}
function remembered<T>(work: (code: string, at: number) => T): (code: string, at: number) => T {
  const known = new Map<string, T>()
  return (code, at) => {
    const key = `${code} ${at}`
    if (!known.has(key)) known.set(key, work(code, at))
    return known.get(key) as T
  }
}
