import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '@/client/api/use-list'
import { useUnit } from '@/client/format/use-unit'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { cheapestOrders, costedCustomers, dearestOrders } from '../contract/contrast-calls'
import { CostTable } from './CostTable'
import { CostCards, type CostRow } from './CostCards'

/** Maximum number of requested products, and number of cards before "show more". */
const MOST = 500
const SEEN = 48
const RESOURCES = { resources: ['orderCost'] }
/** Customers of the last half year, and the most expensive and cheapest order of each product. */
export function Ranking({ open }: { open: (id: string) => void }) {
  const { t } = useTranslation('cost')
  const unitOf = useUnit()
  const customers = useCall(costedCustomers, {}, RESOURCES)
  const dearest = useCall(dearestOrders, { size: MOST }, RESOURCES)
  const cheapest = useCall(cheapestOrders, { size: MOST }, RESOURCES)
  if (customers.isPending || dearest.isPending || cheapest.isPending) return <SkeletonChart />
  if (customers.error) return <NotLoaded of={customers} />
  if (dearest.error) return <NotLoaded of={dearest} />
  if (cheapest.error) return <NotLoaded of={cheapest} />
  if (dearest.data.length === 0)
    return <EmptyState title={t('pages.comparison.noWhole')} next={t('pages.comparison.noWholeNext')} />
  return (
    <>
      <h2>{t('pages.comparison.customers')}</h2>
      <CostTable label={t('pages.comparison.customers')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('answers.customer')}</th>
              <th scope="col">
                {t('answers.perKg')} ({unitOf('CNY/kg')})
              </th>
              <th scope="col">{t('answers.orders')}</th>
              <th scope="col">{t('answers.goodKg')} (kg)</th>
              <th scope="col">
                {t('answers.total')} ({unitOf('CNY')})
              </th>
            </tr>
          </thead>
          <tbody>
            {customers.data.map((row) => (
              <tr key={row.customerId}>
                <th scope="row">{row.customer}</th>
                <td>
                  <Quantity value={row.perKg} decimals={4} fixed />
                </td>
                <td>{row.orders}</td>
                <td>
                  <Quantity value={row.goodKg} decimals={0} />
                </td>
                <td>
                  <Quantity value={row.total} decimals={2} fixed />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </CostTable>
      <h2>{t('pages.comparison.dearest')}</h2>
      <Cards rows={dearest.data} open={open} />
      <h2>{t('pages.comparison.cheapest')}</h2>
      <Cards rows={cheapest.data} open={open} />
    </>
  )
}
function Cards({ rows, open }: { rows: readonly CostRow[]; open: (id: string) => void }) {
  const { t } = useTranslation('cost')
  const [all, setAll] = useState(false)
  const more = all ? 0 : Math.max(0, rows.length - SEEN)
  return (
    <>
      <CostCards rows={more > 0 ? rows.slice(0, SEEN) : rows} open={open} />
      {more > 0 && (
        <div className="cost-pages">
          <Button onClick={() => setAll(true)}>{t('pages.comparison.more', { n: more })}</Button>
        </div>
      )}
    </>
  )
}
