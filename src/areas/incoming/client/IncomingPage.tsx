import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCanCall } from '@/client/session/use-session'
import { PageViews } from '@/client/shell/PageViews'
import { usePageTitle } from '@/client/shell/use-menu'
import { incomingField } from '../contract/incoming-field'
import InspectionsView from './inspection/InspectionsView'

const FieldsView = lazy(() => import('./CustomFieldsView'))
/** Parameters kept when the view changes: inspections, lots and fields all belong to a material. */
const SHARED_PARAMS = ['materialId']

/** 原料检验: inspections and, for people who decide, the custom fields. */
export default function IncomingPage() {
  const { t } = useTranslation('incoming')
  const title = usePageTitle() ?? t('materialInspection.name')
  const canEditFields = useCanCall(incomingField.endpoints.create)
  const fieldsView = {
    key: 'fields',
    word: t('pages.inspections.fields'),
    draw: (tabs: ReactNode) => <FieldsView title={title} tabs={tabs} />,
    last: true,
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
          word: t('pages.inspections.tab'),
          draw: (tabs) => <InspectionsView title={title} tabs={tabs} />,
        },
        ...(canEditFields ? [fieldsView] : []),
      ]}
    />
  )
}
