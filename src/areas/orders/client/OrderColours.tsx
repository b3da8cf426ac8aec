import { useMemo, type ReactNode } from 'react'
import { useEndpoint } from '@/client/api/use-list'
import { Suggested } from '@/client/fields/Suggested'
import { orderColours } from '../contract/work-order-calls'

const resources = ['workOrder', 'product']
/** The fields of an order, with the colours that were used before offered at its colour. */
export function OrderColours({ children }: { children: ReactNode }) {
  const { data } = useEndpoint(orderColours, {}, { resources })
  const words = useMemo(() => data?.map(({ colour }) => colour), [data])
  return (
    <Suggested field="colour" words={words}>
      {children}
    </Suggested>
  )
}
