import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import type { Resource } from '@/contract/resource'
import { Button } from '../ui/Button'
import { FilterIcon, PrintIcon } from '../ui/icons'
import { Progress } from '../ui/Progress'
import { MOST_PRINTED } from '../ui/table/columns'
import { useDesk } from '../ui/use-desk'
import { AmongChip } from './AmongChip'
import { FilterBar } from './FilterBar'
import { FilterSheet } from './FilterSheet'
import { filteredBy, type ListState } from './list-state'
import { SearchBox } from './SearchBox'
import type { Printing } from './use-print'
import { SavedViews } from './views/SavedViews'
import type { OpenView } from './views/saved-view'

/** Counts the filters that a person chose, without those in `place`. */
export const filtersOf = (of: Resource, state: ListState, place: readonly string[] = []): number =>
  filteredBy(of, state.filters).filter((name) => !place.includes(name)).length
/** Returns the filters that remain after clearing: those in `place`. */
export const clearedFilters = (of: Resource, { filters }: ListState, place: readonly string[] = []) =>
  Object.fromEntries(
    Object.entries(filters).filter(([key]) => filteredBy(of, { [key]: true }).some((name) => place.includes(name))),
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
  printing: Printing<unknown> | null
  total: number
  /** Filters that cannot be cleared; they are not counted. */
  place?: readonly string[] | undefined
  /** Label of the search, if the list has its own. */
  search?: string
  /** Replaces the tools while rows are selected; open filters stay. */
  instead?: ReactNode
}) {
  const { t } = useTranslation('client')
  const [filtering, setFiltering] = useFiltering()
  const desk = useDesk()
  const bar = useId()
  const way = useRef<HTMLButtonElement>(null)
  const filtered = filtersOf(of, state, place)
  const filters = {
    of,
    values: state.filters,
    onClose: () => {
      setFiltering(false)
      way.current?.focus()
    },
    onClear: () => state.set({ filters: clearedFilters(of, state, place), among: [] }),
  }
  const tools = (
    <div className="list-tools">
      {of.search.length > 0 && (
        <SearchBox
          value={state.keyword}
          onChange={(keyword) => state.set({ keyword })}
          label={search ?? t('resource.search')}
        />
      )}
      {of.filters.length > 0 && (
        <Button
          ref={way}
          icon={<FilterIcon size={20} />}
          aria-expanded={filtering}
          aria-controls={filtering && desk ? bar : undefined}
          onClick={() => setFiltering(!filtering)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !filtering || !desk) return
            event.preventDefault()
            setFiltering(false)
          }}
        >
          {t('resource.filters')}
          {filtered > 0 && ` (${filtered})`}
        </Button>
      )}
      {table && <SavedViews of={of} open={view} />}
      {table && printing && <Print printing={printing} total={total} />}
    </div>
  )
  return (
    <>
      {instead || tools}
      <AmongChip ids={state.among} onClear={() => state.set({ among: [] })} />
      {filtering &&
        (desk ? (
          <FilterBar {...filters} id={bar} onApply={(next) => state.set({ filters: next })} />
        ) : (
          <FilterSheet
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
let openOn: string | null = null
function useFiltering(): [boolean, (open: boolean) => void] {
  const { pathname } = useLocation()
  const desk = useDesk()
  const [open, setOpen] = useState(desk && openOn === pathname)
  useEffect(() => {
    if (openOn !== pathname) openOn = null
  }, [pathname])
  return [
    open,
    (next) => {
      openOn = next ? pathname : null
      setOpen(next)
    },
  ]
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
