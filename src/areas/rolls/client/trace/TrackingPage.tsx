import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { PageViews } from '@/client/shell/PageViews'
import TraceView from './TraceView'

const HoldsView = lazy(() => import('../hold/HoldsView'))
const PelletSourcesView = lazy(() => import('./PelletSourcesView'))

/** 质量追踪: traces, holds, pellet sources, and views of other areas. */
export default function TrackingPage() {
  const { t } = useTranslation('rolls')
  return (
    <PageViews
      page="qualityTracking"
      title={t('pages.qualityTracking.title')}
      label={t('pages.qualityTracking.views')}
      views={[
        { key: 'trace', word: t('pages.qualityTracking.view.trace'), draw: (tabs) => <TraceView tabs={tabs} /> },
        { key: 'holds', word: t('pages.qualityTracking.view.holds'), draw: (tabs) => <HoldsView tabs={tabs} /> },
        {
          key: 'pellets',
          word: t('pages.qualityTracking.view.pellets'),
          draw: (tabs) => <PelletSourcesView tabs={tabs} />,
        },
      ]}
    />
  )
}
