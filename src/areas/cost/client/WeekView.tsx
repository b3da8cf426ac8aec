import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { MetricTiles } from '@/client/figures/MetricTiles'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { WaterfallChart } from '@/client/ui/Charts'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { useBusinessDate } from '@/plant/client/use-today'
import { addDays, getWeekday } from '@/plant/rules/plant-time'
import { orderCosts, weekOrders } from '../contract/order-cost-endpoints'
import { limitVariances, sortByCostDifference, sumVariances } from '../rules/compare-with-standard'
import { CostDifferenceTable, StandardDifferenceBadge, type ComparedOrderRow } from './CostDifferenceTable'

/** Maximum number of steps of the waterfall. Smaller variances are added up to one step. */
const MAX_STEPS = 6
/** Height of the chart without its bars, and height of each bar. */
const CHART_BASE_HEIGHT_PX = 110
const CHART_BAR_HEIGHT_PX = 26

/** Maximum number of orders of the previous week that are loaded for the waterfall. */
const MAX_WEEK_ORDERS = 500

/** This week: the way from standard to actual cost as a waterfall, then the orders, the most expensive first. */
export function WeekView({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTranslation('cost')
  const query = useEndpoint(weekOrders, {}, { resources: ['orderCost'] })
  return (
    <QueryBoundary query={query} skeleton={<SkeletonChart />}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title={t('pages.comparison.noWeek')} advice={t('pages.comparison.noWeekNext')} />
        ) : (
          <div className="ui-sections">
            <WeekSummary rows={rows} />
            <CostDifferenceTable
              label={t('pages.comparison.view.week')}
              rows={sortByCostDifference(rows)}
              onOpen={onOpen}
            />
          </div>
        )
      }
    </QueryBoundary>
  )
}
/** Shows the sums of this week, or of the previous week while no cost of this week is complete. */
function WeekSummary({ rows }: { rows: readonly ComparedOrderRow[] }) {
  const { t } = useTranslation('cost')
  const today = useBusinessDate()
  const monday = addDays(today, 1 - getWeekday(today))
  const previousWeek = { from: addDays(monday, -7), to: addDays(monday, -1) }
  const hasComparableOrder = sumVariances(rows).orders > 0
  const previousQuery = useEndpoint(
    orderCosts,
    { ...previousWeek, size: MAX_WEEK_ORDERS },
    { resources: ['orderCost'], enabled: !hasComparableOrder },
  )
  if (hasComparableOrder)
    return <VarianceSummarySection rows={rows} period={{ from: monday, to: today }} isPreviousWeek={false} />
  if (previousQuery.isPending) return <SkeletonChart />
  const previousRows = previousQuery.data?.list ?? []
  if (sumVariances(previousRows).orders === 0) return <p className="cost-note">{t('pages.comparison.noComparable')}</p>
  return <VarianceSummarySection rows={previousRows} period={previousWeek} isPreviousWeek />
}
function VarianceSummarySection({
  rows,
  period,
  isPreviousWeek,
}: {
  rows: readonly ComparedOrderRow[]
  period: { from: string; to: string }
  isPreviousWeek: boolean
}) {
  const { t } = useTranslation('cost')
  const language = useLanguage()
  const { orders, standardTotal, total, variances } = sumVariances(rows)
  const { largest, rest } = limitVariances(variances, MAX_STEPS)
  const steps = [
    ...largest.map(({ name, amount }) => ({
      name: t(`orderCost.subOptions.variances.name.${name}`),
      value: amount,
    })),
    ...(rest === 0 ? [] : [{ name: t('pages.comparison.otherVariances'), value: rest }]),
  ]
  return (
    <>
      <MetricTiles
        tiles={[
          {
            label: t('pages.comparison.difference'),
            value: total - standardTotal,
            unit: 'CNY',
            note: <StandardDifferenceBadge percent={((total - standardTotal) / standardTotal) * 100} />,
          },
          {
            label: t('answers.total'),
            value: total,
            unit: 'CNY',
            note: `${t('pages.comparison.standard')} ${formatNumber(standardTotal, { language, decimals: 0, abbreviate: true, unit: 'CNY' })}`,
          },
          {
            label: t('pages.comparison.wholeOrders'),
            value: orders,
            unit: '',
            note: t('pages.comparison.notWholeOrders', { count: rows.length - orders }),
          },
        ]}
      />
      <WaterfallChart
        question={t(isPreviousWeek ? 'pages.comparison.previousWeekQuestion' : 'pages.comparison.weekQuestion')}
        unit="CNY"
        period={`${period.from} – ${period.to}`}
        decimals={0}
        height={CHART_BASE_HEIGHT_PX + (steps.length + 2) * CHART_BAR_HEIGHT_PX}
        from={{ name: t('answers.standardTotal'), value: standardTotal }}
        steps={steps}
        to={{ name: t('answers.total'), value: total }}
      />
    </>
  )
}
