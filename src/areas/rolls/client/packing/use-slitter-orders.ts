import { useMemo } from 'react'
import { useList } from '@/client/api/use-list'
import { cutOrder, cutting, slitSet } from '../../contract/slitting'

/** Number of recent sets to look at; covers more than two days. */
const MAX_SETS = 100

/**
 * Returns the ids of the orders that a slitter works on, comma-separated: those of its recent sets, its current cutting
 * and its queue. Null while loading, empty if there are none.
 */
export function useSlitterOrders(slitterId: string | null): string | null {
  const filter = { slitterId: slitterId ?? '' }
  const isEnabled = slitterId !== null
  const sets = useList(slitSet, { ...filter, state: 'made', size: MAX_SETS }, isEnabled)
  const runs = useList(cutting, { ...filter, state: 'open', size: 1 }, isEnabled)
  const queue = useList(cutOrder, { ...filter, size: MAX_SETS }, isEnabled)
  const isKnown = isEnabled && ![sets, runs, queue].some((list) => list.isLoading)
  return useMemo(() => {
    if (!isKnown) return null
    const lanes = [...sets.rows, ...runs.rows].flatMap((row) => row.lanes)
    const queuedLanes = queue.rows.flatMap((row) => [{ workOrderId: row.workOrderId }, ...row.lanes])
    return [...new Set([...lanes, ...queuedLanes].flatMap(({ workOrderId }) => workOrderId ?? []))].sort().join(',')
  }, [isKnown, sets.rows, runs.rows, queue.rows])
}
