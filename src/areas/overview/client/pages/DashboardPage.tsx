import '../parts/overview.css'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { Later } from '@/client/ui/Later'
import { PageFrame } from '@/client/ui/PageFrame'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { inLanguage } from '@/contract/language'
import { toLanguage } from '@/client/format/use-language'
import { dashboardContainer } from '../../contract/dashboard-container'
import GlanceView from './GlanceView'

const OwnView = lazy(() => import('../own/OwnView'))
const ALL = { size: 50 }

/** The plant at a glance, and a person's own dashboards beside it. */
export default function DashboardPage() {
  const { t, i18n } = useTranslation('overview')
  const [params, change] = useParams()
  const { rows } = useList(dashboardContainer, ALL)
  const view = params.get('view') ?? 'glance'
  const language = toLanguage(i18n.language)
  const tabs = [
    { key: 'glance', word: t('pages.dashboard.glance') },
    ...rows.map((row) => ({
      key: row.id,
      word: String(inLanguage(dashboardContainer, row, 'name', language) ?? row.name),
    })),
    { key: 'new', word: t('pages.dashboard.add') },
  ]
  return (
    <PageFrame title={t('pages.dashboard.title')}>
      <div className="overview">
        <Tabs
          label={t('pages.dashboard.views')}
          views
          chosen={tabs.some(({ key }) => key === view) ? view : 'glance'}
          onChoose={(key) => change({ view: key === 'glance' ? null : key }, true)}
          tabs={tabs}
        />
        {view === 'glance' ? (
          <GlanceView />
        ) : (
          <Later>
            <OwnView key={view} id={view} row={rows.find(({ id }) => id === view) ?? null} />
          </Later>
        )}
      </div>
    </PageFrame>
  )
}
