import { useCallback, useEffect, useRef } from 'react'
import { HOUR } from '@/areas/handover/rules/plant-time'
import { useRow } from '@/client/api/use-list'
import { plantNow } from '@/client/clock'
import { workOrder } from '@/areas/orders/contract/work-order'
import { useParams } from '@/client/use-params'
import { snap } from './time-scale'
import type { OrderRow } from './Unplanned'
import type { Wish } from './use-placing'

/** An order of unknown length gets a shift to begin with. */
const USUAL = 8 * HOUR

/** Begins to place an order that has no place yet; also the one the address names (`?order=`), once. */
export function useOrderToPlace(firstLine: string | undefined, onWish: (wish: Wish) => void): (order: OrderRow) => void {
  const [params, change] = useParams()
  const asked = params.get('order')
  const { row } = useRow(workOrder, asked)
  const begun = useRef<string | null>(null)
  const place = useCallback((order: OrderRow) => {
    const startsAt = order.plannedStart ? Date.parse(order.plannedStart) : snap(plantNow() + HOUR)
    const endsAt = order.plannedStart && order.plannedEnd ? Date.parse(order.plannedEnd) : startsAt + USUAL
    const lineId = order.lineId ?? firstLine
    if (lineId) onWish({ id: '', version: 0, workOrderId: order.id, number: order.number, lineId, startsAt, endsAt })
  }, [firstLine, onWish])
  useEffect(() => {
    if (!row || !firstLine || begun.current === row.id) return
    begun.current = row.id
    place(row as OrderRow)
    change({ order: null }, true)
  }, [row, firstLine, place, change])
  return place
}
