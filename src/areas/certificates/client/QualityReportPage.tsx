import './certificates.css'
import { Suspense, lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { useView } from '@/client/resource/RecordPage'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonList } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { coaTemplate } from '../contract/coa-template'
import { coaRemark, coaTranslation, translate } from '../contract/words'

const ReadyView = lazy(() => import('./ReadyView'))
const CertificatesView = lazy(() => import('./CertificatesView'))
const views = ['ready', 'certificates', 'templates', 'remarks', 'words'] as const
/** What one view says in the address means nothing in another. */
const nothing = { id: null, order: null, form: null, replaces: null, worse: null }

/** 检验报告: orders to certify, certificates, and what they are written with. */
export default function QualityReportPage() {
  const { t } = useTranslation('certificates')
  const change = useParams()[1]
  const view = useView(views)
  const title = t('pages.qualityReport.title')
  const tabs = (
    <Tabs
      views
      label={t('pages.qualityReport.tabs')}
      chosen={view}
      onChoose={(next) => change({ ...nothing, view: next === views[0] ? null : next })}
      tabs={views.map((key) => ({ key, word: t(`pages.qualityReport.view.${key}`) }))}
    />
  )
  const framed = (
    <PageFrame title={title}>
      {tabs}
      <SkeletonList />
    </PageFrame>
  )
  const parts = { title, above: tabs }
  return (
    <Suspense fallback={framed}>
      {view === 'ready' && <ReadyView title={title} tabs={tabs} />}
      {view === 'certificates' && <CertificatesView title={title} tabs={tabs} />}
      {view === 'templates' && <ResourcePage of={coaTemplate} parts={parts} />}
      {view === 'remarks' && <ResourcePage of={coaRemark} parts={parts} />}
      {view === 'words' && (
        <ResourcePage of={coaTranslation} parts={parts} form={{ commands: { create: translate } }} />
      )}
    </Suspense>
  )
}
