import { useTranslation } from 'react-i18next'
import { useEndpoint, useList } from '@/client/api/use-list'
import { useUnit } from '@/client/format/use-language'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { DateInput } from '@/client/ui/DateInput'
import { useParams } from '@/client/use-params'
import { unallocatedCosts } from '../contract/analysis-endpoints'
import { Link } from 'react-router-dom'
import { usePageLink } from '@/client/shell/use-page-link'
import { plantMonth } from '@/plant/contract/plant-month'
import type { Month } from '@/plant/rules/month'

/** Use of a month, charges to its orders, and unallocated costs. */
export function UnallocatedCostsPanel() {
  const { t } = useTranslation('cost')
  const formatUnit = useUnit()
  const [params, setParams] = useParams()
  const month = params.get('month')
  const query = useEndpoint(unallocatedCosts, month ? { month } : {}, { resources: ['orderCost'] })
  if (query.isPending) return <SkeletonChart />
  if (query.error) return <NotLoadedView query={query} />
  const { data } = query
  return (
    <>
      <label className="cost-search">
        {t('answers.month')}
        <DateInput kind="month" value={data.month} onChange={(value) => setParams({ month: value || null }, true)} />
      </label>
      <MonthLockNotice month={data.month} />
      {data.ordersToCount > 0 && (
        <p className="cost-note">{t('pages.comparison.restToCount', { count: data.ordersToCount })}</p>
      )}
      {!data.whole && data.ordersToCount === 0 && <p className="cost-note">{t('pages.comparison.restNotWhole')}</p>}
      <div className="cost-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('answers.part')}</th>
              {(['used', 'charged', 'rest'] as const).map((head) => (
                <th key={head} scope="col">
                  {t(`answers.${head}`)} ({formatUnit('CNY')})
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row) => (
              <tr key={row.part}>
                <th scope="row">{t(`answerOptions.part.${row.part}`)}</th>
                {(['used', 'charged', 'rest'] as const).map((head) => (
                  <td key={head}>
                    <Quantity value={row[head]} decimals={2} hasFixedDecimals />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('answers.totalUsed')}</th>
              {[data.totalUsed, sumYuan(data.finishedOrders, data.workInProcess), data.totalRest].map((value, i) => (
                <td key={i}>
                  <Quantity value={value} decimals={2} hasFixedDecimals />
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      <dl className="cost-facts">
        {(['totalUsed', 'finishedOrders', 'workInProcess', 'totalRest'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`answers.${name}`)}</dt>
            <dd>
              <Quantity value={data[name]} unit="CNY" decimals={2} hasFixedDecimals />
            </dd>
          </div>
        ))}
      </dl>
      <h3>{t('answers.reasons')}</h3>
      <div className="cost-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('answers.name')}</th>
              <th scope="col">
                {t('answers.rest')} ({formatUnit('CNY')})
              </th>
            </tr>
          </thead>
          <tbody>
            {data.reasons.map(({ name, amount }) => (
              <tr key={name}>
                <th scope="row">{t(`answerOptions.name.${name}`)}</th>
                <td>
                  <Quantity value={amount} decimals={2} hasFixedDecimals />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="cost-note">{t('pages.comparison.restMeaning')}</p>
    </>
  )
}
/** Sums CNY to the cent. */
const sumYuan = (...amounts: readonly number[]): number =>
  Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100) / 100

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
