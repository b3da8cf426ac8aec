import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { Quantity } from '@/client/ui/Quantity'
import { DateInput } from '@/client/ui/DateInput'
import { useParams } from '@/client/use-params'
import type { ReportAnswer } from '@/contract/report'
import { ReportView } from '@/plant/client/report/ReportView'
import { unallocatedCosts } from '../contract/analysis-endpoints'
import { Link } from 'react-router-dom'
import { usePageLink } from '@/client/shell/use-page-link'
import { plantMonth } from '@/plant/contract/plant-month'
import type { Month } from '@/plant/rules/month'

type UnallocatedCosts = ReportAnswer<typeof unallocatedCosts>
/** Use of a month, charges to its orders, and unallocated costs. */
export function UnallocatedCostsPanel() {
  const { t } = useTranslation('cost')
  const [params] = useParams()
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
/** Month selection, whether the month is closed, and what is still missing in it. */
function MonthHead({ costs: { month, whole, ordersToCount } }: { costs: UnallocatedCosts }) {
  const { t } = useTranslation('cost')
  const [, setParams] = useParams()
  return (
    <>
      <label className="cost-search">
        {t('answers.month')}
        <DateInput kind="month" value={month} onChange={(value) => setParams({ month: value || null }, true)} />
      </label>
      <MonthLockNotice month={month} />
      {ordersToCount > 0 && <p className="cost-note">{t('pages.comparison.restToCount', { count: ordersToCount })}</p>}
      {!whole && ordersToCount === 0 && <p className="cost-note">{t('pages.comparison.restNotWhole')}</p>}
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

/** Displays whether a month is closed, with a link to month closing. */
function MonthLockNotice({ month }: { month: Month }) {
  const { t } = useTranslation(['cost', 'contract'])
  const { rows } = useList(plantMonth, { size: 100 })
  const closingLink = usePageLink()('monthClosing', { month })
  const isClosed = rows.some((row) => row.month === month && row.state === 'closed')
  return (
    <div className="cost-lock">
      <span>{t(isClosed ? 'pages.comparison.closed' : 'pages.comparison.open', { month })}</span>
      {closingLink && <Link to={closingLink}>{t('contract:menu.monthClosing')}</Link>}
    </div>
  )
}
