import { useEffect, useMemo, useRef } from 'react'
import type { Row } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import type { CommandFormState } from '@/client/resource/use-form'
import { producingStates } from '@/areas/orders/rules/work-order'
import { workOrder } from '@/areas/orders/contract/work-order'

const PRODUCING_ORDERS_QUERY = { state: producingStates.join(','), size: 100 }

/**
 * Presets the order that runs on the record's line, unless the person has chosen an order. Presets again when the line
 * changes.
 * @returns the orders in production on the line, or all orders in production if the line has none
 */
export function useDefaultOrder({ values, setValues }: Pick<CommandFormState, 'values' | 'setValues'>) {
  const lineId = typeof values['lineId'] === 'string' ? values['lineId'] : null
  const chosenOrderId = values['workOrderId']
  const { rows } = useList(workOrder, PRODUCING_ORDERS_QUERY)
  const lineOrders = useMemo(() => rows.filter((row) => !lineId || row.lineId === lineId), [rows, lineId])
  const lastPreset = useRef<{ lineId: string; orderId: string } | null>(null)
  useEffect(() => {
    const defaultOrder: Row<typeof workOrder> | undefined =
      lineOrders.length === 1 ? lineOrders[0] : lineOrders.find(({ state }) => state === 'running')
    // Presets only once per line, because a person who clears the order wants to choose another order.
    if (!lineId || !defaultOrder || lastPreset.current?.lineId === lineId) return
    if (chosenOrderId && chosenOrderId !== lastPreset.current?.orderId) return
    lastPreset.current = { lineId, orderId: defaultOrder.id }
    if (defaultOrder.id !== chosenOrderId) setValues({ workOrderId: defaultOrder.id })
  }, [chosenOrderId, lineId, lineOrders, setValues])
  return lineOrders.length > 0 ? lineOrders : rows
}
