import { Suspense, lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { pageViews } from '@/client/areas'
import { useView } from '@/client/resource/RecordPage'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import TraceView from './TraceView'

const Holds = lazy(() => import('../hold/Holds'))
const own = ['trace', 'holds'] as const

/** 质量追踪: where any number came from and went, what is on hold, and what other areas add. */
export default function TrackingPage() {
  const added = pageViews('qualityTracking')
  const { t } = useTranslation(['rolls', ...added.flatMap(({ word }) => word.split(':', 1))])
  const change = useParams()[1]
  const view = useView([...own, ...added.map(({ name }) => name)] as [string, ...string[]])
  const title = t('pages.qualityTracking.title')
  const tabs = (
    <Tabs
      views
      label={t('pages.qualityTracking.views')}
      chosen={view}
      onChoose={(next) => change({ ...nothing, view: next === own[0] ? null : next })}
      tabs={[
        ...own.map((key) => ({ key, word: t(`pages.qualityTracking.view.${key}`) })),
        ...added.map(({ name, word }) => ({ key: name, word: t(word) })),
      ]}
    />
  )
  const Added = added.find(({ name }) => name === view)?.View
  const framed = (
    <PageFrame title={title}>
      {tabs}
      <SkeletonDetail />
    </PageFrame>
  )
  return (
    <Suspense fallback={framed}>
      {view === 'trace' && <TraceView tabs={tabs} />}
      {view === 'holds' && <Holds tabs={tabs} />}
      {Added && (
        <Added
          of=""
          tabs={tabs}
          frame={(content, primary) => (
            <PageFrame title={title} primary={primary}>
              {tabs}
              {content}
            </PageFrame>
          )}
        />
      )}
    </Suspense>
  )
}
/** What one view says in the address means nothing in another. */
const nothing = { id: null, kind: null, of: null, number: null, code: null, page: null, form: null }
