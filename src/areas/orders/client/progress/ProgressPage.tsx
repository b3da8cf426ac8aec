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
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { CustomFiltersContext } from '@/client/resource/custom-filters'
import { useView } from '@/client/resource/RecordPage'
import { getKnownTotal, TABLE_MIN_WIDTH_PX, useStaleAge } from '@/client/resource/ResourceList'
import { useListKeys } from '@/client/resource/use-list-keys'
import { usePrint } from '@/client/resource/use-print'
import { useWidth } from '@/client/resource/use-width'
import { useOpenView } from '@/client/resource/views/saved-view'
import { usePageTitle } from '@/client/shell/use-menu'
import { EmptyState } from '@/client/ui/EmptyState'
import { LazyBoundary } from '@/client/ui/LazyBoundary'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonList, SkeletonTable } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { progressList, progressSheet, workedOut } from '@/areas/orders/contract/progress'
import { workOrder } from '@/areas/orders/contract/work-order'
import { openStates, settledStates } from '@/areas/orders/rules/work-order'
import { ProgressRows } from './ProgressRows'

const OrderProgress = lazy(() => import('./OrderProgress'))
const VIEWS = ['open', 'late', 'finished', 'closed'] as const
const FIXED = {
  open: { state: openStates.join(',') },
  late: { state: openStates.join(','), late: true },
  finished: { state: 'finished' },
  closed: { state: settledStates.join(',') },
} as const
/** The tabs select the states, so there is no separate filter field. */
const OWN_FILTERS = { state: { Filter: null, word: (state: string) => state } }
const of: Resource = workOrder

/** 进度监控: progress and forecast end of all orders, with the details of one. */
export default function ProgressPage() {
  const { t } = useTranslation(['orders', 'client'])
  const change = useParams()[1]
  const pageTitle = usePageTitle()
  const view = useView(VIEWS)
  const state = useListState(of, FIXED[view], workedOut)
  const asked = state.query as EndpointInput<typeof progressList>
  const { size: _size, ...exported } = asked
  const list = usePages(progressList, asked, {
    resources: ['workOrder', 'scheduleEntry', 'slitRoll', 'jumboRoll'],
    refreshEvery: 60_000,
  })
  // Measures the list's own width, so that the table and its scroll position remain when a detail panel opens.
  const [attach, width, box] = useWidth<HTMLDivElement>()
  const wide = width >= TABLE_MIN_WIDTH_PX
  const close = () => state.set({ id: null })
  useListKeys(box)
  const printing = usePrint(list, wide)
  const columns = useOpenView(of, 'progress')
  const { rows, refs } = printing.allRows ?? list
  const none =
    countFilters(of, state) > 0 || state.among.length > 0 ? (
      <EmptyState onClearFilters={() => state.set({ keyword: '', filters: {}, among: [] })} />
    ) : (
      <EmptyState
        title={t(state.keyword ? 'pages.progress.noneFound' : `pages.progress.none.${view}`)}
        next={t(state.keyword ? 'pages.progress.otherWord' : 'pages.progress.noneNext')}
      />
    )
  const age = useStaleAge(list)
  return (
    <CustomFiltersContext value={OWN_FILTERS}>
      <ListWithDetail
        open={state.id !== null}
        onClose={close}
        panel={(onBack) => (
          <LazyBoundary>
            <OrderProgress id={String(state.id)} {...(onBack ? { onBack } : {})} />
          </LazyBoundary>
        )}
      >
        {() => (
          <PageFrame
            contentScrollsItself
            title={pageTitle ?? t('actions.workOrder_progressList')}
            sub={<FilterSummaryView {...state} of={of} total={getKnownTotal(list)} age={age} />}
            tools={<ExportButton of={progressSheet} input={exported} />}
          >
            <div className="orders-list" ref={attach}>
              <Tabs
                label={t('pages.progress.views')}
                chosen={view}
                onChoose={(next) => change({ view: next === 'open' ? null : next, id: null })}
                tabs={VIEWS.map((key) => ({ key, word: t(`pages.progress.view.${key}`) }))}
              />
              <ListBar
                of={of}
                state={state}
                view={columns}
                table={wide}
                printing={list.rows.length > 0 ? printing : null}
                total={list.total}
                search={t('pages.progress.search')}
              />
              {list.isLoading && (wide ? <SkeletonTable /> : <SkeletonList />)}
              {list.error && rows.length === 0 && <NotLoadedView of={list} />}
              {!list.isLoading && !list.error && rows.length === 0 && none}
              {rows.length > 0 && width > 0 && (
                <ProgressRows
                  rows={rows}
                  refs={refs}
                  wide={wide}
                  total={list.total}
                  openId={state.id}
                  onOpen={(order) => state.set({ id: order.id })}
                  onEnd={list.hasMore && !printing.allRows ? list.loadMore : undefined}
                  sort={state.sort}
                  onSort={(sort) => state.set({ sort })}
                  columnsOf={columns}
                />
              )}
            </div>
          </PageFrame>
        )}
      </ListWithDetail>
    </CustomFiltersContext>
  )
}
