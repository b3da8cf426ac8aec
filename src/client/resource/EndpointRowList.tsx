import { useRef } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { getSession } from '../session/session'
import { CardList, type CardListProps } from '../ui/CardList'
import { DataTable } from '../ui/DataTable'
import { EmptyState } from '../ui/EmptyState'
import { SkeletonList, SkeletonTable } from '../ui/Skeleton'
import { NotLoadedView } from './NotLoadedView'
import { TABLE_MIN_WIDTH_PX } from './ResourceList'
import { useListKeys } from './use-list-keys'

export interface EndpointRowListProps<Row> extends CardListProps<Row> {
  /** The query that loads the rows. */
  query: UseQueryResult
  /** Available width, px: a table from `TABLE_MIN_WIDTH_PX` on, else cards. 0 before it is measured. */
  width: number
  /** Name under which the person's choice of columns is stored. */
  choiceName: string
  /** Set if a search or filter hides rows. */
  onClear?: (() => void) | undefined
  empty: { title: string; next: string }
}

/** Rows of an area's own endpoint, in place of a resource list, with their loading, error and empty states. */
export function EndpointRowList<Row>(props: EndpointRowListProps<Row>) {
  const box = useRef<HTMLDivElement>(null)
  useListKeys(box)
  return (
    <div ref={box} style={{ display: 'contents' }}>
      <RowListBody {...props} />
    </div>
  )
}
function RowListBody<Row>({ query, width, choiceName, onClear, empty, ...listProps }: EndpointRowListProps<Row>) {
  const isWide = width >= TABLE_MIN_WIDTH_PX
  if (width === 0) return null
  if (listProps.rows.length > 0)
    return isWide ? (
      <DataTable {...listProps} choiceKey={`${getSession().userId}/${choiceName}`} />
    ) : (
      <CardList {...listProps} />
    )
  if (query.isPending) return isWide ? <SkeletonTable /> : <SkeletonList />
  if (query.error) return <NotLoadedView query={query} />
  return onClear ? <EmptyState onClearFilters={onClear} /> : <EmptyState {...empty} />
}
