import './stock.css'
import { useTranslation } from 'react-i18next'
import { PageFrame } from '@/client/ui/PageFrame'
import { Tabs } from '@/client/ui/Tabs'
import { useQueryParams } from '@/client/use-query-params'
import { DowngradedStockView } from './DowngradedStockView'
import { StockHistoryView } from './StockHistoryView'
import { CurrentStockView } from './CurrentStockView'
import { RollStatisticsView } from './RollStatisticsView'

const stockPageViews = ['now', 'history', 'down', 'statistics'] as const

/** 库存统计: current stock, stock history, downgraded goods, and statistics over slit rolls. */
export default function StockPage() {
  const { t } = useTranslation(['stock', 'contract'])
  const [params, setParams] = useQueryParams()
  const view = stockPageViews.find((name) => name === params.get('view')) ?? 'now'
  return (
    <PageFrame title={t('contract:menu.stockStatistics')}>
      <Tabs
        label={t('inputs.view')}
        isNavigation
        tabs={stockPageViews.map((key) => ({ key, label: t(`views.${key}`) }))}
        chosen={view}
        onChoose={(key) => setParams({ view: key === 'now' ? null : key })}
      />
      {view === 'now' && <CurrentStockView />}
      {view === 'history' && <StockHistoryView />}
      {view === 'down' && <DowngradedStockView />}
      {view === 'statistics' && <RollStatisticsView />}
    </PageFrame>
  )
}
