import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { PageViews } from '@/client/shell/PageViews'
import TraceView from './TraceView'

const HoldsView = lazy(() => import('./hold/HoldsView'))
const PelletSourcesView = lazy(() => import('./PelletSourcesView'))

/** 质量追踪: traces, holds and pellet sources. Other areas add views through `PageViews`. */
export default function TrackingPage() {
  const { t } = useTranslation('tracing')
  return (
    <PageViews
      page="qualityTracking"
      title={t('pages.qualityTracking.title')}
      label={t('pages.qualityTracking.views')}
      views={[
        { key: 'trace', label: t('pages.qualityTracking.view.trace'), render: (tabs) => <TraceView tabs={tabs} /> },
        { key: 'holds', label: t('pages.qualityTracking.view.holds'), render: (tabs) => <HoldsView tabs={tabs} /> },
        {
          key: 'pellets',
          label: t('pages.qualityTracking.view.pellets'),
          render: (tabs) => <PelletSourcesView tabs={tabs} />,
        },
      ]}
    />
  )
}
