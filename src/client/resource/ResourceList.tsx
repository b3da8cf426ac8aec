import '../fields/fields.css'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import { isUnreachable } from '../api/api-error'
import type { List } from '../api/use-list'
import { formatAge, formatMoment } from '../format/time'
import { useLanguage } from '../format/use-language'
import { useLabels } from '../i18n/labels'
import { useSees } from '../session/use-session'
import { usePlantZone } from '../session/zone'
import { useSyncStatus } from '../shell/SyncIndicator'
import { CardList } from '../ui/CardList'
import { DataTable, type Column } from '../ui/DataTable'
import { EmptyState } from '../ui/EmptyState'
import { OfflineState } from '../ui/OfflineState'
import { SkeletonList, SkeletonTable } from '../ui/Skeleton'
import { NotLoaded } from './NotLoaded'
import { columnsOf, type AnyRow, type Cells } from './columns'
import { clearedFilters, filtersOf, ListBar } from './ListBar'
import type { ListState } from './list-state'
import { useListKeys } from './use-list-keys'
import { usePrint } from './use-print'
import { useWidth } from './use-width'
import { useOpenView } from './views/saved-view'
import { BulkBar } from './bulk/BulkBar'
import type { BulkWarns } from './bulk/bulk-actions'
import { useBulk } from './bulk/use-bulk'
import { useDesk } from '../ui/use-desk'

/** Minimum width, px, of a list displayed as a table. */
export const TABLE_FROM = 560

export interface ResourceListProps {
  of: Resource
  list: List<AnyRow>
  state: ListState
  columns?: readonly string[] | undefined
  cells?: Cells | undefined
  /** Columns after those of the resource, such as custom fields defined by the plant. */
  more?: readonly Column<AnyRow>[] | undefined
  onOpen: (row: AnyRow) => void
  /** Replaces cards and table. */
  draw?: ((list: List<AnyRow>, onOpen: (row: AnyRow) => void, open: string | null) => ReactNode) | undefined
  /** True if the person can create the first row here; `own` if the button has a label of its own. */
  addable?: boolean | 'own'
  /** Filters that define the list, e.g. a week: they cannot be cleared. */
  place?: readonly string[] | undefined
  /** Title of the empty list; "Nothing here yet" by default. */
  empty?: string | undefined
  /** Warning before an action on several rows. */
  bulkWarns?: BulkWarns | undefined
}

const none: readonly string[] = []
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
  more,
  onOpen,
  draw,
  addable,
  place = none,
  empty,
  bulkWarns,
}: ResourceListProps) {
  const labels = useLabels(of.area)
  const seen = useSees()
  const [attach, width, box] = useWidth<HTMLDivElement>()
  const wide = width >= TABLE_FROM
  const printing = usePrint(list, wide && !draw)
  const { rows, refs } = printing.whole ?? list
  const shown = useMemo(
    () => [
      ...columnsOf(of, labels, refs, columns, cells).filter(({ id }) => !of.fields[id] || seen(of.fields[id])),
      ...(more ?? []),
    ],
    [of, labels, refs, columns, cells, more, seen],
  )
  useListKeys(box)
  const view = useOpenView(of)
  const bulk = useBulk(of, list.rows, useDesk() && wide && !draw)
  const parts = {
    label: labels.name(of),
    columns: shown,
    rows,
    rowKey: (row: AnyRow) => row.id,
    total: list.total,
    onOpen,
    ...(state.id ? { current: state.id } : {}),
    ...(list.hasMore && !printing.whole ? { onEnd: list.more } : {}),
  }
  const body =
    list.rows.length > 0 ? (
      draw ? (
        draw(list, onOpen, state.id)
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
      <Nothing
        list={list}
        wide={wide}
        filtered={filtersOf(of, state, place) > 0 || state.keyword !== '' || state.among.length > 0}
        onClear={() => state.set({ keyword: '', filters: clearedFilters(of, state, place), among: [] })}
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
        table={wide && !draw}
        printing={list.rows.length > 0 ? printing : null}
        total={list.total}
        place={place}
        instead={
          (bulk.rows.length > 0 || bulk.doing) && <BulkBar of={of} bulk={bulk} refs={list.refs} warns={bulkWarns} />
        }
      />
      <div className="list-body">{width > 0 && body}</div>
    </div>
  )
}

function Nothing({
  list,
  wide,
  filtered,
  onClear,
  addable,
  empty,
}: {
  list: List<AnyRow>
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
  if (list.error) return <NotLoaded of={list} />
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
export const knownTotal = (list: List<unknown>): number | null =>
  list.isLoading || (list.error && list.rows.length === 0) ? null : list.total
/** Rows older than this, ms, are marked as stale. */
const STALE = 60_000
/** Formats the age of displayed rows; null while they are current. */
export function useAge(list: Pick<List<AnyRow>, 'at' | 'error'> & { rows: readonly unknown[] }): string | null {
  const language = useLanguage()
  const now = useNow()
  if (!list.at || list.rows.length === 0 || (!list.error && now - list.at < STALE)) return null
  return formatAge(list.at, now, language)
}
