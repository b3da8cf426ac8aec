import '../parts/overview.css'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { useAreaViews } from '@/client/shell/PageViews'
import { LazyBoundary } from '@/client/ui/Skeleton'
import { PageFrame } from '@/client/ui/PageFrame'
import { Tabs } from '@/client/ui/Tabs'
import { useQueryParams } from '@/client/use-query-params'
import { getFieldInLanguage } from '@/contract/language'
import { toLanguage } from '@/client/format/use-language'
import { dashboardContainer } from '../../contract/dashboard-container'
import GlanceView from './GlanceView'

const OwnView = lazy(() => import('../own-dashboards/OwnDashboardView'))
const DASHBOARDS_QUERY = { size: 50 }

/** Home page: the glance, the person's own dashboards, and views that other areas add. */
export default function DashboardPage() {
  const areaViews = useAreaViews('dashboard')
  const { t, i18n } = useTranslation('overview')
  const [params, changeParams] = useQueryParams()
  const { rows } = useList(dashboardContainer, DASHBOARDS_QUERY)
  const view = params.get('view') ?? 'glance'
  const language = toLanguage(i18n.language)
  const tabs = [
    { key: 'glance', label: t('pages.dashboard.glance') },
    ...areaViews,
    ...rows.map((row) => ({
      key: row.id,
      label: String(getFieldInLanguage(dashboardContainer, row, 'name', language) ?? row.name),
    })),
    { key: 'new', label: t('pages.dashboard.add') },
  ]
  const viewTabs = (
    <Tabs
      label={t('pages.dashboard.views')}
      isNavigation
      chosen={tabs.some(({ key }) => key === view) ? view : 'glance'}
      onChoose={(key) => changeParams({ view: key === 'glance' ? null : key }, { replace: true })}
      tabs={tabs}
    />
  )
  const renderFrame = (content: ReactNode, primary?: ReactNode) => (
    <PageFrame title={t('pages.dashboard.title')} primary={primary}>
      <div className="overview">
        {viewTabs}
        {content}
      </div>
    </PageFrame>
  )
  const areaView = areaViews.find(({ key }) => key === view)
  if (areaView) return areaView.render({ rowId: '', tabs: viewTabs, frame: renderFrame })
  return renderFrame(
    view === 'glance' ? (
      <GlanceView />
    ) : (
      <LazyBoundary>
        <OwnView key={view} id={view} row={rows.find(({ id }) => id === view) ?? null} />
      </LazyBoundary>
    ),
  )
}
