import { useMemo } from 'react'
import type { Row } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import { useMyLine } from '@/plant/client/line/my-line'
import { useNow } from '@/client/clock'
import { plantSetting } from '@/plant/contract/plant-setting'
import { toInspectionMinutes, buildPlantSettings } from '@/plant/rules/settings'
import { inspectionTime } from '../../contract/inspections'
import { toMillis, toMoment } from '@/plant/rules/plant-time'

export type DueInspectionRow = Row<typeof inspectionTime>
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** Lists inspections due up to this number of hours before or after now. */
const SPAN_HOURS = 24
const SETTINGS_QUERY = { size: 100 }

export type DueState = 'done' | 'missed' | 'overdue' | 'due'
const URGENCY_RANK: Record<DueState, number> = { overdue: 0, due: 1, missed: 2, done: 3 }
/** Returns the state of an inspection: overdue up to `missedAfterMinutes` after it was due, then missed. */
function determineDueState({ doneAt, dueAt }: DueInspectionRow, now: number, missedAfterMinutes: number): DueState {
  if (doneAt) return 'done'
  if (toMillis(dueAt) + missedAfterMinutes * MINUTE_MS < now) return 'missed'
  return toMillis(dueAt) < now ? 'overdue' : 'due'
}

/**
 * Returns the inspections due within 24 h of now: first overdue inspections, then due, missed and done inspections.
 * Within a state, inspections of the person's own line come first, then the earliest.
 */
export function useDueInspections() {
  const now = useNow()
  const myLineId = useMyLine()
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS
  const list = useList(
    inspectionTime,
    useMemo(
      () => ({
        dueAtFrom: toMoment(hour - SPAN_HOURS * HOUR_MS),
        dueAtTo: toMoment(hour + SPAN_HOURS * HOUR_MS),
        sort: 'dueAt',
        size: 200,
      }),
      [hour],
    ),
  )
  const settings = useList(plantSetting, SETTINGS_QUERY)
  const { missed: missedAfterMinutes } = toInspectionMinutes(buildPlantSettings(settings.rows))
  const getDueState = (row: DueInspectionRow): DueState => determineDueState(row, now, missedAfterMinutes)
  const rows = [...list.rows].sort(
    (a, b) =>
      URGENCY_RANK[getDueState(a)] - URGENCY_RANK[getDueState(b)] ||
      Number(b.lineId === myLineId) - Number(a.lineId === myLineId) ||
      toMillis(a.dueAt) - toMillis(b.dueAt),
  )
  return { now, myLineId, list, rows, getDueState }
}
