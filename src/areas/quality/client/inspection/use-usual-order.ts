import { useEffect, useMemo, useRef } from 'react'
import type { Row } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import type { CommandFormState } from '@/client/resource/use-form'
import { producingStates } from '@/areas/orders/rules/work-order'
import { workOrder } from '@/areas/orders/contract/work-order'

const RUNNING = { state: producingStates.join(','), size: 100 }

/**
 * Begins a sheet with the order that runs on its line, where the person has chosen none; with that of another line when the
 * line changes. Answers the orders that are made now, those of the line alone where it has any.
 */
export function useUsualOrder({ values, set }: Pick<CommandFormState, 'values' | 'set'>) {
  const lineId = typeof values['lineId'] === 'string' ? values['lineId'] : null
  const chosen = values['workOrderId']
  const { rows } = useList(workOrder, RUNNING)
  const here = useMemo(() => rows.filter((row) => !lineId || row.lineId === lineId), [rows, lineId])
  const begun = useRef<{ lineId: string; orderId: string } | null>(null)
  useEffect(() => {
    const usual: Row<typeof workOrder> | undefined =
      here.length === 1 ? here[0] : here.find(({ state }) => state === 'running')
    // Once for a line: whoever takes it out looks for another.
    if (!lineId || !usual || begun.current?.lineId === lineId) return
    if (chosen && chosen !== begun.current?.orderId) return
    begun.current = { lineId, orderId: usual.id }
    if (usual.id !== chosen) set({ workOrderId: usual.id })
  }, [chosen, lineId, here, set])
  return here.length > 0 ? here : rows
}
