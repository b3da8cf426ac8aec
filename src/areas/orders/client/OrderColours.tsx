import { useMemo, type ReactNode } from 'react'
import { useEndpoint } from '@/client/api/use-list'
import { SuggestionsProvider } from '@/client/fields/SuggestionsProvider'
import { orderColours } from '../contract/work-order-calls'

const resources = ['workOrder', 'product']
/** Offers colours used before as suggestions in the colour field of its children. */
export function OrderColours({ children }: { children: ReactNode }) {
  const { data } = useEndpoint(orderColours, {}, { resources })
  const words = useMemo(() => data?.map(({ colour }) => colour), [data])
  return (
    <SuggestionsProvider field="colour" suggestions={words}>
      {children}
    </SuggestionsProvider>
  )
}
