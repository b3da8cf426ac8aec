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
/** Inspections of a day around now, those to be done first. */
export function useDue() {
  const now = useNow()
  const hour = Math.floor(now / HOUR) * HOUR
  const list = useList(inspectionTime, useMemo(() => ({ dueAtFrom: toMoment(hour - SPAN * HOUR), dueAtTo: toMoment(hour + SPAN * HOUR), sort: 'dueAt', size: 200 }), [hour]))
  return { now, list, open: list.rows.filter((row) => !row.doneAt) }
}
