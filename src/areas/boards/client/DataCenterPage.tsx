import './board/board.css'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { PageFrame } from '@/client/ui/PageFrame'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { NoticeList } from './center/NoticeList'
import { ScreenLinkList } from './center/ScreenLinkList'
import { ScreenSettingsPanel } from './center/ScreenSettingsPanel'

const views = ['settings', 'notices', 'links'] as const
/** 数据中心: settings of the large screens, their notices, and the links that admit a screen. */
export default function DataCenterPage() {
  const { t } = useTranslation('boards')
  const [params, change] = useParams()
  const canManage = useHasPermission('dataCenterSetTime')
  const view = views.find((one) => one === params.get('view')) ?? 'settings'
  const tabs = (
    <Tabs
      switchesViews
      label={t('pages.dataCenter.title')}
      tabs={views
        .filter((one) => one !== 'links' || canManage)
        .map((key) => ({ key, word: t(`pages.dataCenter.${key}`) }))}
      chosen={view}
      onChoose={(key) => change({ view: key, id: null }, true)}
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
/** Opens the preview with an opener, because only then does the new tab inherit this tab's session. */
const openPreview = (): void => void window.open('/lobby', '_blank')
