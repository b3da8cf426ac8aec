import './certificates.css'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { PageViews } from '@/client/shell/PageViews'
import { coaTemplate } from '../contract/coa-template'
import { coaRemark, coaTranslation, setCoaTranslation } from '../contract/words'

const ReadyView = lazy(() => import('./ReadyView'))
const CertificatesView = lazy(() => import('./CertificatesView'))

/** 检验报告: orders to certify, certificates, templates, remarks and translations. */
export default function QualityReportPage() {
  const { t } = useTranslation('certificates')
  const title = t('pages.qualityReport.title')
  const view = (key: string, draw: (tabs: ReactNode) => ReactNode) => ({
    key,
    word: t(`pages.qualityReport.view.${key}`),
    draw,
  })
  return (
    <PageViews
      page="qualityReport"
      title={title}
      label={t('pages.qualityReport.tabs')}
      views={[
        view('ready', (tabs) => <ReadyView title={title} tabs={tabs} />),
        view('certificates', (tabs) => <CertificatesView title={title} tabs={tabs} />),
        view('templates', (above) => <ResourcePage of={coaTemplate} parts={{ title, above }} />),
        view('remarks', (above) => <ResourcePage of={coaRemark} parts={{ title, above }} />),
        view('words', (above) => (
          <ResourcePage
            of={coaTranslation}
            parts={{ title, above }}
            form={{ commands: { create: setCoaTranslation } }}
          />
        )),
      ]}
    />
  )
}
