import '../parts/overview.css'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { useAreaViews } from '@/client/shell/PageViews'
import { LazyBoundary } from '@/client/ui/LazyBoundary'
import { PageFrame } from '@/client/ui/PageFrame'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { getFieldInLanguage } from '@/contract/language'
import { toLanguage } from '@/client/format/use-language'
import { dashboardContainer } from '../../contract/dashboard-container'
import GlanceView from './GlanceView'

const OwnView = lazy(() => import('../own/OwnView'))
const ALL = { size: 50 }

/** Home page: the glance, views of other areas, and the person's own dashboards. */
export default function DashboardPage() {
  const added = useAreaViews('dashboard')
  const { t, i18n } = useTranslation('overview')
  const [params, change] = useParams()
  const { rows } = useList(dashboardContainer, ALL)
  const view = params.get('view') ?? 'glance'
  const language = toLanguage(i18n.language)
  const tabs = [
    { key: 'glance', word: t('pages.dashboard.glance') },
    ...added,
    ...rows.map((row) => ({
      key: row.id,
      word: String(getFieldInLanguage(dashboardContainer, row, 'name', language) ?? row.name),
    })),
    { key: 'new', word: t('pages.dashboard.add') },
  ]
  const bar = (
    <Tabs
      label={t('pages.dashboard.views')}
      switchesViews
      chosen={tabs.some(({ key }) => key === view) ? view : 'glance'}
      onChoose={(key) => change({ view: key === 'glance' ? null : key }, true)}
      tabs={tabs}
    />
  )
  const frame = (content: ReactNode, primary?: ReactNode) => (
    <PageFrame title={t('pages.dashboard.title')} primary={primary}>
      <div className="overview">
        {bar}
        {content}
      </div>
    </PageFrame>
  )
  const other = added.find(({ key }) => key === view)
  if (other) return other.draw({ rowId: '', tabs: bar, frame })
  return frame(
    view === 'glance' ? (
      <GlanceView />
    ) : (
      <LazyBoundary>
        <OwnView key={view} id={view} row={rows.find(({ id }) => id === view) ?? null} />
      </LazyBoundary>
    ),
  )
}
