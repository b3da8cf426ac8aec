import { useMemo } from 'react'
import { useList } from '@/client/api/use-list'
import { cutOrder, cutting, slitSet } from '../../contract/slitting'

/** Sets that came off a slitter last: of more than two days. */
const LAST_SETS = 100

/**
 * The orders that a slitter works: those of its last sets, of what is on it, and of what waits for it; by id, comma-separated.
 * Null while that is not known, empty where it works none.
 */
export function useOwnOrders(slitterId: string | null): string | null {
  const asked = { slitterId: slitterId ?? '' }
  const isAsked = slitterId !== null
  const sets = useList(slitSet, { ...asked, state: 'made', size: LAST_SETS }, isAsked)
  const runs = useList(cutting, { ...asked, state: 'open', size: 1 }, isAsked)
  const queue = useList(cutOrder, { ...asked, size: LAST_SETS }, isAsked)
  const isKnown = isAsked && ![sets, runs, queue].some((list) => list.isLoading)
  return useMemo(() => {
    if (!isKnown) return null
    const lanes = [...sets.rows, ...runs.rows].flatMap((row) => row.lanes)
    const waiting = queue.rows.flatMap((row) => [{ workOrderId: row.workOrderId }, ...row.lanes])
    return [...new Set([...lanes, ...waiting].flatMap(({ workOrderId }) => workOrderId ?? []))].sort().join(',')
  }, [isKnown, sets.rows, runs.rows, queue.rows])
}
