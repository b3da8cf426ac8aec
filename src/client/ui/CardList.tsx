import { lazy, type ReactNode } from 'react'
import { LazyBoundary, SkeletonList } from './Skeleton'
import type { CardListProps } from './table/columns'

export type { CardListProps, Column } from './table/columns'

const VirtualCards = lazy(() => import('./table/VirtualCards')) as <Row>(props: CardListProps<Row>) => ReactNode

/**
 * The phone layout of a list, built from the same columns as the table. It fills its parent's height and scrolls
 * itself.
 */
export function CardList<Row>(props: CardListProps<Row>) {
  return (
    <LazyBoundary skeleton={<SkeletonList />}>
      <VirtualCards {...props} />
    </LazyBoundary>
  )
}
