import { useMemo } from 'react'
import { useList, type ListResult } from '@/client/api/use-list'
import { useNow } from '@/client/clock'
import { HOUR_MS, toMillis } from '@/plant/rules/plant-time'
import { findRoundAccessProblem, openRoundStates } from '@/areas/rounds/rules/inspection-round'
import { inspectionRound } from '@/areas/rounds/contract/inspection-round'
import type { Round } from './walk/walk-points'
import { useSession } from '@/client/session/use-session'

/** Rounds opening within this time are included: one shift of 12 hours. */
const LOOKAHEAD_MS = 12 * HOUR_MS

/** Loads the open rounds this person may walk: started ones first, then the due ones by due time. */
export function useMyRounds(): ListResult<Round> {
  const person = useWalker()
  // Rounded up to the hour, so that the query stays stable while the page is open but follows clock corrections.
  const latestOpening = new Date(Math.ceil((useNow() + LOOKAHEAD_MS) / HOUR_MS) * HOUR_MS).toISOString()
  const roundList = useList(inspectionRound, {
    state: openRoundStates.join(','),
    dueAtTo: latestOpening,
    sort: 'dueAt',
    size: 200,
  })
  const rows = useMemo(
    () =>
      roundList.rows
        .filter(
          (round) =>
            openRoundStates.includes(round.state) &&
            findRoundAccessProblem(round, person) === null &&
            round.opensAt <= latestOpening,
        )
        .sort((a, b) => Number(a.state === 'due') - Number(b.state === 'due') || toMillis(a.dueAt) - toMillis(b.dueAt)),
    [roundList.rows, person, latestOpening],
  )
  return { ...roundList, rows, total: rows.length }
}

/**
 * Returns the signed-in person in the form that the round rules expect.
 */
export function useWalker(): { id: string; roleId: string; isSup: boolean } {
  const { userId, roleId, isSup } = useSession()
  return useMemo(() => ({ id: userId, roleId, isSup }), [userId, roleId, isSup])
}
