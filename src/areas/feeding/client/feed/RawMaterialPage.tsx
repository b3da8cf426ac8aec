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
import { CounterAgain } from './CounterAgain'
import { FeedScreen } from './FeedScreen'
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
  const asked = params.get('view')
  const added = useAreaViews('rawMaterial')
  const isAdded = added.some(({ key }) => key === asked)
  const view: AnyView =
    unsent?.resource === 'recycle' ? 'recycle' : asked !== null && (isAdded || isView(asked)) ? asked : 'feed'
  const addedTabs = useMemo(() => added.map(({ key, word }) => ({ key, word })), [added])
  const go = useCallback(
    (next: AnyView, more: Record<string, string> = {}) => setParams(next === 'feed' ? more : { view: next, ...more }),
    [setParams],
  )
  const views = useMemo(
    () => (
      <Tabs
        label={t('pages.rawMaterial.views')}
        switchesViews
        chosen={view}
        onChoose={go}
        tabs={[...VIEWS.map((key) => ({ key, word: t(`pages.rawMaterial.view.${key}`) })), ...addedTabs]}
      />
    ),
    [t, view, go, addedTabs],
  )
  const feedLot = useCallback((id: string) => go('feed', { id }), [go])
  if (view === 'lines') return <FeedList title={title} views={views} onFeed={() => go('feed')} />
  if (view === 'lots') return <LotList title={title} views={views} onFeed={feedLot} />
  if (view === 'materials') return <MaterialList title={title} views={views} />
  if (view === 'recycle') return <RecycleList title={title} views={views} />
  if (isAdded && view === asked) return <AddedView name={view} title={title} views={views} />
  if (unsent?.op === counterFeed.name)
    return <CounterAgain unsent={unsent} title={title} views={views} onDone={() => setParams({}, { replace: true })} />
  const lotId = params.get('id')
  return (
    <FeedScreen
      key={unsent?.id ?? lotId}
      title={title}
      lotId={lotId}
      scanned={params.has('how') && isScanned(parseCodeSource(params.get('how')))}
      unsent={unsent?.resource === 'feed' ? unsent : undefined}
      views={views}
      onDone={() => {
        if (lotId || unsent) setParams({}, { replace: true })
      }}
    />
  )
}

/** A view that another area adds to this page. */
function AddedView({ name, title, views }: { name: string; title: string; views: ReactNode }) {
  const added = useAreaViews('rawMaterial').find(({ key }) => key === name)
  return added?.draw({
    rowId: '',
    tabs: views,
    frame: (content) => (
      <PageFrame title={title}>
        {views}
        {content}
      </PageFrame>
    ),
  })
}
