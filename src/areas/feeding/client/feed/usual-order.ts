import type { Row } from '@/contract/resource'
import { useMyLine } from '@/plant/client/line/my-line'
import type { workOrder } from '@/areas/orders/contract/work-order'
import { keptOrder, pickedOrder } from './kept-order'

type Order = Row<typeof workOrder>
/**
 * Returns the order to preselect: chosen in this session, chosen last at the person's line, running there, any at
 * that line, chosen last elsewhere, or the only one.
 */
export function useUsualOrder(orders: readonly Order[]): Order | null {
  const mine = useMyLine()
  const known = (id: string | null, among = orders) => among.find((row) => row.id === id)
  const here = orders.filter((row) => row.lineId === mine)
  return (
    known(pickedOrder()) ??
    known(keptOrder(), here) ??
    here.find(({ state }) => state === 'running') ??
    here[0] ??
    known(keptOrder()) ??
    (orders.length === 1 ? orders[0]! : null)
  )
}
