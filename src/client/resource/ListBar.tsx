import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import { Button } from '../ui/Button'
import { FilterIcon, PrintIcon } from '../ui/icons'
import { Progress } from '../ui/Progress'
import { MOST_PRINTED } from '../ui/table/columns'
import { FilterSheet } from './FilterSheet'
import type { ListState } from './list-state'
import { SearchBox } from './SearchBox'
import type { Printing } from './use-print'
import { SavedViews } from './views/SavedViews'
import type { OpenView } from './views/saved-view'

/** Filters that somebody chose: not those that stand over the list as its place. */
export const filtersOf = (state: ListState, place: readonly string[] = []): number =>
  Object.keys(state.filters).filter((name) => !place.includes(name)).length

/** The bar of a list: search, filters, saved views, print. */
export function ListBar({
  of,
  state,
  view,
  table,
  printing,
  total,
  place = [],
  search,
}: {
  of: Resource
  state: ListState
  view: OpenView
  /** The list is on screen as a table: that has views to be saved, and is printed. */
  table: boolean
  /** Null while there is nothing to print. */
  printing: Printing<unknown> | null
  total: number
  /** Filters that nobody clears: they do not count. */
  place?: readonly string[] | undefined
  /** What the search looks in, where the list says so. */
  search?: string
}) {
  const { t } = useTranslation('client')
  const [filtering, setFiltering] = useState(false)
  const filtered = filtersOf(state, place)
  return (
    <div className="list-tools">
      {of.search.length > 0 && (
        <SearchBox
          value={state.keyword}
          onChange={(keyword) => state.set({ keyword })}
          label={search ?? t('resource.search')}
        />
      )}
      {of.filters.length > 0 && (
        <Button icon={<FilterIcon size={20} />} aria-expanded={filtering} onClick={() => setFiltering(true)}>
          {t('resource.filters')}
          {filtered > 0 && ` (${filtered})`}
        </Button>
      )}
      {table && <SavedViews of={of} open={view} />}
      {table && printing && <Print printing={printing} total={total} />}
      {filtering && (
        <FilterSheet
          of={of}
          values={state.filters}
          onClose={() => setFiltering(false)}
          onApply={(filters) => {
            state.set({ filters })
            setFiltering(false)
          }}
        />
      )}
    </div>
  )
}

function Print({ printing: { reading, print }, total }: { printing: Printing<unknown>; total: number }) {
  const { t } = useTranslation('client')
  if (reading)
    return (
      <Progress
        label={t('resource.printing')}
        done={reading.done}
        total={Math.min(total, MOST_PRINTED)}
        onCancel={reading.cancel}
      />
    )
  return (
    <Button
      look="quiet"
      icon={<PrintIcon size={20} />}
      aria-label={t('resource.print')}
      title={t('resource.print')}
      onClick={print}
    />
  )
}
