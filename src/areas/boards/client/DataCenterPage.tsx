import './board/board.css'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { PageFrame } from '@/client/ui/PageFrame'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { NoticeList } from './center/NoticeList'
import { ScreenLinks } from './center/ScreenLinks'
import { ScreenSettings } from './center/ScreenSettings'

const views = ['settings', 'notices', 'links'] as const
/** 数据中心: what large screens show and how fast, their notices, and the links that let them in. */
export default function DataCenterPage() {
  const { t } = useTranslation('boards')
  const [params, change] = useParams()
  const keeper = useHasPermission('dataCenterSetTime')
  const view = views.find((one) => one === params.get('view')) ?? 'settings'
  const tabs = (
    <Tabs
      switchesViews
      label={t('pages.dataCenter.title')}
      tabs={views
        .filter((one) => one !== 'links' || keeper)
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
        {view === 'links' && keeper ? <ScreenLinks /> : <ScreenSettings keeper={keeper} />}
      </div>
    </PageFrame>
  )
}
/** With an opener: only so does the new tab get this one's session, by which it is let in. */
const openPreview = (): void => void window.open('/lobby', '_blank')
