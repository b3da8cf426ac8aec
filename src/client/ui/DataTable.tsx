import { lazy, type ReactNode } from 'react'
import { LazyBoundary, SkeletonTable } from './Skeleton'
import type { DataTableProps } from './table/columns'

export type { Column, DataTableProps, Sort } from './table/columns'

// lazy() loses the generic parameter; the cast restores the row type.
const VirtualTable = lazy(() => import('./table/VirtualTable')) as <Row>(props: DataTableProps<Row>) => ReactNode

/** The desktop layout of a list. It fills its parent's height, scrolls both ways itself and is loaded on first use. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  return (
    <LazyBoundary skeleton={<SkeletonTable columns={Math.min(props.columns.length, 8)} />}>
      <VirtualTable {...props} />
    </LazyBoundary>
  )
}
