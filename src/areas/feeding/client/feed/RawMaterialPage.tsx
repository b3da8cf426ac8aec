import '../feeding.css'
import { useCallback, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useAreaViews } from '@/client/shell/PageViews'
import { useUnsentCommandToCorrect } from '@/client/shell/row-address'
import { usePageTitle } from '@/client/shell/use-menu'
import { PageFrame } from '@/client/ui/PageFrame'
import { isLiveScan, parseCodeSource } from '@/client/ui/ScannerDialog'
import { Tabs } from '@/client/ui/Tabs'
import { LotList } from '../lot/LotList'
import { AllFeedsList } from './AllFeedsList'
import { counterFeed } from '../../contract/feed'
import { CounterCorrectionPage } from './CounterCorrectionPage'
import { FeedPage } from './FeedPage'
import { RecycleList } from './RecycleList'
import { ResourcePage, type PageParts } from '@/client/resource/ResourcePage'
import { material } from '@/areas/feeding/contract/material'

const VIEWS = ['feed', 'lines', 'lots', 'materials', 'recycle'] as const
type View = (typeof VIEWS)[number]
const isView = (text: string | null): text is View => (VIEWS as readonly (string | null)[]).includes(text)
/** A view of this page, or a view that another area adds. */
type AnyView = View | (string & {})

/**
 * 原料: feeding by scan is the first tab; feeds, lots, materials, recycled material and views of other areas follow.
 * A scanned lot opens the page with that lot chosen.
 */
export default function RawMaterialPage() {
  const { t } = useTranslation('feeding')
  const title = usePageTitle() ?? t('feed.name')
  const [params, setParams] = useSearchParams()
  const unsent = useUnsentCommandToCorrect()
  const requestedView = params.get('view')
  const otherAreaViews = useAreaViews('rawMaterial')
  const isOtherAreaView = otherAreaViews.some(({ key }) => key === requestedView)
  const selectedView: AnyView =
    requestedView !== null && (isOtherAreaView || isView(requestedView)) ? requestedView : 'feed'
  const view: AnyView = unsent?.resource === 'recycle' ? 'recycle' : selectedView
  const otherAreaTabs = useMemo(() => otherAreaViews.map(({ key, label }) => ({ key, label })), [otherAreaViews])
  const showView = useCallback(
    (nextView: AnyView, query: Record<string, string> = {}) =>
      setParams(nextView === 'feed' ? query : { view: nextView, ...query }),
    [setParams],
  )
  const viewTabs = useMemo(
    () => (
      <Tabs
        label={t('pages.rawMaterial.views')}
        isNavigation
        chosen={view}
        onChoose={showView}
        tabs={[...VIEWS.map((key) => ({ key, label: t(`pages.rawMaterial.view.${key}`) })), ...otherAreaTabs]}
      />
    ),
    [t, view, showView, otherAreaTabs],
  )
  const openFeedOfLot = useCallback((id: string) => showView('feed', { id }), [showView])
  if (view === 'lines')
    return <AllFeedsList title={title} viewTabs={viewTabs} onStartFeeding={() => showView('feed')} />
  if (view === 'lots') return <LotList title={title} viewTabs={viewTabs} onStartFeeding={openFeedOfLot} />
  if (view === 'materials') return <MaterialList title={title} viewTabs={viewTabs} />
  if (view === 'recycle') return <RecycleList title={title} viewTabs={viewTabs} />
  if (isOtherAreaView && view === requestedView) return <OtherAreaView name={view} title={title} viewTabs={viewTabs} />
  if (unsent?.op === counterFeed.name)
    return (
      <CounterCorrectionPage
        unsent={unsent}
        title={title}
        viewTabs={viewTabs}
        onDone={() => setParams({}, { replace: true })}
      />
    )
  const lotId = params.get('id')
  // `how` is the source of the code that opened this page, e.g. the camera.
  return (
    <FeedPage
      key={unsent?.id ?? lotId}
      title={title}
      lotId={lotId}
      isScanned={params.has('how') && isLiveScan(parseCodeSource(params.get('how')))}
      unsent={unsent?.resource === 'feed' ? unsent : undefined}
      viewTabs={viewTabs}
      onDone={() => {
        if (lotId || unsent) setParams({}, { replace: true })
      }}
    />
  )
}

/** A view that another area adds to this page. */
function OtherAreaView({ name, title, viewTabs }: { name: string; title: string; viewTabs: ReactNode }) {
  const areaView = useAreaViews('rawMaterial').find(({ key }) => key === name)
  return areaView?.render({
    rowId: '',
    tabs: viewTabs,
    frame: (content) => (
      <PageFrame title={title}>
        {viewTabs}
        {content}
      </PageFrame>
    ),
  })
}

const COLUMNS = ['code', 'name', 'kind', 'supplier', 'supplierGrade', 'minimumKg', 'active', 'note'] as const

/** 物料: list of the materials that can be fed. */
function MaterialList({ title, viewTabs }: { title: string; viewTabs: ReactNode }) {
  const parts = useMemo((): PageParts => ({ title, above: viewTabs }), [title, viewTabs])
  return <ResourcePage resource={material} columns={COLUMNS} parts={parts} />
}
