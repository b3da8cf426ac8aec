import './stock.css'
import { useTranslation } from 'react-i18next'
import { PageFrame } from '@/client/ui/PageFrame'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { DownView } from './DownView'
import { HistoryView } from './HistoryView'
import { NowView } from './NowView'
import { StatisticsView } from './StatisticsView'

const views = ['now', 'history', 'down', 'statistics'] as const

/** 库存统计: current stock, stock history, downgraded goods, and statistics over slit rolls. */
export default function StockPage() {
  const { t } = useTranslation(['stock', 'contract'])
  const [params, change] = useParams()
  const view = views.find((one) => one === params.get('view')) ?? 'now'
  return (
    <PageFrame title={t('contract:menu.stockStatistics')}>
      <Tabs
        label={t('inputs.view')}
        views
        tabs={views.map((key) => ({ key, word: t(`views.${key}`) }))}
        chosen={view}
        onChoose={(key) => change({ view: key === 'now' ? null : key })}
      />
      {view === 'now' && <NowView />}
      {view === 'history' && <HistoryView />}
      {view === 'down' && <DownView />}
      {view === 'statistics' && <StatisticsView />}
    </PageFrame>
  )
}
