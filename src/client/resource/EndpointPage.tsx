import '../fields/fields.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { UseQueryResult } from '@tanstack/react-query'
import { formatMoment } from '../format/time'
import { usePlantZone } from '../session/plant-zone'
import { getSession } from '../session/session'
import { CardList, type CardListProps } from '../ui/CardList'
import { DataTable } from '../ui/DataTable'
import { EmptyState } from '../ui/EmptyState'
import { PageFrame } from '../ui/PageFrame'
import { SkeletonList, SkeletonTable } from '../ui/Skeleton'
import { useElementWidth } from '../ui/use-element-width'
import { refreshList } from './NotLoadedView'
import { QueryBoundary } from './QueryBoundary'
import { TABLE_MIN_WIDTH_PX } from './ResourceList'
import { SearchField } from '../ui/SearchBar'
import { useListKeys } from './use-list-keys'

export interface EndpointPageProps<Row> extends Omit<CardListProps<Row>, 'label' | 'onRefresh'> {
  title: string
  /** Name under which the person's choice of columns is stored. */
  name: string
  /** The query that loads the rows. */
  query: UseQueryResult
  keyword: string
  onSearch: (keyword: string) => void
  /** Content above the search, e.g. tabs. */
  above?: ReactNode
  tools?: ReactNode
  empty: { title: string; advice: string }
}

/**
 * Page with the rows of an area's own endpoint: search, table or cards, and the loading, error, offline and empty states.
 */
export function EndpointPage<Row>({
  title,
  name,
  query,
  keyword,
  onSearch,
  above,
  tools,
  empty,
  ...listProps
}: EndpointPageProps<Row>) {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  const [attachContainer, width, containerRef] = useElementWidth<HTMLDivElement>()
  useListKeys(containerRef)
  const isWide = width >= TABLE_MIN_WIDTH_PX
  const isStale = query.isError && listProps.rows.length > 0
  const subtitleParts = [
    query.data !== undefined && t('resource.count', { count: listProps.total }),
    keyword && t('resource.keyword', { keyword }),
    isStale && t('resource.staleSince', { age: formatMoment(query.dataUpdatedAt, zone) }),
  ]
  const listQuery = {
    rows: listProps.rows,
    isLoading: query.isPending,
    error: query.error,
    fetchedAt: query.dataUpdatedAt,
    refetch: query.refetch,
  }
  return (
    <PageFrame contentScrollsItself title={title} tools={tools} subtitle={subtitleParts.filter(Boolean).join(' · ')}>
      <div className="resource-list" ref={attachContainer}>
        {above}
        <div className="list-tools strip">
          <SearchField value={keyword} onChange={onSearch} label={t('resource.search')} />
        </div>
        <div className="list-body">
          {width > 0 && (
            <QueryBoundary query={listQuery} skeleton={isWide ? <SkeletonTable /> : <SkeletonList />}>
              {(rows) => {
                if (rows.length === 0)
                  return keyword ? <EmptyState onClearFilters={() => onSearch('')} /> : <EmptyState {...empty} />
                return isWide ? (
                  <DataTable {...listProps} label={title} choiceKey={`${getSession().userId}/${name}`} />
                ) : (
                  <CardList {...listProps} label={title} onRefresh={() => refreshList(query.refetch)} />
                )
              }}
            </QueryBoundary>
          )}
        </div>
      </div>
    </PageFrame>
  )
}
