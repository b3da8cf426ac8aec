import { useMemo } from 'react'
import type { Row } from '@/contract/resource'
import { useList, type ListResult } from '@/client/api/use-list'
import { roundDecimal } from '@/client/format/number'
import { formatDay } from '@/client/format/time'
import { isCountedInSums } from '@/offline/overlay'
import { DAY_MS, HOUR_MS } from '@/plant/rules/plant-time'
import { meterReading } from '../../contract/meter'
import { USUAL_RATE_DAYS, calculateUsualPerHour } from '../../rules/meter'

export type MeterReadingRow = Row<typeof meterReading> & { pending?: unknown }
/** Returns the readings of a meter, newest first, including unsent ones. `validRows` excludes refused ones. */
export function useReadings(
  meterId: string | null,
): Omit<ListResult<never>, 'rows'> & { rows: MeterReadingRow[]; validRows: MeterReadingRow[] } {
  const { rows: listedRows, ...list } = useList(
    meterReading,
    { meterId: meterId ?? '', size: 200 },
    { enabled: meterId !== null },
  )
  const rows = useMemo(
    () => [...(listedRows as MeterReadingRow[])].sort((a, b) => (a.readAt < b.readAt ? 1 : -1)),
    [listedRows],
  )
  return { ...list, rows, validRows: useMemo(() => rows.filter(isCountedInSums), [rows]) }
}

/**
 * Returns the average use per hour over the last `USUAL_RATE_DAYS` days up to the newest reading. The use before the
 * first reading in these days is excluded.
 */
export function calculateUsualRate(readings: readonly Pick<MeterReadingRow, 'readAt' | 'used'>[]): number | null {
  const [newestReading] = readings
  if (!newestReading) return null
  const newestMs = Date.parse(newestReading.readAt)
  const recentReadings = readings.filter(({ readAt }) => Date.parse(readAt) >= newestMs - USUAL_RATE_DAYS * DAY_MS)
  const firstReading = recentReadings.at(-1)
  if (!firstReading) return null
  const usedAfterFirst = recentReadings.slice(0, -1).reduce((sum, reading) => sum + (reading.used ?? 0), 0)
  return calculateUsualPerHour(usedAfterFirst, (newestMs - Date.parse(firstReading.readAt)) / HOUR_MS)
}

/**
 * Returns the use per day in the meter's unit, oldest first. The use since the last reading of an earlier day is divided
 * by the days between both readings. The first day is left out, because no reading precedes it.
 */
export function calculateDailyUse(
  readings: readonly Pick<MeterReadingRow, 'readAt' | 'used'>[],
  zone: string,
): { day: string; perDay: number }[] {
  const days: { day: string; used: number; previousDayReadMs: number | null; lastReadMs: number }[] = []
  for (const { readAt, used } of [...readings].reverse()) {
    const day = formatDay(readAt, zone)
    const lastReadMs = Date.parse(readAt)
    const lastDay = days.at(-1)
    if (lastDay?.day === day) {
      lastDay.used += used ?? 0
      lastDay.lastReadMs = lastReadMs
    } else days.push({ day, used: used ?? 0, previousDayReadMs: lastDay?.lastReadMs ?? null, lastReadMs })
  }
  return days.flatMap(({ day, used, previousDayReadMs, lastReadMs }) =>
    previousDayReadMs === null || lastReadMs <= previousDayReadMs
      ? []
      : [{ day, perDay: roundDecimal((used * DAY_MS) / (lastReadMs - previousDayReadMs), 3) }],
  )
}
