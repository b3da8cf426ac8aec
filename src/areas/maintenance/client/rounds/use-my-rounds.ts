import { useMemo } from 'react'
import { useList, type ListResult } from '@/client/api/use-list'
import { useNow } from '@/client/use-now'
import { HOUR_MS, toMillis } from '@/plant/rules/plant-time'
import { findRoundAccessProblem, openRoundStates } from '@/areas/maintenance/rules/inspection-round'
import { inspectionRound } from '@/areas/maintenance/contract/inspection-round'
import type { Round } from '../walk/round-state'
import { useWalker } from '../walk/use-walker'

/** Rounds opening within this time are included: one shift of 12 hours. */
const LOOKAHEAD_MS = 12 * HOUR_MS

/** Loads the open rounds this person may walk: started ones first, then the due ones by due time. */
export function useMyRounds(): ListResult<Round> {
  const person = useWalker()
  // Rounded up to the hour, so that the query stays stable while the page is open but follows clock corrections.
  const horizon = new Date(Math.ceil((useNow() + LOOKAHEAD_MS) / HOUR_MS) * HOUR_MS).toISOString()
  const list = useList(inspectionRound, {
    state: openRoundStates.join(','),
    dueAtTo: horizon,
    sort: 'dueAt',
    size: 200,
  })
  const rows = useMemo(
    () =>
      list.rows
        .filter(
          (round) =>
            openRoundStates.includes(round.state) &&
            findRoundAccessProblem(round, person) === null &&
            round.opensAt <= horizon,
        )
        .sort((a, b) => Number(a.state === 'due') - Number(b.state === 'due') || toMillis(a.dueAt) - toMillis(b.dueAt)),
    [list.rows, person, horizon],
  )
  return { ...list, rows, total: rows.length }
}
