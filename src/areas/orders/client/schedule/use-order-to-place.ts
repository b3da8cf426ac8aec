import { useCallback, useEffect, useRef } from 'react'
import { HOUR_MS } from '@/plant/rules/plant-time'
import { ApiError } from '@/client/api/api-error'
import { callEndpoint } from '@/client/api/call-endpoint'
import { notify } from '@/client/api/notify'
import { useRow } from '@/client/api/use-list'
import { getPlantNow } from '@/client/clock'
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

/** Assumed duration if the server cannot be asked: one shift. */
const USUAL = 8 * HOUR_MS

export interface PlanLine {
  readonly id: string
  readonly code: string
  readonly label: string
  readonly kind: LineKind
}
/** Fetches the family of an order's product; null if it cannot be read, then the person chooses the line. */
const familyOf = (order: OrderRow): Promise<string | null> =>
  callEndpoint(product.endpoints.list, { id: order.productId, size: 1 }, { quiet: true }).then(
    ({ list }) => list[0]?.family ?? null,
    (error: unknown) => {
      recordTrouble('family not known', error)
      return null
    },
  )

/**
 * Proposes the first free place for an unplanned order, on the line that makes its product. An order in the address
 * (`?order=`) is proposed once, with `?anew=` for the duration it needs now. Start and duration differ between lines.
 * @param lines undefined until the plan is loaded
 */
export function useOrderToPlace(
  lines: readonly PlanLine[] | undefined,
  onWish: (wish: Wish) => void,
): { place: (order: OrderRow) => void; onLine: (lineId: string) => void } {
  const [params, change] = useParams()
  const asked = params.get('order')
  const anew = params.get('anew') !== null
  const { row } = useRow(workOrder, asked)
  const begun = useRef<string | null>(null)
  const placing = useRef<OrderRow | null>(null)
  const placeOn = useCallback(
    async (order: OrderRow, chosen: string | null, anew = false) => {
      placing.current = order
      const family = await familyOf(order)
      const lineId = chosen ?? order.lineId ?? usualLine(lines ?? [], family)
      if (!lineId) return
      const planned = !chosen && order.plannedStart ? order.plannedStart : null
      const wish = (startsAt: number, endsAt: number) =>
        onWish({ id: '', version: 0, workOrderId: order.id, number: order.number, lineId, startsAt, endsAt, family })
      if (planned && order.plannedEnd && !anew) {
        wish(Date.parse(planned), Date.parse(order.plannedEnd))
        return
      }
      const soon = Math.ceil((getPlantNow() + HOUR_MS) / STEP) * STEP
      callEndpoint(
        placeOrder,
        { workOrderId: order.id, lineId, startsAt: planned, anew: planned !== null, dryRun: true },
        { quiet: true },
      ).then(
        ({ entry, moved }) => {
          const own = moved.find((one) => one.id === entry)
          if (own) wish(Date.parse(own.startsAt), Date.parse(own.endsAt))
          else wish(soon, soon + USUAL)
        },
        (error: unknown) => {
          recordTrouble('length not worked out', error)
          // A refusal, e.g. an order too long to be planned, is shown instead of proposing a made-up duration.
          if (error instanceof ApiError && error.errno === '6000') void notify(error.message, 'fail')
          else wish(soon, soon + USUAL)
        },
      )
    },
    [lines, onWish],
  )
  const place = useCallback((order: OrderRow) => void placeOn(order, null), [placeOn])
  const onLine = useCallback((lineId: string) => void (placing.current && placeOn(placing.current, lineId)), [placeOn])
  const known = lines !== undefined && lines.length > 0
  useEffect(() => {
    if (!row || !known || begun.current === row.id) return
    begun.current = row.id
    void placeOn(row as OrderRow, null, anew)
    change({ order: null, anew: null }, true)
  }, [row, known, anew, placeOn, change])
  return { place, onLine }
}
