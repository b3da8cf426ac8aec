import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import type { Resource } from '@/contract/resource'
import { Button } from '../ui/Button'
import { FilterIcon, PrintIcon } from '../ui/icons'
import { ProgressIndicator } from '../ui/ProgressIndicator'
import { MAX_PRINTED_ROWS } from '../ui/table/columns'
import { useIsDesk } from '../ui/use-is-desk'
import { NarrowedRowsChip } from './NarrowedRowsChip'
import { FilterBar } from './FilterBar'
import { FilterDialog } from './FilterDialog'
import { getFilteredFields, type ListState } from './list-state'
import { SearchField } from './SearchField'
import type { PrintState } from './use-print'
import { SavedViewsButton } from './views/SavedViewsButton'
import type { OpenView } from './views/saved-view'

/** Counts the filters that a person chose, without those in `place`. */
export const countFilters = (of: Resource, state: ListState, place: readonly string[] = []): number =>
  getFilteredFields(of, state.filters).filter((name) => !place.includes(name)).length
/** Returns the filters that remain after clearing: those in `place`. */
export const keepPlaceFilters = (of: Resource, { filters }: ListState, place: readonly string[] = []) =>
  Object.fromEntries(
    Object.entries(filters).filter(([key]) =>
      getFilteredFields(of, { [key]: true }).some((name) => place.includes(name)),
    ),
  )

/** Toolbar of a list: search, filters, saved views, print. */
export function ListBar({
  of,
  state,
  view,
  table,
  printing,
  total,
  place = [],
  search,
  instead,
}: {
  of: Resource
  state: ListState
  view: OpenView
  /** True if the list is displayed as a table, which has saved views and can be printed. */
  table: boolean
  /** Null if there is nothing to print. */
  printing: PrintState<unknown> | null
  total: number
  /** Filters that cannot be cleared; they are not counted. */
  place?: readonly string[] | undefined
  /** Label of the search, if the list has its own. */
  search?: string
  /** Replaces the tools while rows are selected; open filters stay. */
  instead?: ReactNode
}) {
  const { t } = useTranslation('client')
  const [filtering, setFiltering] = useFiltersOpen()
  const desk = useIsDesk()
  const barId = useId()
  const filterButtonRef = useRef<HTMLButtonElement>(null)
  const filterCount = countFilters(of, state, place)
  const filters = {
    of,
    values: state.filters,
    onClose: () => {
      setFiltering(false)
      filterButtonRef.current?.focus()
    },
    onClear: () => state.set({ filters: keepPlaceFilters(of, state, place), among: [] }),
  }
  const tools = (
    <div className="list-tools">
      {of.search.length > 0 && (
        <SearchField
          value={state.keyword}
          onChange={(keyword) => state.set({ keyword })}
          label={search ?? t('resource.search')}
        />
      )}
      {of.filters.length > 0 && (
        <Button
          ref={filterButtonRef}
          icon={<FilterIcon size={20} />}
          aria-expanded={filtering}
          aria-controls={filtering && desk ? barId : undefined}
          onClick={() => setFiltering(!filtering)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !filtering || !desk) return
            event.preventDefault()
            setFiltering(false)
          }}
        >
          {t('resource.filters')}
          {filterCount > 0 && ` (${filterCount})`}
        </Button>
      )}
      {table && <SavedViewsButton of={of} open={view} />}
      {table && printing && <PrintButton printing={printing} total={total} />}
    </div>
  )
  return (
    <>
      {instead || tools}
      <NarrowedRowsChip ids={state.among} onClear={() => state.set({ among: [] })} />
      {filtering &&
        (desk ? (
          <FilterBar {...filters} id={barId} onApply={(next) => state.set({ filters: next })} />
        ) : (
          <FilterDialog
            {...filters}
            onClear={() => {
              filters.onClear()
              setFiltering(false)
            }}
            onApply={(next) => {
              state.set({ filters: next })
              setFiltering(false)
            }}
          />
        ))}
    </>
  )
}

/** Path whose filter bar is open: it stays open after leaving a form that replaced the list. */
let openOnPath: string | null = null
function useFiltersOpen(): [boolean, (open: boolean) => void] {
  const { pathname } = useLocation()
  const desk = useIsDesk()
  const [open, setOpen] = useState(desk && openOnPath === pathname)
  useEffect(() => {
    if (openOnPath !== pathname) openOnPath = null
  }, [pathname])
  return [
    open,
    (next) => {
      openOnPath = next ? pathname : null
      setOpen(next)
    },
  ]
}

function PrintButton({ printing: { reading, print }, total }: { printing: PrintState<unknown>; total: number }) {
  const { t } = useTranslation('client')
  if (reading)
    return (
      <ProgressIndicator
        label={t('resource.printing')}
        done={reading.done}
        total={Math.min(total, MAX_PRINTED_ROWS)}
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
