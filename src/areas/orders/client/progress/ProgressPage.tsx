import '../orders.css'
import { lazy, useCallback, useDeferredValue, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '@/client/api/use-list'
import { Awaited } from '@/client/resource/NotLoaded'
import { ExportButton } from '@/client/resource/ExportButton'
import { TABLE_FROM } from '@/client/resource/ResourceList'
import { SearchBox } from '@/client/resource/SearchBox'
import { useListKeys } from '@/client/resource/use-list-keys'
import { Beside } from '@/client/resource/Beside'
import { useWidth } from '@/client/resource/use-width'
import { usePageTitle } from '@/client/shell/use-menu'
import { EmptyState } from '@/client/ui/EmptyState'
import { Later } from '@/client/ui/Later'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonList } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { progressList, progressSheet } from '@/areas/orders/contract/progress'
import { Stale } from '../Stale'
import { useParams } from '@/client/use-params'
import { openStates, settledStates } from '@/areas/orders/rules/work-order'
import { ProgressRows } from './ProgressRows'

const OrderProgress = lazy(() => import('./OrderProgress'))
const VIEWS = ['open', 'late', 'finished', 'closed'] as const
type View = (typeof VIEWS)[number]
const STATES: Record<View, string> = {
  open: openStates.join(','),
  late: openStates.join(','),
  finished: 'finished',
  closed: settledStates.join(','),
}
const STEP = 50
const MOST = 500

/** 进度监控: how far every order is and when it will be done; one with all that happened to it. */
export default function ProgressPage() {
  const { t } = useTranslation('orders')
  const [params, change] = useParams()
  const pageTitle = usePageTitle()
  const [size, setSize] = useState(STEP)
  const view: View = VIEWS.find((one) => one === params.get('view')) ?? 'open'
  const keyword = params.get('q') ?? ''
  const id = params.get('id')
  const asked = useDeferredValue(size)
  const filter = { state: STATES[view], ...(view === 'late' ? { late: true } : {}), ...(keyword ? { keyword } : {}) }
  const found = useCall(
    progressList,
    { ...filter, size: asked },
    { resources: ['workOrder', 'scheduleEntry', 'slitRoll', 'jumboRoll'], refreshEvery: 60_000 },
  )
  const rows = found.data?.list ?? []
  // Of its own room, so that the table, and where one was in it, stays when an order opens beside it.
  const [measure, width] = useWidth<HTMLDivElement>()
  const box = useRef<HTMLDivElement | null>(null)
  const attach = useCallback(
    (element: HTMLDivElement | null) => {
      box.current = element
      return measure(element)
    },
    [measure],
  )
  useListKeys(box, true, () => change({ id: null }))
  const choose = (next: View) => {
    setSize(STEP)
    change({ view: next === 'open' ? null : next, id: null })
  }
  return (
    <Beside
      open={id !== null}
      onClose={() => change({ id: null })}
      panel={(onBack) => (
        <Later>
          <OrderProgress id={String(id)} {...(onBack ? { onBack } : {})} />
        </Later>
      )}
    >
      {() => (
        <PageFrame
          fill
          title={pageTitle ?? t('actions.workOrder_progressList')}
          sub={
            found.data ? (
              <>
                {t('pages.progress.count', { count: found.data.total })}
                <Stale of={found} />
              </>
            ) : null
          }
          tools={<ExportButton of={progressSheet} input={filter} />}
        >
          <div className="orders-list" ref={attach}>
            <Tabs
              views
              label={t('pages.progress.views')}
              chosen={view}
              onChoose={choose}
              tabs={VIEWS.map((key) => ({ key, word: t(`pages.progress.view.${key}`) }))}
            />
            <div className="list-tools">
              <SearchBox
                value={keyword}
                label={t('pages.progress.search')}
                onChange={(text) => change({ q: text || null }, true)}
              />
            </div>
            {!found.data && <Awaited of={found} shape={<SkeletonList />} />}
            {found.data && rows.length === 0 && (
              <EmptyState
                title={t(keyword ? 'pages.progress.noneFound' : `pages.progress.none.${view}`)}
                next={t(keyword ? 'pages.progress.otherWord' : 'pages.progress.noneNext')}
              />
            )}
            {rows.length > 0 && width > 0 && (
              <ProgressRows
                rows={rows}
                refs={found.data?.refs ?? {}}
                wide={width >= TABLE_FROM}
                total={found.data?.total ?? rows.length}
                openId={id}
                onOpen={(order) => change({ id: order.id })}
                onEnd={
                  rows.length < (found.data?.total ?? 0) && size < MOST
                    ? () => setSize((now) => Math.min(MOST, now + STEP))
                    : undefined
                }
              />
            )}
          </div>
        </PageFrame>
      )}
    </Beside>
  )
}
