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
import { chooseDefaultLine } from '@/areas/orders/rules/work-order'
import { useQueryParams } from '@/client/use-query-params'
import { placeOrder } from '../contract/planning-endpoints'
import { SNAP_STEP_MS } from './time-scale'
import type { UnplannedOrder } from './UnplannedOrderList'
import type { PlacementDraft } from './use-order-placement'

/** Assumed duration if the server cannot be asked: one shift. */
const DEFAULT_DURATION_MS = 8 * HOUR_MS

export interface ScheduleLine {
  readonly id: string
  readonly code: string
  readonly label: string
  readonly kind: LineKind
}
/**
 * Fetches the family of an order's product. Returns null if the family cannot be read; the first line is then proposed.
 */
const fetchFamily = (order: UnplannedOrder): Promise<string | null> =>
  callEndpoint(product.endpoints.list, { id: order.productId, size: 1 }, { quiet: true }).then(
    ({ list }) => list[0]?.family ?? null,
    (error: unknown) => {
      recordTrouble('family not known', error)
      return null
    },
  )

/**
 * Proposes the first free place for an unplanned order, on the line that makes its product. `placeOnLine` repeats the
 * proposal for another line, because start and duration differ between lines. An order in the address (`?order=`) is
 * proposed once. With `?anew=` the proposal uses the duration that the order needs now, not its planned duration.
 * @param lines undefined until the plan is loaded
 */
export function useOrderToPlace(
  lines: readonly ScheduleLine[] | undefined,
  onProposal: (draft: PlacementDraft) => void,
): { place: (order: UnplannedOrder) => void; placeOnLine: (lineId: string) => void } {
  const [params, changeParams] = useQueryParams()
  const orderId = params.get('order')
  const requestsNeededDuration = params.get('anew') !== null
  const { row } = useRow(workOrder, orderId)
  const proposedOrderId = useRef<string | null>(null)
  const currentOrder = useRef<UnplannedOrder | null>(null)
  const proposePlaceFor = useCallback(
    async (order: UnplannedOrder, chosenLineId: string | null, usesNeededDuration = false) => {
      currentOrder.current = order
      const family = await fetchFamily(order)
      const lineId = chosenLineId ?? order.lineId ?? chooseDefaultLine(lines ?? [], family)
      if (!lineId) return
      const plannedStart = !chosenLineId && order.plannedStart ? order.plannedStart : null
      const proposePlace = (startsAt: number, endsAt: number) =>
        onProposal({
          id: '',
          version: 0,
          workOrderId: order.id,
          number: order.number,
          lineId,
          startsAt,
          endsAt,
          family,
        })
      if (plannedStart && order.plannedEnd && !usesNeededDuration) {
        proposePlace(Date.parse(plannedStart), Date.parse(order.plannedEnd))
        return
      }
      const soonestStartMs = Math.ceil((getPlantNow() + HOUR_MS) / SNAP_STEP_MS) * SNAP_STEP_MS
      callEndpoint(
        placeOrder,
        { workOrderId: order.id, lineId, startsAt: plannedStart, anew: plannedStart !== null, dryRun: true },
        { quiet: true },
      ).then(
        ({ entry, moved }) => {
          const ownMove = moved.find(({ id }) => id === entry)
          if (ownMove) proposePlace(Date.parse(ownMove.startsAt), Date.parse(ownMove.endsAt))
          else proposePlace(soonestStartMs, soonestStartMs + DEFAULT_DURATION_MS)
        },
        (error: unknown) => {
          recordTrouble('length not worked out', error)
          // If the server refuses, e.g. because the order is too long, the reason is shown instead of a proposal.
          if (error instanceof ApiError && error.errno === '6000') void notify(error.message, 'fail')
          else proposePlace(soonestStartMs, soonestStartMs + DEFAULT_DURATION_MS)
        },
      )
    },
    [lines, onProposal],
  )
  const place = useCallback((order: UnplannedOrder) => void proposePlaceFor(order, null), [proposePlaceFor])
  const placeOnLine = useCallback(
    (lineId: string) => void (currentOrder.current && proposePlaceFor(currentOrder.current, lineId)),
    [proposePlaceFor],
  )
  const areLinesLoaded = lines !== undefined && lines.length > 0
  useEffect(() => {
    if (!row || !areLinesLoaded || proposedOrderId.current === row.id) return
    proposedOrderId.current = row.id
    void proposePlaceFor(row as UnplannedOrder, null, requestsNeededDuration)
    changeParams({ order: null, anew: null }, { replace: true })
  }, [row, areLinesLoaded, requestsNeededDuration, proposePlaceFor, changeParams])
  return { place, placeOnLine }
}
