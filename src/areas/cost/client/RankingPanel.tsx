import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { ReportView } from '@/plant/client/report/ReportView'
import { cheapestOrders, costedCustomers, mostExpensiveOrders } from '../contract/comparison-endpoints'
import { sortByCostDifference } from '../rules/compare-with-standard'
import { CostDifferenceTable, type ComparedOrdersProps } from './CostDifferenceTable'

const MAX_PRODUCTS = 500
/** Rows that are displayed before the reader asks for more. */
const INITIAL_ROWS = 10
const QUERY_OPTIONS = { resources: ['orderCost'] }
/** The most expensive and cheapest order of each product, and the customers of the last half year. */
export function RankingPanel({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTranslation('cost')
  const mostExpensive = useEndpoint(mostExpensiveOrders, { size: MAX_PRODUCTS }, QUERY_OPTIONS)
  const cheapest = useEndpoint(cheapestOrders, { size: MAX_PRODUCTS }, QUERY_OPTIONS)
  return (
    <QueryBoundary query={mostExpensive} skeleton={<SkeletonChart />}>
      {(mostExpensiveRows) =>
        mostExpensiveRows.length === 0 ? (
          <EmptyState title={t('pages.comparison.noWhole')} advice={t('pages.comparison.noWholeNext')} />
        ) : (
          <QueryBoundary query={cheapest} skeleton={<SkeletonChart />}>
            {(cheapestRows) => (
              <div className="ui-sections">
                <ExpandableTable
                  label={t('pages.comparison.dearest')}
                  rows={sortByCostDifference(mostExpensiveRows)}
                  onOpen={onOpen}
                />
                <ExpandableTable
                  label={t('pages.comparison.cheapest')}
                  rows={sortByCostDifference(cheapestRows).toReversed()}
                  onOpen={onOpen}
                />
                <h2>{t('pages.comparison.customers')}</h2>
                <ReportView report={costedCustomers} input={{}} />
              </div>
            )}
          </QueryBoundary>
        )
      }
    </QueryBoundary>
  )
}
function ExpandableTable({ label, rows, onOpen }: ComparedOrdersProps) {
  const { t } = useTranslation('cost')
  const [isExpanded, setExpanded] = useState(false)
  const hiddenCount = isExpanded ? 0 : Math.max(0, rows.length - INITIAL_ROWS)
  return (
    <section>
      <h2>{label}</h2>
      <CostDifferenceTable label={label} rows={hiddenCount > 0 ? rows.slice(0, INITIAL_ROWS) : rows} onOpen={onOpen} />
      {hiddenCount > 0 && (
        <div className="cost-pages">
          <Button onClick={() => setExpanded(true)}>{t('pages.comparison.more', { n: hiddenCount })}</Button>
        </div>
      )}
    </section>
  )
}
