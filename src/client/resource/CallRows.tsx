import { useRef } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { session } from '../session/session'
import { CardList, type CardListProps } from '../ui/CardList'
import { DataTable } from '../ui/DataTable'
import { EmptyState } from '../ui/EmptyState'
import { SkeletonList, SkeletonTable } from '../ui/Skeleton'
import { NotLoaded } from './NotLoaded'
import { TABLE_FROM } from './ResourceList'
import { useListKeys } from './use-list-keys'

export interface CallRowsProps<Row> extends CardListProps<Row> {
  /** The query that loads the rows. */
  of: UseQueryResult
  /** Available width, px: a table from `TABLE_MIN_WIDTH_PX` on, else cards. 0 before it is measured. */
  width: number
  /** Name under which the person's choice of columns is stored. */
  name: string
  /** Set if a search or filter hides rows. */
  onClear?: (() => void) | undefined
  empty: { title: string; next: string }
}

/** Rows of an area's own endpoint, in place of a resource list, with their loading, error and empty states. */
export function CallRows<Row>(props: CallRowsProps<Row>) {
  const box = useRef<HTMLDivElement>(null)
  useListKeys(box)
  return (
    <div ref={box} style={{ display: 'contents' }}>
      <Rows {...props} />
    </div>
  )
}
function Rows<Row>({ of, width, name, onClear, empty, ...parts }: CallRowsProps<Row>) {
  const wide = width >= TABLE_FROM
  if (width === 0) return null
  if (parts.rows.length > 0)
    return wide ? <DataTable {...parts} choiceKey={`${session().userId}/${name}`} /> : <CardList {...parts} />
  if (of.isPending) return wide ? <SkeletonTable /> : <SkeletonList />
  if (of.error) return <NotLoaded of={of} />
  return onClear ? <EmptyState onClearFilters={onClear} /> : <EmptyState {...empty} />
}
