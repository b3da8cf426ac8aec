import { useMemo, type ReactNode } from 'react'
import { useEndpoint } from '@/client/api/use-list'
import { SuggestionsProvider } from '@/client/fields/SuggestionsProvider'
import { orderColours } from '../contract/work-order-endpoints'

const COLOUR_RESOURCES = ['workOrder', 'product']
/** Offers colours used before as suggestions in the colour field of its children. */
export function ColourSuggestionsProvider({ children }: { children: ReactNode }) {
  const { data } = useEndpoint(orderColours, {}, { resources: COLOUR_RESOURCES })
  const colours = useMemo(() => data?.map(({ colour }) => colour), [data])
  return (
    <SuggestionsProvider field="colour" suggestions={colours}>
      {children}
    </SuggestionsProvider>
  )
}
