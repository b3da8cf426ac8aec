import { useMemo } from 'react'
import { useList, type ListResult } from '@/client/api/use-list'
import { useNow } from '@/client/use-now'
import { HOUR_MS, toMillis } from '@/plant/rules/plant-time'
import { notTheirs, openRounds } from '@/areas/maintenance/rules/inspection-round'
import { inspectionRound } from '@/areas/maintenance/contract/inspection-round'
import type { Round } from '../walk/round-state'
import { useWalker } from '../walk/use-walker'

/** How far ahead a round is worth showing as mine: a shift of twelve hours. */
const AHEAD = 12 * HOUR_MS

/** Open rounds this person may walk: begun ones first, then those that can be started, then those of this shift still to come. */
export function useMyRounds(): ListResult<Round> {
  const person = useWalker()
  // To the hour: what is asked for stays the same while the page is open, but follows the clock when that is found to be off.
  const until = new Date(Math.ceil((useNow() + AHEAD) / HOUR_MS) * HOUR_MS).toISOString()
  const list = useList(inspectionRound, {
    state: openRounds.join(','),
    dueAtTo: until,
    sort: 'dueAt',
    size: 200,
  })
  const rows = useMemo(
    () =>
      list.rows
        .filter(
          (round) => openRounds.includes(round.state) && notTheirs(round, person) === null && round.opensAt <= until,
        )
        .sort((a, b) => Number(a.state === 'due') - Number(b.state === 'due') || toMillis(a.dueAt) - toMillis(b.dueAt)),
    [list.rows, person, until],
  )
  return { ...list, rows, total: rows.length }
}
