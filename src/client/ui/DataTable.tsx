import { lazy, Suspense, type ReactNode } from 'react'
import { SkeletonTable } from './Skeleton'
import type { DataTableProps } from './table/columns'

export type { Column, DataTableProps, Sort } from './table/columns'

// lazy() cannot carry a generic; the cast gives the row's type back.
const VirtualTable = lazy(() => import('./table/VirtualTable')) as <Row>(props: DataTableProps<Row>) => ReactNode

/** The table of wide screens: fills its parent's height and scrolls both ways itself. Loaded when first shown. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  return (
    <Suspense fallback={<SkeletonTable columns={Math.min(props.columns.length, 8)} />}>
      <VirtualTable {...props} />
    </Suspense>
  )
}
