import { useMemo } from 'react'
import type { Row } from '@/contract/resource'
import { useList, type List } from '@/client/api/use-list'
import { formatDay } from '@/client/format/time'
import { DAY, HOUR } from '@/areas/handover/rules/plant-time'
import { meterReading } from '../../contract/meter'
import { USUAL_DAYS, usualPerHour } from '../../rules/meter'

export type Reading = Row<typeof meterReading> & { pending?: unknown }
/** Readings of a meter that a page shows and compares with, newest first; unsent ones of this phone included. */
export function useReadings(meterId: string | null): Omit<List<never>, 'rows'> & { rows: Reading[] } {
  const { rows, ...rest } = useList(meterReading, { meterId: meterId ?? '', size: 200 }, meterId !== null)
  return { ...rest, rows: useMemo(() => [...(rows as Reading[])].sort((a, b) => (a.readAt < b.readAt ? 1 : -1)), [rows]) }
}

/** Usual use per hour of the days up to the newest reading; what was used before the first of them lies outside. */
export function usualOf(readings: readonly Pick<Reading, 'readAt' | 'used'>[]): number | null {
  const [newest] = readings
  if (!newest) return null
  const until = Date.parse(newest.readAt)
  const recent = readings.filter(({ readAt }) => Date.parse(readAt) >= until - USUAL_DAYS * DAY)
  const first = recent.at(-1)
  if (!first) return null
  const used = recent.slice(0, -1).reduce((sum, reading) => sum + (reading.used ?? 0), 0)
  return usualPerHour(used, (until - Date.parse(first.readAt)) / HOUR)
}

/** Use by day of the plant, oldest first; what was used between two readings counts for the day of the later one. */
export function usedByDay(readings: readonly Pick<Reading, 'readAt' | 'used'>[], zone: string): { day: string; used: number }[] {
  const days = new Map<string, number>()
  for (const { readAt, used } of [...readings].reverse()) {
    if (used === null || used === undefined) continue
    const day = formatDay(readAt, zone)
    days.set(day, (days.get(day) ?? 0) + used)
  }
  return [...days].map(([day, used]) => ({ day, used: Math.round(used * 1e6) / 1e6 }))
}
