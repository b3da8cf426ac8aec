import { useMemo } from 'react'
import type { Row } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import { useMyLine } from '@/plant/client/line/my-line'
import { useNow } from '@/client/use-now'
import { plantSetting } from '@/plant/contract/plant-setting'
import { toInspectionMinutes, buildPlantSettings } from '@/plant/rules/settings'
import { inspectionTime } from '../../contract/inspections'
import { toMillis, toMoment } from '@/plant/rules/plant-time'

export type Due = Row<typeof inspectionTime>
const HOUR = 3_600_000
const MINUTE = 60_000
/** Hours before and after now that are listed: inspections missed yesterday and due tomorrow. */
const SPAN = 24
const SETTINGS = { size: 100 }

export type DueState = 'done' | 'missed' | 'overdue' | 'due'
const urgency: Record<DueState, number> = { overdue: 0, due: 1, missed: 2, done: 3 }
/** Returns the state of an inspection: overdue up to `missedAfterMinutes` after it was due, then missed. */
const stateAt = ({ doneAt, dueAt }: Due, now: number, missedAfter: number): DueState =>
  doneAt ? 'done' : toMillis(dueAt) + missedAfter * MINUTE < now ? 'missed' : toMillis(dueAt) < now ? 'overdue' : 'due'

/**
 * Returns the inspections due within 24 h of now: overdue ones first, then due ones; within a state the person's own
 * line first, then the earliest.
 */
export function useDue() {
  const now = useNow()
  const mine = useMyLine()
  const hour = Math.floor(now / HOUR) * HOUR
  const list = useList(
    inspectionTime,
    useMemo(
      () => ({
        dueAtFrom: toMoment(hour - SPAN * HOUR),
        dueAtTo: toMoment(hour + SPAN * HOUR),
        sort: 'dueAt',
        size: 200,
      }),
      [hour],
    ),
  )
  const settings = useList(plantSetting, SETTINGS)
  const { missed } = toInspectionMinutes(buildPlantSettings(settings.rows))
  const stateOf = (row: Due): DueState => stateAt(row, now, missed)
  const rows = [...list.rows].sort(
    (a, b) =>
      urgency[stateOf(a)] - urgency[stateOf(b)] ||
      Number(b.lineId === mine) - Number(a.lineId === mine) ||
      toMillis(a.dueAt) - toMillis(b.dueAt),
  )
  return { now, mine, list, rows, stateOf }
}
