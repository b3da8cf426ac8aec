import { useCallback, useEffect, useRef } from 'react'
import { HOUR } from '@/plant/rules/plant-time'
import { call } from '@/client/api/call'
import { useRow } from '@/client/api/use-list'
import { plantNow } from '@/client/clock'
import { recordTrouble } from '@/client/ui/trouble'
import { product } from '@/areas/standards/contract/product'
import type { LineKind } from '@/plant/rules/line'
import { workOrder } from '@/areas/orders/contract/work-order'
import { usualLine } from '@/areas/orders/rules/line-of-product'
import { useParams } from '@/client/use-params'
import { placeOrder } from '@/areas/orders/contract/schedule'
import { STEP } from './time-scale'
import type { OrderRow } from './Unplanned'
import type { Wish } from './use-placing'

/** Where the server can't be asked how long an order takes: a shift. */
const USUAL = 8 * HOUR

export interface PlanLine {
  readonly id: string
  readonly code: string
  readonly label: string
  readonly kind: LineKind
}
/** The family of an order's product; null where it cannot be read, which leaves the line to the person. */
const familyOf = (order: OrderRow): Promise<string | null> =>
  call(product.endpoints.list, { id: order.productId, size: 1 }, { quiet: true }).then(
    ({ list }) => list[0]?.family ?? null,
    (error: unknown) => {
      recordTrouble('family not known', error)
      return null
    },
  )

/**
 * Begins to place an order that has no place yet, behind what runs on the line that makes its product; also the one the address
 * names (`?order=`), once. On another line it begins and lasts otherwise. @param lines none while the plan is not here
 */
export function useOrderToPlace(
  lines: readonly PlanLine[] | undefined,
  freeFrom: (lineId: string) => number,
  onWish: (wish: Wish) => void,
): { place: (order: OrderRow) => void; onLine: (lineId: string) => void } {
  const [params, change] = useParams()
  const asked = params.get('order')
  const { row } = useRow(workOrder, asked)
  const begun = useRef<string | null>(null)
  const placing = useRef<OrderRow | null>(null)
  const placeOn = useCallback(
    async (order: OrderRow, chosen: string | null) => {
      placing.current = order
      const family = await familyOf(order)
      const lineId = chosen ?? order.lineId ?? usualLine(lines ?? [], family)
      if (!lineId) return
      const startsAt =
        order.plannedStart && !chosen
          ? Date.parse(order.plannedStart)
          : Math.ceil(Math.max(plantNow() + HOUR, freeFrom(lineId)) / STEP) * STEP
      const wish = (endsAt: number) =>
        onWish({ id: '', version: 0, workOrderId: order.id, number: order.number, lineId, startsAt, endsAt, family })
      if (order.plannedStart && order.plannedEnd && !chosen) {
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
    [lines, freeFrom, onWish],
  )
  const place = useCallback((order: OrderRow) => void placeOn(order, null), [placeOn])
  const onLine = useCallback((lineId: string) => void (placing.current && placeOn(placing.current, lineId)), [placeOn])
  const known = lines !== undefined && lines.length > 0
  useEffect(() => {
    if (!row || !known || begun.current === row.id) return
    begun.current = row.id
    place(row as OrderRow)
    change({ order: null }, true)
  }, [row, known, place, change])
  return { place, onLine }
}
