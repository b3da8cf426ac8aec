import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../format/time'
import { usePlantZone } from '../session/plant-zone'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { PageSkeleton } from '../ui/Skeleton'
import { NotLoadedView, type QueryState } from './NotLoadedView'

type EndpointQuery = QueryState & { data: unknown; dataUpdatedAt: number }
type ListQuery = QueryState & { rows: readonly unknown[]; isLoading: boolean; fetchedAt: number }
/** The answer of an endpoint, or the rows of a list. */
type QueryData<Q> = Q extends { rows: infer Rows }
  ? Rows
  : Q extends { data: infer Data }
    ? Exclude<Data, undefined>
    : never

/**
 * Renders its child with the data of a query by `useEndpoint`, `useList` or `usePages`. Without data it renders the
 * skeleton, the offline state or the error. If a refresh fails, the old data stay on the screen with their time.
 */
export function QueryBoundary<Q extends EndpointQuery | ListQuery>({
  query,
  skeleton,
  children,
}: {
  query: Q
  skeleton: ReactNode
  children: (data: QueryData<Q>) => ReactNode
}) {
  const data = getData(query)
  if (data === undefined)
    return query.error && !('rows' in query && query.isLoading) ? <NotLoadedView query={query} /> : skeleton
  return (
    <>
      {query.error && <StaleNote query={query} />}
      {children(data as QueryData<Q>)}
    </>
  )
}
/** Returns undefined while nothing is known. A list counts as empty only after the server has answered. */
function getData(query: EndpointQuery | ListQuery): unknown {
  if (!('rows' in query)) return query.data
  const isKnownEmpty = !query.isLoading && (!query.error || query.fetchedAt > 0)
  return query.rows.length > 0 || isKnownEmpty ? query.rows : undefined
}
/** Says how old the data are after a failed refresh. Pages with rows say it in their subtitle instead. */
function StaleNote({ query }: { query: EndpointQuery | ListQuery }) {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  if ('rows' in query && query.rows.length > 0) return null
  const fetchedAt = 'rows' in query ? query.fetchedAt : query.dataUpdatedAt
  return <p className="quiet">{t('resource.staleSince', { age: formatMoment(fetchedAt, zone) })}</p>
}

/** Renders its child with an open row; else says that the row is loading, failed to load or no longer exists. */
export function RowBoundary<R>({
  query,
  onBack,
  children,
}: {
  query: QueryState & { row: R | null; isLoading: boolean; isFetching?: boolean; isComplete?: boolean }
  onBack: () => void
  children: (row: R) => ReactNode
}) {
  const { t } = useTranslation('client')
  if (query.row) return children(query.row)
  // A complete answer without the row means that the row no longer exists. That notice stays while the query refreshes.
  if (query.isLoading || (query.isFetching && !query.isComplete)) return <PageSkeleton />
  const backButton = <Button onClick={onBack}>{t('ui.back')}</Button>
  return query.error && !query.isComplete ? (
    <NotLoadedView query={query}>{backButton}</NotLoadedView>
  ) : (
    <EmptyState title={t('resource.gone')} advice={t('resource.goneNext')}>
      {backButton}
    </EmptyState>
  )
}
