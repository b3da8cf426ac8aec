import '../fields/fields.css'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import { isUnreachable } from '../api/api-error'
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
import { OfflineState } from '../ui/OfflineState'
import { SkeletonList, SkeletonTable } from '../ui/Skeleton'
import { NotLoadedView } from './NotLoadedView'
import { buildColumns, type ListRow, type Cells } from './build-columns'
import { keepPlaceFilters, countFilters, ListBar } from './ListBar'
import type { ListState } from './list-state'
import { useListKeys } from './use-list-keys'
import { usePrint } from './use-print'
import { useWidth } from './use-width'
import { useOpenView } from './views/saved-view'
import { BulkBar } from './bulk/BulkBar'
import type { BulkWarns } from './bulk/bulk-actions'
import { useBulk } from './bulk/use-bulk'
import { useIsDesk } from '../ui/use-is-desk'

/** Minimum width, px, of a list displayed as a table. */
export const TABLE_MIN_WIDTH_PX = 560

export interface ResourceListProps {
  of: Resource
  list: ListResult<ListRow>
  state: ListState
  columns?: readonly string[] | undefined
  cells?: Cells | undefined
  /** Columns after those of the resource, such as custom fields defined by the plant. */
  extraColumns?: readonly Column<ListRow>[] | undefined
  onOpen: (row: ListRow) => void
  /** Replaces cards and table. */
  renderRows?:
    | ((list: ListResult<ListRow>, onOpen: (row: ListRow) => void, open: string | null) => ReactNode)
    | undefined
  /** True if the person can create the first row here; `own` if the button has a label of its own. */
  addable?: boolean | 'own'
  /** Filters that define the list, e.g. a week: they cannot be cleared. */
  place?: readonly string[] | undefined
  /** Title of the empty list; "Nothing here yet" by default. */
  empty?: string | undefined
  /** Warning before an action on several rows. */
  bulkWarns?: BulkWarns | undefined
}

const NO_PLACE: readonly string[] = []
/**
 * A resource's rows: cards on a phone, a table if there is room, from the same columns. Handles empty, loading, error,
 * offline and stale states.
 */
export function ResourceList({
  of,
  list,
  state,
  columns,
  cells,
  extraColumns,
  onOpen,
  renderRows,
  addable,
  place = NO_PLACE,
  empty,
  bulkWarns,
}: ResourceListProps) {
  const labels = useLabels(of.area)
  const canSee = useCanSee()
  const [attach, width, box] = useWidth<HTMLDivElement>()
  const wide = width >= TABLE_MIN_WIDTH_PX
  const printing = usePrint(list, wide && !renderRows)
  const { rows, refs } = printing.allRows ?? list
  const displayedColumns = useMemo(
    () => [
      ...buildColumns(of, labels, refs, columns, cells).filter(({ id }) => !of.fields[id] || canSee(of.fields[id])),
      ...(extraColumns ?? []),
    ],
    [of, labels, refs, columns, cells, extraColumns, canSee],
  )
  useListKeys(box)
  const view = useOpenView(of)
  const bulk = useBulk(of, list.rows, useIsDesk() && wide && !renderRows)
  const parts = {
    label: labels.name(of),
    columns: displayedColumns,
    rows,
    rowKey: (row: ListRow) => row.id,
    total: list.total,
    onOpen,
    ...(state.id ? { current: state.id } : {}),
    ...(list.hasMore && !printing.allRows ? { onEnd: list.loadMore } : {}),
  }
  const body =
    list.rows.length > 0 ? (
      renderRows ? (
        renderRows(list, onOpen, state.id)
      ) : wide ? (
        <DataTable
          {...parts}
          {...(state.sort ? { sort: state.sort } : {})}
          onSort={(sort) => state.set({ sort })}
          choiceKey={view.choiceKey}
          layout={view.layout}
          {...(bulk.selected ? { selected: bulk.selected, onSelect: bulk.select } : {})}
        />
      ) : (
        <CardList {...parts} />
      )
    ) : (
      <EmptyListView
        list={list}
        wide={wide}
        filtered={countFilters(of, state, place) > 0 || state.keyword !== '' || state.among.length > 0}
        onClear={() => state.set({ keyword: '', filters: keepPlaceFilters(of, state, place), among: [] })}
        addable={addable ?? true}
        empty={empty}
      />
    )
  return (
    <div className="resource-list" ref={attach}>
      <ListBar
        of={of}
        state={state}
        view={view}
        table={wide && !renderRows}
        printing={list.rows.length > 0 ? printing : null}
        total={list.total}
        place={place}
        instead={
          (bulk.rows.length > 0 || bulk.current) && <BulkBar of={of} bulk={bulk} refs={list.refs} warns={bulkWarns} />
        }
      />
      <div className="list-body">{width > 0 && body}</div>
    </div>
  )
}

function EmptyListView({
  list,
  wide,
  filtered,
  onClear,
  addable,
  empty,
}: {
  list: ListResult<ListRow>
  wide: boolean
  filtered: boolean
  onClear: () => void
  addable: boolean | 'own'
  empty: string | undefined
}) {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  const { state } = useSyncStatus()
  if (list.isLoading) return wide ? <SkeletonTable /> : <SkeletonList />
  if (list.error && (isUnreachable(list.error) || state === 'offline'))
    return <OfflineState onRetry={list.again} {...(list.at ? { since: formatMoment(list.at, zone) } : {})} />
  if (list.error) return <NotLoadedView of={list} />
  if (filtered) return <EmptyState onClearFilters={onClear} />
  return (
    <EmptyState
      {...(empty ? { title: empty } : {})}
      {...(addable ? { next: t(addable === 'own' ? 'resource.nextBelow' : 'resource.next') } : {})}
    />
  )
}

/** Returns the phone's time, updated every half minute. */
function useNow(): number {
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
  list: Pick<ListResult<ListRow>, 'at' | 'error'> & { rows: readonly unknown[] },
): string | null {
  const language = useLanguage()
  const now = useNow()
  if (!list.at || list.rows.length === 0 || (!list.error && now - list.at < STALE_AFTER_MS)) return null
  return formatAge(list.at, now, language)
}
