import { useMemo } from 'react'
import { useList } from '@/client/api/use-list'
import { cutOrder, cutting, slitSet } from '../../contract/slitting'

/** Number of recent sets to look at; covers more than two days. */
const LAST_SETS = 100

/**
 * Returns the ids of the orders that a slitter works on, comma-separated: those of its recent sets, its current cutting
 * and its queue. Null while loading, empty if there are none.
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
