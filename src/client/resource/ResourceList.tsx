import '../fields/fields.css'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import { isServerUnreachable } from '../api/api-error'
import type { ListResult } from '../api/use-list'
import { formatAge, formatMoment } from '../format/time'
import { useLanguage } from '../format/use-language'
import { useLabels } from '../i18n/labels'
import { useCanSee } from '../session/use-session'
import { usePlantZone } from '../session/plant-zone'
import { useSyncStatus } from '../shell/SyncIndicator'
import { CardList } from '../ui/CardList'
import { DataTable, type Column } from '../ui/DataTable'
import { EmptyState } from '../ui/EmptyState'
import { OfflineState } from '@/client/ui/Notice'
import { SkeletonList, SkeletonTable } from '../ui/Skeleton'
import { NotLoadedView, refreshList } from './NotLoadedView'
import { buildColumns, type ListRow, type Cells } from './build-columns'
import { pickLockedFilters, countFilters, ListBar } from './ListBar'
import type { ListState } from './list-state'
import { useListKeys } from './use-list-keys'
import { useRowSwipe, type SwipeOffer } from './use-row-swipe'
import { usePrint } from './use-print'
import { useElementWidth } from '@/client/ui/use-element-width'
import { useSavedView } from './views/saved-view'
import { BulkBar } from './bulk/BulkBar'
import type { GetBulkWarning } from './bulk/bulk-actions'
import { useBulk } from './bulk/use-bulk'
import { useIsDesktop } from '../ui/use-device'

/** Minimum width, px, of a list displayed as a table. */
export const TABLE_MIN_WIDTH_PX = 560

export interface ResourceListProps {
  resource: Resource
  list: ListResult<ListRow>
  state: ListState
  columns?: readonly string[] | undefined
  cells?: Cells | undefined
  /** Columns after those of the resource, such as custom fields defined by the plant. */
  extraColumns?: readonly Column<ListRow>[] | undefined
  onOpen: (row: ListRow) => void
  /** Replaces cards and table. */
  renderRows?:
    | ((list: ListResult<ListRow>, onOpen: (row: ListRow) => void, openId: string | null) => ReactNode)
    | undefined
  /** True if the person can create the first row here; `customLabel` if the page labels the button itself. */
  canAdd?: boolean | 'customLabel'
  /** Filters that define the list, e.g. a week: they cannot be cleared. */
  lockedFilters?: readonly string[] | undefined
  /** Title of the empty list; "Nothing here yet" by default. */
  emptyTitle?: string | undefined
  /** Warning before an action on several rows. */
  getBulkWarning?: GetBulkWarning | undefined
  /** Actions that a swipe of a row's card offers, besides calling a phone number and deleting the row. */
  swipe?: SwipeOffer | undefined
  /** True if the panel of an open row has a delete button for users with permission; a swipe then offers it too. */
  canRemove?: boolean
}

const NO_FILTERS: readonly string[] = []
/**
 * A resource's rows: cards on a phone, a table if there is room, from the same columns. Handles empty, loading, error,
 * offline and stale states.
 */
export function ResourceList({
  resource,
  list,
  state,
  columns,
  cells,
  extraColumns,
  onOpen,
  renderRows,
  canAdd,
  lockedFilters = NO_FILTERS,
  emptyTitle,
  getBulkWarning,
  swipe,
  canRemove = false,
}: ResourceListProps) {
  const labels = useLabels(resource.area)
  const canSee = useCanSee()
  const [attachContainer, width, containerRef] = useElementWidth<HTMLDivElement>()
  const isWide = width >= TABLE_MIN_WIDTH_PX
  const printing = usePrint(list, isWide && !renderRows)
  const { rows, refs } = printing.allRows ?? list
  const displayedColumns = useMemo(
    () => [
      ...buildColumns(resource, labels, refs, columns, cells).filter(
        ({ id }) => !resource.fields[id] || canSee(resource.fields[id]),
      ),
      ...(extraColumns ?? []),
    ],
    [resource, labels, refs, columns, cells, extraColumns, canSee],
  )
  useListKeys(containerRef)
  const view = useSavedView(resource)
  const bulk = useBulk(resource, list.rows, useIsDesktop() && isWide && !renderRows)
  const rowSwipe = useRowSwipe(resource, refs, { pageOffer: swipe, canRemove, cells })
  const listProps = {
    label: labels.name(resource),
    columns: displayedColumns,
    rows,
    getRowKey: (row: ListRow) => row.id,
    total: list.total,
    onOpen,
    ...(state.id ? { openKey: state.id } : {}),
    ...(list.hasMore && !printing.allRows ? { onEnd: list.loadMore } : {}),
  }
  const body =
    list.rows.length > 0 ? (
      renderRows ? (
        renderRows(list, onOpen, state.id)
      ) : isWide ? (
        <DataTable
          {...listProps}
          {...(state.sort ? { sort: state.sort } : {})}
          onSort={(sort) => state.set({ sort })}
          choiceKey={view.choiceKey}
          layout={view.layout}
          {...(bulk.selectedIds ? { selected: bulk.selectedIds, onSelect: bulk.select } : {})}
        />
      ) : (
        <CardList {...listProps} onRefresh={() => refreshList(list.refetch)} getSwipeButtons={rowSwipe.getButtons} />
      )
    ) : (
      <EmptyListView
        list={list}
        isWide={isWide}
        isFiltered={countFilters(resource, state, lockedFilters) > 0 || state.keyword !== '' || state.rowIds.length > 0}
        onClear={() =>
          state.set({ keyword: '', filters: pickLockedFilters(resource, state, lockedFilters), rowIds: [] })
        }
        canAdd={canAdd ?? true}
        emptyTitle={emptyTitle}
      />
    )
  return (
    <div className="resource-list" ref={attachContainer}>
      <ListBar
        resource={resource}
        state={state}
        view={view}
        isTable={isWide && !renderRows}
        printing={list.rows.length > 0 ? printing : null}
        total={list.total}
        lockedFilters={lockedFilters}
        replacement={
          (bulk.rows.length > 0 || bulk.runningAction) && (
            <BulkBar resource={resource} bulk={bulk} refs={list.refs} getBulkWarning={getBulkWarning} />
          )
        }
      />
      <div className="list-body">{width > 0 && body}</div>
      {rowSwipe.dialog}
    </div>
  )
}

function EmptyListView({
  list,
  isWide,
  isFiltered,
  onClear,
  canAdd,
  emptyTitle,
}: {
  list: ListResult<ListRow>
  isWide: boolean
  isFiltered: boolean
  onClear: () => void
  canAdd: boolean | 'customLabel'
  emptyTitle: string | undefined
}) {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  const { state } = useSyncStatus()
  if (list.isLoading) return isWide ? <SkeletonTable /> : <SkeletonList />
  if (list.error && (isServerUnreachable(list.error) || state === 'offline'))
    return (
      <OfflineState onRetry={list.refetch} {...(list.fetchedAt ? { since: formatMoment(list.fetchedAt, zone) } : {})} />
    )
  if (list.error) return <NotLoadedView query={list} />
  if (isFiltered) return <EmptyState onClearFilters={onClear} />
  return (
    <EmptyState
      {...(emptyTitle ? { title: emptyTitle } : {})}
      {...(canAdd ? { advice: t(canAdd === 'customLabel' ? 'resource.nextBelow' : 'resource.next') } : {})}
    />
  )
}

/** Returns the time of the phone's clock, which also dates stored data; updated every half minute. */
function usePhoneTime(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
/** Returns the number of rows; null before the first answer or after a failed one. */
export const getKnownTotal = (list: ListResult<unknown>): number | null =>
  list.isLoading || (list.error && list.rows.length === 0) ? null : list.total
/** Rows older than this, ms, are marked as stale. */
const STALE_AFTER_MS = 60_000
/** Formats the age of displayed rows; null while they are current. */
export function useStaleAge(
  list: Pick<ListResult<ListRow>, 'fetchedAt' | 'error'> & { rows: readonly unknown[] },
): string | null {
  const language = useLanguage()
  const now = usePhoneTime()
  if (!list.fetchedAt || list.rows.length === 0 || (!list.error && now - list.fetchedAt < STALE_AFTER_MS)) return null
  return formatAge(list.fetchedAt, now, language)
}
