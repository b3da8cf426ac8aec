import { useEffect, useMemo, useRef } from 'react'
import type { Row } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import type { CommandFormState } from '@/client/resource/use-form'
import { producingStates } from '@/areas/orders/rules/work-order'
import { workOrder } from '@/areas/orders/contract/work-order'

const RUNNING = { state: producingStates.join(','), size: 100 }

/**
 * Presets the order that runs on the record's line unless the person has chosen one, and again when the line changes.
 * @returns the orders in production: those of the line, or all of them if the line has none
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
    // Preset only once per line: someone who clears the order wants another one.
    if (!lineId || !usual || begun.current?.lineId === lineId) return
    if (chosen && chosen !== begun.current?.orderId) return
    begun.current = { lineId, orderId: usual.id }
    if (usual.id !== chosen) set({ workOrderId: usual.id })
  }, [chosen, lineId, here, set])
  return here.length > 0 ? here : rows
}
