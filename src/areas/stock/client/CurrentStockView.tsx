import { useTranslation } from 'react-i18next'
import { ageClassNames } from '@/areas/packing/rules/roll-stock'
import { grades } from '@/areas/rolls/rules/grade'
import { useEndpoint } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { ExportButton } from '@/client/resource/ExportButton'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { usePlantZone } from '@/client/session/plant-zone'
import { BarChart } from '@/client/ui/Charts'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonChart } from '@/client/ui/Skeleton'
import type { EndpointOutput } from '@/contract/endpoint'
import { DAY_MS } from '@/plant/rules/plant-time'
import { defineCurrentStockReport, currentStock, stockWorkbook } from '../contract/stock-endpoints'
import { MetricTiles } from '@/client/figures/MetricTiles'
import { StockGroupBar, StockGroupSection, useStockFilters, useGroupDimensions } from './StockGroupSection'

/** Changes of these resources make the stock outdated. */
export const STOCK_QUERY_OPTIONS = { resources: ['slitRoll', 'jumboRoll', 'package'] }

/**
 * 现有库存: current stock by age and by up to two dimensions. Two tiles show the downgraded kilograms and the kilograms
 * older than 90 days.
 */
export function CurrentStockView() {
  const { t } = useTranslation('stock')
  const { by, second, keys } = useGroupDimensions(['product', 'grade'])
  const filters = useStockFilters()
  const input = { by, ...(second ? { second } : {}), ...filters }
  const stockQuery = useEndpoint(currentStock, input, STOCK_QUERY_OPTIONS)
  const stockByAge = useEndpoint(
    currentStock,
    { by: 'age' as const, second: 'grade' as const, ...filters },
    STOCK_QUERY_OPTIONS,
  )
  const zone = usePlantZone()
  return (
    <div className="ui-sections stock">
      <QueryBoundary query={stockQuery} skeleton={<SkeletonChart />}>
        {(stock) =>
          stock.rolls === 0 ? (
            <EmptyState title={t('pages.empty.now')} advice={t('pages.empty.nowNext')} />
          ) : (
            <>
              {stockByAge.data ? (
                <AgeChart
                  rows={stockByAge.data.rows}
                  period={t('pages.asOf', { at: formatMoment(stockByAge.data.at, zone) })}
                />
              ) : (
                <SkeletonChart />
              )}
              <MetricTiles
                tiles={[
                  { label: t('answers.kg'), value: stock.kg, unit: 'kg' },
                  { label: t('answers.rolls'), value: stock.rolls, unit: '' },
                  { label: t('answers.packages'), value: stock.packages, unit: '' },
                  {
                    label: t('pages.downgradedRolls'),
                    value: sumKg(stockByAge.data?.rows, (row) => row.grade === 'downgraded'),
                    unit: 'kg',
                  },
                  {
                    // Class `d180` is 90 to 180 days.
                    label: t('pages.aged'),
                    value: sumKg(stockByAge.data?.rows, (row) => row.age === 'd180' || row.age === 'older'),
                    unit: 'kg',
                    note: stock.oldestAt
                      ? t('pages.oldest', {
                          days: Math.floor((Date.parse(stock.at) - Date.parse(stock.oldestAt)) / DAY_MS),
                        })
                      : null,
                  },
                ]}
              />
            </>
          )
        }
      </QueryBoundary>
      <div className="stock-head">
        <StockGroupBar by={by} second={second} />
        <ExportButton endpoint={stockWorkbook} input={{ view: 'now', ...input }} />
      </div>
      {stockQuery.data && stockQuery.data.rolls > 0 && (
        <StockGroupSection
          report={defineCurrentStockReport(keys)}
          stock={stockQuery.data}
          keys={keys}
          period={t('pages.asOf', { at: formatMoment(stockQuery.data.at, zone) })}
        />
      )}
    </div>
  )
}
/** Stock by age of the rolls, the newest first, with its grades. */
function AgeChart({ rows, period }: { rows: EndpointOutput<typeof currentStock>['rows']; period: string }) {
  const { t } = useTranslation('stock')
  const displayedGrades = grades.filter((grade) => rows.some((row) => row.grade === grade && row.kg > 0))
  return (
    <BarChart
      question={t('pages.question.age')}
      unit="kg"
      period={period}
      stacked
      decimals={0}
      height={240}
      xs={ageClassNames.map((age) => t(`inputOptions.age.${age}`))}
      series={displayedGrades.map((grade) => ({
        name: t(`inputOptions.grade.${grade}`),
        values: ageClassNames.map((age) => sumKg(rows, (row) => row.age === age && row.grade === grade)),
      }))}
    />
  )
}
/** Sums the kilograms of matching groups; null while the groups are loading. */
const sumKg = <R extends { kg: number }>(
  rows: readonly R[] | undefined,
  isCounted: (row: R) => boolean,
): number | null => (rows ? rows.filter(isCounted).reduce((sum, { kg }) => sum + kg, 0) : null)
