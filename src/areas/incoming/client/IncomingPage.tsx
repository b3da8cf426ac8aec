import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCanCall } from '@/client/session/use-session'
import { PageViews } from '@/client/shell/PageViews'
import { usePageTitle } from '@/client/shell/use-menu'
import { incomingField } from '@/areas/incoming/contract/material-inspection'
import InspectionsView from './inspection/InspectionsView'

const CustomFieldsView = lazy(() => import('./CustomFieldsView'))
/** URL parameters that survive a change of the view, because both views filter by material. */
const SHARED_PARAMS = ['materialId']

/** 原料检验: inspections and, for people who may add fields, the custom fields. */
export default function IncomingPage() {
  const { t } = useTranslation('incoming')
  const title = usePageTitle() ?? t('materialInspection.name')
  const canEditFields = useCanCall(incomingField.endpoints.create)
  const fieldsView = {
    key: 'fields',
    label: t('pages.inspections.fields'),
    render: (tabs: ReactNode) => <CustomFieldsView title={title} tabs={tabs} />,
    comesLast: true,
  }
  return (
    <PageViews
      page="rawMaterialInspection"
      title={title}
      label={t('pages.inspections.views')}
      sharedParams={SHARED_PARAMS}
      views={[
        {
          key: 'inspections',
          label: t('pages.inspections.tab'),
          render: (tabs) => <InspectionsView title={title} tabs={tabs} />,
        },
        ...(canEditFields ? [fieldsView] : []),
      ]}
    />
  )
}
