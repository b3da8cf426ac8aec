import { useCallback, useEffect, useRef } from 'react'
import { HOUR } from '@/plant/rules/plant-time'
import { call } from '@/client/api/call'
import { useRow } from '@/client/api/use-list'
import { plantNow } from '@/client/clock'
import { recordTrouble } from '@/client/ui/trouble'
import { workOrder } from '@/areas/orders/contract/work-order'
import { useParams } from '@/client/use-params'
import { placeOrder } from '@/areas/orders/contract/schedule'
import { STEP } from './time-scale'
import type { OrderRow } from './Unplanned'
import type { Wish } from './use-placing'

/** Where the server can't be asked how long an order takes: a shift. */
const USUAL = 8 * HOUR

/** Begins to place an order that has no place yet, behind what runs on its line; also the one the address names (`?order=`), once. */
export function useOrderToPlace(
  firstLine: string | undefined,
  freeFrom: (lineId: string) => number,
  onWish: (wish: Wish) => void,
): (order: OrderRow) => void {
  const [params, change] = useParams()
  const asked = params.get('order')
  const { row } = useRow(workOrder, asked)
  const begun = useRef<string | null>(null)
  const place = useCallback(
    (order: OrderRow) => {
      const lineId = order.lineId ?? firstLine
      if (!lineId) return
      const startsAt = order.plannedStart
        ? Date.parse(order.plannedStart)
        : Math.ceil(Math.max(plantNow() + HOUR, freeFrom(lineId)) / STEP) * STEP
      const wish = (endsAt: number) =>
        onWish({ id: '', version: 0, workOrderId: order.id, number: order.number, lineId, startsAt, endsAt })
      if (order.plannedStart && order.plannedEnd) {
        wish(Date.parse(order.plannedEnd))
        return
      }
      call(
        placeOrder,
        { workOrderId: order.id, lineId, startsAt: new Date(startsAt).toISOString(), dryRun: true },
        { quiet: true },
      ).then(
        ({ entry, moved }) => {
          const own = moved.find((one) => one.id === entry)
          wish(own ? startsAt + Date.parse(own.endsAt) - Date.parse(own.startsAt) : startsAt + USUAL)
        },
        (error: unknown) => {
          recordTrouble('length not worked out', error)
          wish(startsAt + USUAL)
        },
      )
    },
    [firstLine, freeFrom, onWish],
  )
  useEffect(() => {
    if (!row || !firstLine || begun.current === row.id) return
    begun.current = row.id
    place(row as OrderRow)
    change({ order: null }, true)
  }, [row, firstLine, place, change])
  return place
}
