import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { pageViews } from '@/client/areas'
import { useView } from '@/client/resource/RecordPage'
import { useMayCall } from '@/client/session/use-session'
import { usePageTitle } from '@/client/shell/use-menu'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { incomingField } from '../contract/incoming-field'
import InspectionsView from './inspection/InspectionsView'

const FieldsView = lazy(() => import('./FieldsView'))

/** 原料检验: inspections, the lots that wait for one, and, for who decides, the plant's own fields. */
export default function IncomingPage() {
  const added = pageViews('rawMaterialInspection')
  const { t } = useTranslation(['incoming', ...added.flatMap(({ word }) => word.split(':', 1))])
  const change = useParams()[1]
  const title = usePageTitle() ?? t('materialInspection.name')
  const maySet = useMayCall(incomingField.endpoints.create)
  const keys = ['inspections', ...added.map(({ name }) => name), ...(maySet ? ['fields'] : [])] as [string, ...string[]]
  const view = useView(keys)
  const word = (key: string) => {
    const other = added.find(({ name }) => name === key)
    return other ? t(other.word) : t(key === 'fields' ? 'pages.inspections.fields' : 'pages.inspections.tab')
  }
  const tabs = (
    <Tabs
      views
      label={t('pages.inspections.views')}
      chosen={view}
      onChoose={(next) => change({ ...nothing, view: next === keys[0] ? null : next })}
      tabs={keys.map((key) => ({ key, word: word(key) }))}
    />
  )
  const Added = added.find(({ name }) => name === view)?.View
  const framed = (
    <PageFrame title={title}>
      {tabs}
      <SkeletonDetail />
    </PageFrame>
  )
  if (view === 'inspections') return <InspectionsView title={title} tabs={tabs} />
  return (
    <Suspense fallback={framed}>
      {view === 'fields' && <FieldsView title={title} tabs={tabs} />}
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
const nothing = { id: null, state: null, result: null, leftKgTo: null, page: null, form: null, new: null, act: null }
