import './board/board.css'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { PageFrame } from '@/client/ui/PageFrame'
import { Tabs } from '@/client/ui/Tabs'
import { useQueryParams } from '@/client/use-query-params'
import { ScreenLinkList } from './center/ScreenLinkList'
import { ScreenSettingsPanel } from './center/ScreenSettingsPanel'
import type { ReactNode } from 'react'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { lobbyNotice } from '@/areas/boards/contract/lobby-endpoints'

const views = ['settings', 'notices', 'links'] as const
/** 数据中心: settings of the large screens, their notices, and the links that admit a screen. */
export default function DataCenterPage() {
  const { t } = useTranslation('boards')
  const [params, setParams] = useQueryParams()
  const canManage = useHasPermission('dataCenterSetTime')
  const view = views.find((name) => name === params.get('view')) ?? 'settings'
  const tabs = (
    <Tabs
      isNavigation
      label={t('pages.dataCenter.title')}
      tabs={views
        .filter((name) => name !== 'links' || canManage)
        .map((key) => ({ key, label: t(`pages.dataCenter.${key}`) }))}
      chosen={view}
      onChoose={(key) => setParams({ view: key, id: null }, { replace: true })}
    />
  )
  if (view === 'notices') return <NoticeList tabs={tabs} />
  return (
    <PageFrame
      title={t('pages.dataCenter.title')}
      tools={<Button onClick={openPreview}>{t('pages.dataCenter.open')}</Button>}
    >
      <div className="board">
        {tabs}
        {view === 'links' && canManage ? <ScreenLinkList /> : <ScreenSettingsPanel canManage={canManage} />}
      </div>
    </PageFrame>
  )
}
/** Opens the preview without `noopener`: a tab without an opener would not inherit this tab's session. */
const openPreview = (): void => void window.open('/lobby', '_blank')

const columns = ['text', 'textEn', 'from', 'until', 'active']
/** 大屏通知: notices in the ticker of the large screens. */
function NoticeList({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('boards')
  return (
    <ResourcePage
      resource={lobbyNotice}
      columns={columns}
      parts={{ title: t('pages.dataCenter.title'), above: tabs }}
    />
  )
}
