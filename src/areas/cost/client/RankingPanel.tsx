import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { ReportView } from '@/plant/client/report/ReportView'
import { cheapestOrders, costedCustomers, mostExpensiveOrders } from '../contract/comparison-endpoints'
import { CostCards, type CostCardRow } from './CostCards'

const MAX_PRODUCTS = 500
/** Cards that are displayed before the reader asks for more. */
const INITIAL_CARDS = 48
const RESOURCES = { resources: ['orderCost'] }
/** Customers of the last half year, and the most expensive and cheapest order of each product. */
export function RankingPanel({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTranslation('cost')
  const mostExpensive = useEndpoint(mostExpensiveOrders, { size: MAX_PRODUCTS }, RESOURCES)
  const cheapest = useEndpoint(cheapestOrders, { size: MAX_PRODUCTS }, RESOURCES)
  if (mostExpensive.isPending || cheapest.isPending) return <SkeletonChart />
  if (mostExpensive.error) return <NotLoadedView query={mostExpensive} />
  if (cheapest.error) return <NotLoadedView query={cheapest} />
  if (mostExpensive.data.length === 0)
    return <EmptyState title={t('pages.comparison.noWhole')} advice={t('pages.comparison.noWholeNext')} />
  return (
    <>
      <h2>{t('pages.comparison.customers')}</h2>
      <ReportView report={costedCustomers} input={{}} />
      <h2>{t('pages.comparison.dearest')}</h2>
      <ExpandableCardList rows={mostExpensive.data} onOpen={onOpen} />
      <h2>{t('pages.comparison.cheapest')}</h2>
      <ExpandableCardList rows={cheapest.data} onOpen={onOpen} />
    </>
  )
}
function ExpandableCardList({ rows, onOpen }: { rows: readonly CostCardRow[]; onOpen: (id: string) => void }) {
  const { t } = useTranslation('cost')
  const [isExpanded, setExpanded] = useState(false)
  const hiddenCount = isExpanded ? 0 : Math.max(0, rows.length - INITIAL_CARDS)
  return (
    <>
      <CostCards rows={hiddenCount > 0 ? rows.slice(0, INITIAL_CARDS) : rows} onOpen={onOpen} />
      {hiddenCount > 0 && (
        <div className="cost-pages">
          <Button onClick={() => setExpanded(true)}>{t('pages.comparison.more', { n: hiddenCount })}</Button>
        </div>
      )}
    </>
  )
}
