/** Meter readings every quarter of an hour, calculated as in the history: from running lines and submeters. */
import { line } from '@/plant/contract/line'
import { toLocalTime, MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { tag } from '@/areas/telemetry/contract/tag'
import { buildPlantDay, READING_SLOT_MS, getSlotStart } from '@/areas/telemetry/rules/rollup'
import { tagState } from '@/server/db/series'
import { columns, columnsOrNull } from '@/server/sql'
import type { DemoLineKind } from '../lines'
import { LOSS_FACTOR, buildMeterList, calculateHourlyUsage } from '../telemetry/energy-meters'
import type { LiveCrew } from './crew'
import { createLiveDice } from './line-speeds'

/** A gateway that was offline sends its buffered readings, at most this far back. */
const MAX_BUFFERED_MS = 24 * 60 * MINUTE_MS
const SLOTS_PER_HOUR = 4
/** Prefix of the meter codes of a place, e.g. `EM1`. */
const METER_PREFIX = /^(EM\d+)-/

export interface LiveMeter {
  readonly code: string
  readonly unit: string
  readonly areaId: string | null
  readonly lineCode: string | null
  readonly kind: DemoLineKind | null
  /** Last plausible reading. */
  readonly baseValue: number | null
  readonly baseAt: string | null
}
/** Lists the tags of meters that the demonstration created. */
export const listLiveMeters = (crew: LiveCrew): Promise<LiveMeter[]> =>
  crew.queryOnSite<LiveMeter>(
    `select ${columns(tag, ['code', 'unit', 'areaId'], 't')}, ${columnsOrNull(line, [{ lineCode: 'code' }, 'kind'], 'l')}, ${columnsOrNull(tagState, ['baseValue', 'baseAt'], 's')}
     from tag t left join line l on l.site_id = t.site_id and l.id = t.line_id left join tag_state s on s.site_id = t.site_id and s.tag_id = t.id
     where t.site_id = $1 and t.active and t.meter_id is not null and ${crew.buildDemoRowCondition('t', 'tag')} order by t.code limit 2000`,
  )

/**
 * Builds the readings that meters have not sent yet, one at the end of each elapsed quarter of an hour.
 * @param isLineStanding true if the line stood at a moment, ms since 1970
 */
export function buildMeterReadings(
  meters: readonly LiveMeter[],
  nowMs: number,
  zone: string,
  isLineStanding: (lineCode: string, ms: number) => boolean,
) {
  const untilMs = getSlotStart(nowMs)
  const metersByCode = new Map(meters.map((meter) => [meter.code, meter]))
  const calculateUsage = createUsageCalculator(meters, zone, isLineStanding)
  const readings: { tag: string; at: string; value: number; unit: string; quality: null }[] = []
  for (const { code, unit, baseAt, baseValue } of metersByCode.values()) {
    if (baseAt === null || baseValue === null) continue
    let value = baseValue
    const fromMs = Math.max(getSlotStart(toMillis(baseAt)), untilMs - MAX_BUFFERED_MS)
    for (let slotMs = fromMs; slotMs < untilMs; slotMs += READING_SLOT_MS) {
      const usage = calculateUsage(code, slotMs)
      if (usage === null) break
      value = Math.round((value + usage) * 100) / 100
      readings.push({ tag: code, at: toMoment(slotMs + READING_SLOT_MS), value, unit, quality: null })
    }
  }
  return readings.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}
/** Creates a function that calculates a meter's usage in the slot that begins at a moment; null for unknown meters. */
function createUsageCalculator(
  meters: readonly LiveMeter[],
  zone: string,
  isLineStanding: (lineCode: string, ms: number) => boolean,
) {
  const specs = buildMeterSpecs(meters)
  const lineCodes = [
    ...new Set(
      meters.flatMap((meter) => (meter.lineCode !== null && meter.kind !== 'slitting' ? [meter.lineCode] : [])),
    ),
  ]
  const calculateRunningShare = memoizeBySlot((code: string, slotMs: number): number => {
    const minutes = Array.from({ length: READING_SLOT_MS / MINUTE_MS }, (_, i) => slotMs + i * MINUTE_MS)
    return minutes.filter((minute) => !isLineStanding(code, minute)).length / minutes.length
  })
  const calculateAverageShare = (slotMs: number) =>
    lineCodes.reduce((sum, code) => sum + calculateRunningShare(code, slotMs), 0) / Math.max(1, lineCodes.length)
  const calculateUsage = memoizeBySlot((code: string, slotMs: number): number | null => {
    const spec = specs.get(code)
    if (!spec) return null
    if (!spec.consumption)
      return (
        spec.submeterCodes.reduce((sum, submeterCode) => sum + (calculateUsage(submeterCode, slotMs) ?? 0), 0) *
        LOSS_FACTOR
      )
    const { day } = toLocalTime(toMoment(slotMs), zone)
    const slot = (slotMs - buildPlantDay(day, zone).start) / READING_SLOT_MS
    const runningShare =
      spec.lineCode !== null && lineCodes.includes(spec.lineCode)
        ? calculateRunningShare(spec.lineCode, slotMs)
        : calculateAverageShare(slotMs)
    const noise = 1 + createLiveDice(`meter/${code}/${slotMs}`).between(-0.04, 0.04)
    const hourlyUsage = calculateHourlyUsage(spec.consumption, runningShare, Number(day.slice(5, 7)), slot)
    return (hourlyUsage / SLOTS_PER_HOUR) * noise
  })
  return calculateUsage
}
/**
 * Builds the specifications by meter code. The codes of a place's meters share a prefix. A line belongs to the place
 * whose meters are in the area of the line.
 */
function buildMeterSpecs(meters: readonly LiveMeter[]) {
  const prefixByArea = new Map(
    meters.flatMap(({ code, areaId }) => (METER_PREFIX.test(code) ? [[areaId, METER_PREFIX.exec(code)![1]!]] : [])),
  )
  const specs = new Map<string, ReturnType<typeof buildMeterList>[number] & { submeterCodes: string[] }>()
  for (const prefix of new Set(prefixByArea.values())) {
    const lines = new Map(
      meters.flatMap(({ lineCode: code, kind, areaId }) =>
        code !== null && kind !== null && prefixByArea.get(areaId) === prefix
          ? [[code, { code, kind, name: code, nameEn: code }]]
          : [],
      ),
    )
    for (const spec of buildMeterList([...lines.values()], prefix)) specs.set(spec.code, { ...spec, submeterCodes: [] })
  }
  for (const { code, parentCode } of specs.values()) specs.get(parentCode ?? '')?.submeterCodes.push(code)
  return new Map(
    [...specs].map(([code, { line: meteredLine, ...spec }]) => [
      code,
      { ...spec, lineCode: meteredLine?.code ?? null },
    ]),
  )
}
function memoizeBySlot<T>(calculate: (code: string, at: number) => T): (code: string, at: number) => T {
  const cache = new Map<string, T>()
  return (code, at) => {
    const key = `${code} ${at}`
    if (!cache.has(key)) cache.set(key, calculate(code, at))
    return cache.get(key) as T
  }
}
