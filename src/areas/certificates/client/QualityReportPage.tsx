import './certificates.css'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { PageViews } from '@/client/shell/PageViews'
import { coaTemplate } from '../contract/coa-template'
import { coaRemark, coaTranslation, setCoaTranslation } from '../contract/coa-texts'

const CertifiableOrdersView = lazy(() => import('./CertifiableOrdersView'))
const CertificatesView = lazy(() => import('./CertificatesView'))

/** 检验报告: orders to certify, certificates, templates, remarks and translations. */
export default function QualityReportPage() {
  const { t } = useTranslation(['certificates', 'contract'])
  const title = t('contract:menu.qualityReport')
  const buildView = (key: string, render: (tabs: ReactNode) => ReactNode) => ({
    key,
    label: t(`pages.qualityReport.view.${key}`),
    render,
  })
  return (
    <PageViews
      page="qualityReport"
      title={title}
      label={t('pages.qualityReport.tabs')}
      views={[
        buildView('ready', (tabs) => <CertifiableOrdersView title={title} tabs={tabs} />),
        buildView('certificates', (tabs) => <CertificatesView title={title} tabs={tabs} />),
        buildView('templates', (tabs) => <ResourcePage resource={coaTemplate} parts={{ title, above: tabs }} />),
        buildView('remarks', (tabs) => <ResourcePage resource={coaRemark} parts={{ title, above: tabs }} />),
        buildView('words', (tabs) => (
          <ResourcePage
            resource={coaTranslation}
            parts={{ title, above: tabs }}
            form={{ commands: { create: setCoaTranslation } }}
          />
        )),
      ]}
    />
  )
}
