import { useTranslation } from 'react-i18next'
import { Quantity } from '@/client/ui/Quantity'
import { DateInput } from '@/client/ui/DateInput'
import { useQueryParams } from '@/client/use-query-params'
import { findClosedMonths, type ReportAnswer } from '@/contract/report'
import { ReportView } from '@/plant/client/report/ReportView'
import { unallocatedCosts } from '../contract/analysis-endpoints'
import { Link } from 'react-router-dom'
import { usePageLink } from '@/client/shell/use-page-link'
import type { Month } from '@/plant/rules/month'

type UnallocatedCosts = ReportAnswer<typeof unallocatedCosts>
/** Use of a month, charges to its orders, and unallocated costs. */
export function UnallocatedCostsPanel() {
  const { t } = useTranslation('cost')
  const [params] = useQueryParams()
  const month = params.get('month')
  return (
    <ReportView
      report={unallocatedCosts}
      input={month ? { month } : {}}
      renderAbove={(costs) => <MonthHead costs={costs} />}
      renderBelow={(costs) => (
        <>
          <TotalTiles costs={costs} />
          <p className="cost-note">{t('pages.comparison.restMeaning')}</p>
        </>
      )}
    />
  )
}
/** Month selection, lock notice, and the numbers of orders and days that are not included in the costs yet. */
function MonthHead({ costs }: { costs: UnallocatedCosts }) {
  const { month, whole } = costs
  const gaps = (
    [
      ['restToCount', costs.ordersToCount],
      ['restUncountedDays', costs.uncountedDays],
      ['restWithoutEnergy', costs.ordersWithoutEnergy],
    ] as const
  ).filter(([, count]) => count > 0)
  const { t } = useTranslation('cost')
  const [, setParams] = useQueryParams()
  return (
    <>
      <label className="cost-search">
        {t('answers.month')}
        <DateInput
          kind="month"
          value={month}
          onChange={(value) => setParams({ month: value || null }, { replace: true })}
        />
      </label>
      <MonthLockNotice month={month} isClosed={findClosedMonths(costs).includes(month)} />
      {gaps.map(([name, count]) => (
        <p key={name} className="cost-note">
          {t(`pages.comparison.${name}`, { count })}
        </p>
      ))}
      {!whole && gaps.length === 0 && <p className="cost-note">{t('pages.comparison.restNotWhole')}</p>}
    </>
  )
}
const TOTALS = ['totalUsed', 'finishedOrders', 'workInProcess', 'totalRest'] as const
function TotalTiles({ costs }: { costs: UnallocatedCosts }) {
  const { t } = useTranslation('cost')
  return (
    <dl className="cost-facts">
      {TOTALS.map((name) => (
        <div key={name}>
          <dt>{t(`answers.${name}`)}</dt>
          <dd>
            <Quantity value={costs[name]} unit="CNY" decimals={2} hasFixedDecimals />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Link to month closing, with a notice if the month is open. For a closed month the report itself shows a notice. */
function MonthLockNotice({ month, isClosed }: { month: Month; isClosed: boolean }) {
  const { t } = useTranslation(['cost', 'contract'])
  const closingLink = usePageLink()('monthClosing', { month })
  return (
    <div className="cost-lock">
      {!isClosed && <span>{t('pages.comparison.open', { month })}</span>}
      {closingLink && <Link to={closingLink}>{t('contract:menu.monthClosing')}</Link>}
    </div>
  )
}
