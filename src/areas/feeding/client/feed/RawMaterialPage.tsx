import '../feeding.css'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useCorrecting } from '@/client/shell/use-correcting'
import { usePageTitle } from '@/client/shell/use-menu'
import { isScanned, sourceSaid } from '@/client/ui/Scanner'
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

/** 原料: feeding by scan first; what was fed, the lots, the materials and what came back beside it. A scanned lot opens it with that lot chosen. */
export default function RawMaterialPage() {
  const { t } = useTranslation('feeding')
  const title = usePageTitle() ?? t('feed.name')
  const [params, setParams] = useSearchParams()
  const unsent = useCorrecting()
  const asked = params.get('view')
  const view: View = unsent?.resource === 'recycle' ? 'recycle' : isView(asked) ? asked : 'feed'
  const go = useCallback(
    (next: View, more: Record<string, string> = {}) => setParams(next === 'feed' ? more : { view: next, ...more }),
    [setParams],
  )
  const views = useMemo(
    () => (
      <Tabs
        label={t('pages.rawMaterial.views')}
        views
        chosen={view}
        onChoose={go}
        tabs={VIEWS.map((key) => ({ key, word: t(`pages.rawMaterial.view.${key}`) }))}
      />
    ),
    [t, view, go],
  )
  const feedLot = useCallback((id: string) => go('feed', { id }), [go])
  if (view === 'lines') return <FeedList title={title} views={views} onFeed={() => go('feed')} />
  if (view === 'lots') return <LotList title={title} views={views} onFeed={feedLot} />
  if (view === 'materials') return <MaterialList title={title} views={views} />
  if (view === 'recycle') return <RecycleList title={title} views={views} />
  if (unsent?.op === counterFeed.name)
    return <CounterAgain unsent={unsent} title={title} views={views} onDone={() => setParams({}, { replace: true })} />
  const lotId = params.get('id')
  return (
    <FeedScreen
      key={unsent?.id ?? lotId}
      title={title}
      lotId={lotId}
      scanned={params.has('how') && isScanned(sourceSaid(params.get('how')))}
      unsent={unsent?.resource === 'feed' ? unsent : undefined}
      views={views}
      onDone={() => {
        if (lotId || unsent) setParams({}, { replace: true })
      }}
    />
  )
}
