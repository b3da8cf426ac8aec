import { useMemo } from 'react'
import type { Row } from '@/contract/resource'
import { useList, type ListResult } from '@/client/api/use-list'
import { roundDecimal } from '@/client/format/number'
import { formatDay } from '@/client/format/time'
import { isCountedInSums } from '@/offline/overlay'
import { DAY_MS, HOUR_MS } from '@/plant/rules/plant-time'
import { meterReading } from '../../contract/meter'
import { USUAL_DAYS, usualPerHour } from '../../rules/meter'

export type Reading = Row<typeof meterReading> & { pending?: unknown }
/** Returns the readings of a meter, newest first, including unsent ones. `validRows` excludes refused ones. */
export function useReadings(
  meterId: string | null,
): Omit<ListResult<never>, 'rows'> & { rows: Reading[]; standing: Reading[] } {
  const { rows: read, ...rest } = useList(meterReading, { meterId: meterId ?? '', size: 200 }, meterId !== null)
  const rows = useMemo(() => [...(read as Reading[])].sort((a, b) => (a.readAt < b.readAt ? 1 : -1)), [read])
  return { ...rest, rows, standing: useMemo(() => rows.filter(isCountedInSums), [rows]) }
}

/** Returns the usual use per hour of the days up to the newest reading; the use before the first one is excluded. */
export function usualOf(readings: readonly Pick<Reading, 'readAt' | 'used'>[]): number | null {
  const [newest] = readings
  if (!newest) return null
  const until = Date.parse(newest.readAt)
  const recent = readings.filter(({ readAt }) => Date.parse(readAt) >= until - USUAL_DAYS * DAY_MS)
  const first = recent.at(-1)
  if (!first) return null
  const used = recent.slice(0, -1).reduce((sum, reading) => sum + (reading.used ?? 0), 0)
  return usualPerHour(used, (until - Date.parse(first.readAt)) / HOUR_MS)
}

/**
 * Returns the use per day in the meter's unit, oldest first: the use up to a day's last reading, divided by the days
 * since the reading before that day. The day of the very first reading is left out, because it has no predecessor.
 */
export function usedADay(
  readings: readonly Pick<Reading, 'readAt' | 'used'>[],
  zone: string,
): { day: string; perDay: number }[] {
  const days: { day: string; used: number; since: number | null; at: number }[] = []
  for (const { readAt, used } of [...readings].reverse()) {
    const [day, at] = [formatDay(readAt, zone), Date.parse(readAt)]
    const last = days.at(-1)
    if (last?.day === day) Object.assign(last, { used: last.used + (used ?? 0), at })
    else days.push({ day, used: used ?? 0, since: last?.at ?? null, at })
  }
  return days.flatMap(({ day, used, since, at }) =>
    since === null || at <= since ? [] : [{ day, perDay: roundDecimal((used * DAY_MS) / (at - since), 3) }],
  )
}
