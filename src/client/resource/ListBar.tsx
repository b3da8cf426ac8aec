import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import type { Resource } from '@/contract/resource'
import { Button } from '../ui/Button'
import { FilterIcon, PrintIcon, CloseIcon } from '../ui/icons'
import { ProgressIndicator } from '../ui/ProgressIndicator'
import { MAX_PRINTED_ROWS } from '../ui/table/columns'
import { useIsDesktop } from '../ui/use-device'
import { FilterBar } from './FilterBar'
import { FilterDialog } from './FilterDialog'
import { getFilteredFields, type ListState } from './list-state'
import { SearchField } from '../ui/SearchBar'
import type { PrintState } from './use-print'
import { SavedViewsButton } from './views/SavedViewsButton'
import type { SavedViewState } from './views/saved-view'
import './list.css'

/** Counts the filters that a person chose, without the locked ones. */
export const countFilters = (resource: Resource, state: ListState, lockedFilters: readonly string[] = []): number =>
  getFilteredFields(resource, state.filters).filter((name) => !lockedFilters.includes(name)).length
/** Returns the filters that stay when a person clears the filters: the locked ones. */
export const pickLockedFilters = (resource: Resource, { filters }: ListState, lockedFilters: readonly string[] = []) =>
  Object.fromEntries(
    Object.entries(filters).filter(([key]) =>
      getFilteredFields(resource, { [key]: true }).some((name) => lockedFilters.includes(name)),
    ),
  )

/** Toolbar of a list: search, filters, saved views, print. */
export function ListBar({
  resource,
  state,
  view,
  isTable,
  printing,
  total,
  lockedFilters = [],
  searchLabel,
  replacement,
}: {
  resource: Resource
  state: ListState
  view: SavedViewState
  /** True if the list is displayed as a table, which has saved views and can be printed. */
  isTable: boolean
  /** Null if there is nothing to print. */
  printing: PrintState<unknown> | null
  total: number
  /** Filters that cannot be cleared; they are not counted. */
  lockedFilters?: readonly string[] | undefined
  /** Label of the search; a general one by default. */
  searchLabel?: string
  /** Replaces the tools while rows are selected; open filters stay. */
  replacement?: ReactNode
}) {
  const { t } = useTranslation('client')
  const [isFilterOpen, setFilterOpen] = useFiltersOpen()
  const isDesktop = useIsDesktop()
  const barId = useId()
  const filterButtonRef = useRef<HTMLButtonElement>(null)
  const filterCount = countFilters(resource, state, lockedFilters)
  const filterProps = {
    resource,
    values: state.filters,
    onClose: () => {
      setFilterOpen(false)
      filterButtonRef.current?.focus()
    },
    onClear: () => state.set({ filters: pickLockedFilters(resource, state, lockedFilters), rowIds: [] }),
  }
  const tools = (
    <div className="list-tools strip">
      {resource.search.length > 0 && (
        <SearchField
          value={state.keyword}
          onChange={(keyword) => state.set({ keyword })}
          label={searchLabel ?? t('resource.search')}
        />
      )}
      {resource.filters.length > 0 && (
        <Button
          ref={filterButtonRef}
          icon={<FilterIcon size={20} />}
          aria-expanded={isFilterOpen}
          aria-controls={isFilterOpen && isDesktop ? barId : undefined}
          onClick={() => setFilterOpen(!isFilterOpen)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !isFilterOpen || !isDesktop) return
            event.preventDefault()
            setFilterOpen(false)
          }}
        >
          {t('resource.filters')}
          {filterCount > 0 && ` (${filterCount})`}
        </Button>
      )}
      {isTable && <SavedViewsButton resource={resource} openView={view} />}
      {isTable && printing && <PrintButton printing={printing} total={total} />}
    </div>
  )
  return (
    <>
      {replacement || tools}
      <NarrowedRowsChip ids={state.rowIds} onClear={() => state.set({ rowIds: [] })} />
      {isFilterOpen &&
        (isDesktop ? (
          <FilterBar {...filterProps} id={barId} onApply={(next) => state.set({ filters: next })} />
        ) : (
          <FilterDialog
            {...filterProps}
            onClear={() => {
              filterProps.onClear()
              setFilterOpen(false)
            }}
            onApply={(next) => {
              state.set({ filters: next })
              setFilterOpen(false)
            }}
          />
        ))}
    </>
  )
}

/** Path of the page with open filters. Remembered, because a form that replaces the list unmounts the filters. */
let pathWithOpenFilters: string | null = null
function useFiltersOpen(): [boolean, (isOpen: boolean) => void] {
  const { pathname } = useLocation()
  const isDesktop = useIsDesktop()
  const [isOpen, setIsOpen] = useState(isDesktop && pathWithOpenFilters === pathname)
  useEffect(() => {
    if (pathWithOpenFilters !== pathname) pathWithOpenFilters = null
  }, [pathname])
  return [
    isOpen,
    (next) => {
      pathWithOpenFilters = next ? pathname : null
      setIsOpen(next)
    },
  ]
}

function PrintButton({ printing: { progress, print }, total }: { printing: PrintState<unknown>; total: number }) {
  const { t } = useTranslation('client')
  if (progress)
    return (
      <ProgressIndicator
        label={t('resource.printing')}
        done={progress.done}
        total={Math.min(total, MAX_PRINTED_ROWS)}
        onCancel={progress.cancel}
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

/** Indicates that a list is narrowed to the rows counted by a Today card; one tap shows all rows again. */
export function NarrowedRowsChip({ ids, onClear }: { ids: readonly string[]; onClear: () => void }) {
  const { t } = useTranslation('client')
  if (ids.length === 0) return null
  const label = t('resource.among', { count: ids.length })
  return (
    <div className="list-narrowed">
      <Button
        aria-label={t('resource.amongClear', { word: label })}
        title={t('resource.amongClear', { word: label })}
        onClick={onClear}
      >
        {label}
        <CloseIcon size={16} />
      </Button>
    </div>
  )
}
