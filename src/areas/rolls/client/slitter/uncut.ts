import { useList } from '@/client/api/use-list'
import { workOrder } from '@/areas/orders/contract/work-order'
import { isSettled } from '@/areas/orders/rules/work-order'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cuttable } from '@/areas/rolls/rules/jumbo-roll'

/** The jumbos in the hall that wait for a slitter, the longest waiting first. */
const UNCUT = { state: cuttable.join(','), sort: 'startedAt', size: 50 }

/** The orders among these whose books are closed, by id, with their numbers: nothing more is cut for them. */
export function useClosedOrders(ids: readonly string[]): ReadonlyMap<string, string> {
  const of = [...new Set(ids)].sort()
  const { rows } = useList(workOrder, { id: of.join(','), size: 100 }, of.length > 0)
  return new Map(
    rows.filter((row) => of.includes(row.id) && isSettled(row.state)).map(({ id, number }) => [id, number]),
  )
}
/** What may be put on a slitter next, and what lies in the hall of closed orders: the page of the slitter and its card ask the same. */
export function useUncut() {
  const { rows, ...rest } = useList(jumboRoll, UNCUT)
  const orders = useClosedOrders(rows.map((row) => row.workOrderId))
  return {
    ...rest,
    rows: rows.filter((row) => !orders.has(row.workOrderId)),
    ofClosed: rows.flatMap((row) => {
      const order = orders.get(row.workOrderId)
      return order === undefined ? [] : [{ ...row, order }]
    }),
  }
}
