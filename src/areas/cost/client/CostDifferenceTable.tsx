import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { DivergingBar } from '@/client/ui/drawings/DivergingBar'
import { SortDownIcon, SortUpIcon } from '@/client/ui/icons'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { useElementWidth } from '@/client/ui/use-element-width'
import '@/plant/client/report/report.css'
import { ClosedMonthsNotice } from '@/plant/client/report/ReportView'
import type { weekOrders } from '../contract/order-cost-endpoints'
import { calculateCostDifference } from '../rules/compare-with-standard'

/** An order as the table displays it. */
export type ComparedOrderRow = EndpointOutput<typeof weekOrders>[number]
/** Below this width the amounts stand under the bar instead of in separate columns. */
const WIDE_MIN_PX = 900

export interface ComparedOrdersProps {
  label: string
  rows: readonly ComparedOrderRow[]
  onOpen: (id: string) => void
}
/** Orders with a diverging bar of actual against standard cost per kilogram; incomplete costs are hatched and flagged. */
export function CostDifferenceTable({ label, rows, onOpen }: ComparedOrdersProps) {
  const { t } = useTranslation('cost')
  const [containerRef, width] = useElementWidth<HTMLDivElement>()
  const isWide = width >= WIDE_MIN_PX
  const scrollRegionProps = { role: 'region', 'aria-label': label, tabIndex: 0 }
  const largest = Math.max(...rows.map((row) => Math.abs(calculateCostDifference(row)?.percent ?? 0)))
  return (
    <>
      <ClosedMonthsNotice answer={rows} textKey="cost:pages.comparison.closed" />
      <div ref={containerRef} className={isWide ? 'report-scroll' : 'report-scroll cost-narrow'} {...scrollRegionProps}>
        <table>
          <thead>
            <tr>
              <th scope="col" className="is-text">
                {t('answers.number')}
              </th>
              <th scope="col" className="is-text">
                {t('pages.comparison.difference')}
              </th>
              {isWide && (
                <>
                  <th scope="col">{t('answers.perKg')}</th>
                  <th scope="col">{t('answers.standardPerKg')}</th>
                  <th scope="col">{t('answers.madeKg')}</th>
                  <th scope="col" className="is-text">
                    {t('answers.state')}
                  </th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row" className="is-text">
                  <button type="button" className="cost-open" onClick={() => onOpen(row.workOrderId)}>
                    <strong>{row.number}</strong>
                    <span className="cost-note">
                      {[row.product, row.line, isWide && row.customer].filter(Boolean).join(' · ')}
                    </span>
                    {!isWide && (
                      <span className="cost-note">
                        {t('answers.madeKg')} <Quantity value={row.madeKg} unit="kg" decimals={0} />
                      </span>
                    )}
                  </button>
                </th>
                <td className="is-text cost-difference">
                  <DifferenceCell row={row} largest={largest} showsAmounts={!isWide} />
                </td>
                {isWide && (
                  <>
                    <td>
                      <CostPerKg value={row.perKg} />
                    </td>
                    <td>
                      <CostPerKg value={row.standardPerKg} />
                    </td>
                    <td>
                      <Quantity value={row.madeKg} unit="kg" decimals={0} />
                    </td>
                    <td className="is-text">
                      {t(`orderCost.options.state.${row.state ?? 'running'}`)}
                      {row.frozen && ` · ${t('orderCost.fields.frozen')}`}
                    </td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
const CostPerKg = ({ value }: { value: number | null }) => (
  <Quantity value={value} unit="CNY/kg" decimals={2} hasFixedDecimals />
)

function DifferenceCell({
  row,
  largest,
  showsAmounts,
}: {
  row: ComparedOrderRow
  largest: number
  showsAmounts: boolean
}) {
  const { t } = useTranslation('cost')
  const difference = calculateCostDifference(row)
  return (
    <>
      <span className="chips">
        {difference && <StandardDifferenceBadge percent={difference.percent} />}
        {!row.whole && <StateBadge tone="warn">{t('pages.notWhole', { n: row.missing.length })}</StateBadge>}
      </span>
      {difference && (
        <DivergingBar
          difference={difference.percent}
          largest={largest}
          isWorse={difference.percent > 0}
          isUnfinished={!row.whole}
        />
      )}
      {showsAmounts && (
        <span className="cost-note">
          <CostPerKg value={row.perKg} /> / {t('pages.comparison.standard')} <CostPerKg value={row.standardPerKg} />
        </span>
      )}
    </>
  )
}
/** Smaller differences round to 0.0% and count as none. */
const MIN_DISPLAYED_PERCENT = 0.05
/** A difference to the standard by colour, arrow and words; a higher cost is worse. */
export function StandardDifferenceBadge({ percent }: { percent: number }) {
  const { t } = useTranslation('cost')
  if (Math.abs(percent) < MIN_DISPLAYED_PERCENT)
    return <StateBadge tone="idle">{t('pages.comparison.equal')}</StateBadge>
  const isHigher = percent > 0
  return (
    <StateBadge tone={isHigher ? 'bad' : 'ok'} icon={isHigher ? SortUpIcon : SortDownIcon}>
      {t(isHigher ? 'pages.comparison.above' : 'pages.comparison.below', { percent: Math.abs(percent).toFixed(1) })}
    </StateBadge>
  )
}
