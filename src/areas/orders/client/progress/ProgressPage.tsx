import '../orders.css'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointInput } from '@/contract/endpoint'
import type { Resource } from '@/contract/resource'
import { usePages } from '@/client/api/use-pages'
import { ListWithDetail } from '@/client/resource/ListWithDetail'
import { ExportButton } from '@/client/resource/ExportButton'
import { FilterSummaryView } from '@/client/resource/FilterSummaryView'
import { ListBar, countFilters } from '@/client/resource/ListBar'
import { useListState } from '@/client/resource/list-state'
import { CustomFiltersContext } from '@/client/resource/FilterFields'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { useView } from '@/client/resource/RecordPage'
import { getKnownTotal, TABLE_MIN_WIDTH_PX, useStaleAge } from '@/client/resource/ResourceList'
import { useListKeys } from '@/client/resource/use-list-keys'
import { usePrint } from '@/client/resource/use-print'
import { useElementWidth } from '@/client/ui/use-element-width'
import { useSavedView } from '@/client/resource/views/saved-view'
import { usePageTitle } from '@/client/shell/use-menu'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonList, SkeletonTable, LazyBoundary } from '@/client/ui/Skeleton'
import { PageFrame } from '@/client/ui/PageFrame'
import { Tabs } from '@/client/ui/Tabs'
import { useQueryParams } from '@/client/use-query-params'
import { LATENESS_SORT, progressList, progressExport, calculatedSortFields } from '@/areas/orders/contract/progress'
import { workOrder } from '@/areas/orders/contract/work-order'
import { openOrderStates, settledOrderStates } from '@/areas/orders/rules/work-order'
import { ProgressList } from './ProgressList'

const OrderProgressPanel = lazy(() => import('./OrderProgressPanel'))
const VIEWS = ['open', 'late', 'finished', 'closed'] as const
const VIEW_FILTERS = {
  open: { state: openOrderStates.join(',') },
  late: { state: openOrderStates.join(','), late: true },
  finished: { state: 'finished' },
  closed: { state: settledOrderStates.join(',') },
} as const
/** The tabs select the states, so there is no separate filter field. */
const STATE_FILTER = { state: { Filter: null, formatValue: (state: string) => state } }
const resource: Resource = workOrder

/** 进度监控: progress and forecast end of all orders, with the details of one. */
export default function ProgressPage() {
  const { t } = useTranslation(['orders', 'client'])
  const changeParams = useQueryParams()[1]
  const pageTitle = usePageTitle()
  const view = useView(VIEWS)
  const state = useListState(resource, VIEW_FILTERS[view], calculatedSortFields)
  const sortsByLateness = view === 'open' || view === 'late'
  const listQuery = {
    ...(sortsByLateness ? { sort: LATENESS_SORT } : {}),
    ...state.query,
  } as EndpointInput<typeof progressList>
  const { size: _size, ...exportInput } = listQuery
  const list = usePages(progressList, listQuery, {
    resources: ['workOrder', 'scheduleEntry', 'slitRoll', 'jumboRoll'],
    refreshIntervalMs: 60_000,
  })
  // Measures the width of the list, not of the page, so that the table keeps its scroll position when a detail panel
  // opens.
  const [listRef, width, listElement] = useElementWidth<HTMLDivElement>()
  const showsTable = width >= TABLE_MIN_WIDTH_PX
  const closePanel = () => state.set({ id: null })
  useListKeys(listElement)
  const print = usePrint(list, showsTable)
  const savedView = useSavedView(resource, 'progress')
  const { rows, refs } = print.allRows ?? list
  const emptyState =
    countFilters(resource, state) > 0 || state.rowIds.length > 0 ? (
      <EmptyState onClearFilters={() => state.set({ keyword: '', filters: {}, rowIds: [] })} />
    ) : (
      <EmptyState
        title={t(state.keyword ? 'pages.progress.noneFound' : `pages.progress.none.${view}`)}
        advice={t(state.keyword ? 'pages.progress.otherWord' : 'pages.progress.noneNext')}
      />
    )
  const staleAge = useStaleAge(list)
  return (
    <CustomFiltersContext value={STATE_FILTER}>
      <ListWithDetail
        open={state.id !== null}
        onClose={closePanel}
        panel={(onBack) => (
          <LazyBoundary>
            <OrderProgressPanel id={String(state.id)} {...(onBack ? { onBack } : {})} />
          </LazyBoundary>
        )}
      >
        {() => (
          <PageFrame
            contentScrollsItself
            title={pageTitle ?? t('actions.workOrder_progressList')}
            subtitle={<FilterSummaryView {...state} resource={resource} total={getKnownTotal(list)} age={staleAge} />}
            tools={<ExportButton endpoint={progressExport} input={exportInput} />}
          >
            <div className="orders-list" ref={listRef}>
              <Tabs
                label={t('pages.progress.views')}
                chosen={view}
                onChoose={(next) => changeParams({ view: next === 'open' ? null : next, id: null })}
                tabs={VIEWS.map((key) => ({ key, label: t(`pages.progress.view.${key}`) }))}
              />
              <ListBar
                resource={resource}
                state={state}
                view={savedView}
                isTable={showsTable}
                printing={list.rows.length > 0 ? print : null}
                total={list.total}
                searchLabel={t('pages.progress.search')}
              />
              <QueryBoundary query={list} skeleton={showsTable ? <SkeletonTable /> : <SkeletonList />}>
                {() =>
                  rows.length === 0
                    ? emptyState
                    : width > 0 && (
                        <ProgressList
                          rows={rows}
                          refs={refs}
                          showsTable={showsTable}
                          total={list.total}
                          openId={state.id}
                          onOpen={(order) => state.set({ id: order.id })}
                          onEnd={list.hasMore && !print.allRows ? list.loadMore : undefined}
                          sort={state.sort}
                          onSort={(sort) => state.set({ sort })}
                          savedView={savedView}
                        />
                      )
                }
              </QueryBoundary>
            </div>
          </PageFrame>
        )}
      </ListWithDetail>
    </CustomFiltersContext>
  )
}
