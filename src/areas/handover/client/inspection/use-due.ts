import { useMemo } from 'react'
import type { Row } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import { useNow } from '@/client/use-now'
import { inspectionTime } from '../../contract/inspections'
import { MISSED_AFTER_MINUTES } from '../../rules/inspection'
import { toMillis, toMoment } from '../../rules/plant-time'

export type Due = Row<typeof inspectionTime>
const HOUR = 3_600_000
const MINUTE = 60_000
/** Hours around now that are shown: what was missed yesterday, what is due tomorrow. */
const SPAN = 24

export type DueState = 'done' | 'missed' | 'overdue' | 'due'
/** Where an inspection stands; overdue for an hour, then missed. */
export const dueState = ({ doneAt, dueAt }: Pick<Due, 'doneAt' | 'dueAt'>, now: number): DueState =>
  doneAt ? 'done' : toMillis(dueAt) + MISSED_AFTER_MINUTES * MINUTE < now ? 'missed' : toMillis(dueAt) < now ? 'overdue' : 'due'
const urgency: Record<DueState, number> = { overdue: 0, due: 1, missed: 2, done: 3 }
/** Those of the person's line first, among them what is overdue, then what is due; the earliest first. */
export const inOrder = (rows: readonly Due[], now: number, mine: string | null): Due[] => [...rows].sort((a, b) =>
  urgency[dueState(a, now)] - urgency[dueState(b, now)] || Number(b.lineId === mine) - Number(a.lineId === mine) || toMillis(a.dueAt) - toMillis(b.dueAt))
/** Inspections of a day around now, those to be done first. */
export function useDue() {
  const now = useNow()
  const hour = Math.floor(now / HOUR) * HOUR
  const list = useList(inspectionTime, useMemo(() => ({ dueAtFrom: toMoment(hour - SPAN * HOUR), dueAtTo: toMoment(hour + SPAN * HOUR), sort: 'dueAt', size: 200 }), [hour]))
  return { now, list, open: list.rows.filter((row) => !row.doneAt) }
}
