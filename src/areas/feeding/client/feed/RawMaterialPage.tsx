import '../feeding.css'
import { useCallback, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useAreaViews } from '@/client/shell/PageViews'
import { useCorrectedCommand } from '@/client/shell/use-corrected-command'
import { usePageTitle } from '@/client/shell/use-menu'
import { PageFrame } from '@/client/ui/PageFrame'
import { isScanned, parseCodeSource } from '@/client/ui/ScannerDialog'
import { Tabs } from '@/client/ui/Tabs'
import { LotList } from '../lot/LotList'
import { MaterialList } from '../lot/MaterialList'
import { FeedList } from './FeedList'
import { counterFeed } from '../../contract/feed'
import { CounterCorrectionPage } from './CounterCorrectionPage'
import { FeedPage } from './FeedPage'
import { RecycleList } from './RecycleList'

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
  const unsent = useCorrectedCommand()
  const requestedView = params.get('view')
  const addedViews = useAreaViews('rawMaterial')
  const isAdded = addedViews.some(({ key }) => key === requestedView)
  const view: AnyView =
    unsent?.resource === 'recycle'
      ? 'recycle'
      : requestedView !== null && (isAdded || isView(requestedView))
        ? requestedView
        : 'feed'
  const addedTabs = useMemo(() => addedViews.map(({ key, word }) => ({ key, word })), [addedViews])
  const openView = useCallback(
    (nextView: AnyView, query: Record<string, string> = {}) =>
      setParams(nextView === 'feed' ? query : { view: nextView, ...query }),
    [setParams],
  )
  const viewTabs = useMemo(
    () => (
      <Tabs
        label={t('pages.rawMaterial.views')}
        switchesViews
        chosen={view}
        onChoose={openView}
        tabs={[...VIEWS.map((key) => ({ key, word: t(`pages.rawMaterial.view.${key}`) })), ...addedTabs]}
      />
    ),
    [t, view, openView, addedTabs],
  )
  const openFeedOfLot = useCallback((id: string) => openView('feed', { id }), [openView])
  if (view === 'lines') return <FeedList title={title} viewTabs={viewTabs} onFeed={() => openView('feed')} />
  if (view === 'lots') return <LotList title={title} viewTabs={viewTabs} onFeed={openFeedOfLot} />
  if (view === 'materials') return <MaterialList title={title} viewTabs={viewTabs} />
  if (view === 'recycle') return <RecycleList title={title} viewTabs={viewTabs} />
  if (isAdded && view === requestedView) return <AddedView name={view} title={title} viewTabs={viewTabs} />
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
  return (
    <FeedPage
      key={unsent?.id ?? lotId}
      title={title}
      lotId={lotId}
      scanned={params.has('how') && isScanned(parseCodeSource(params.get('how')))}
      unsent={unsent?.resource === 'feed' ? unsent : undefined}
      viewTabs={viewTabs}
      onDone={() => {
        if (lotId || unsent) setParams({}, { replace: true })
      }}
    />
  )
}

/** A view that another area adds to this page. */
function AddedView({ name, title, viewTabs }: { name: string; title: string; viewTabs: ReactNode }) {
  const added = useAreaViews('rawMaterial').find(({ key }) => key === name)
  return added?.draw({
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
