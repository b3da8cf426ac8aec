import { useTranslation } from 'react-i18next'
import { useCall } from '@/client/api/use-list'
import { useUnit } from '@/client/format/use-unit'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { DateInput } from '@/client/ui/DateInput'
import { useParams } from '@/client/use-params'
import { costRest } from '../contract/analysis-calls'
import { MonthLock } from './MonthLock'

/** What a month used, what its orders were charged, and what is charged to none. */
export function RestOfMonth() {
  const { t } = useTranslation('cost')
  const unitOf = useUnit()
  const [params, change] = useParams()
  const month = params.get('month')
  const found = useCall(costRest, month ? { month } : {}, { resources: ['orderCost'] })
  if (found.isPending) return <SkeletonChart />
  if (found.error) return <NotLoaded of={found} />
  return (
    <>
      <label className="cost-search">
        {t('answers.month')}
        <DateInput kind="month" value={found.data.month} onChange={(value) => change({ month: value || null }, true)} />
      </label>
      <MonthLock month={found.data.month} />
      {!found.data.whole && <p className="cost-note">{t('pages.comparison.restNotWhole')}</p>}
      <div className="cost-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('answers.part')}</th>
              {(['used', 'charged', 'rest'] as const).map((head) => (
                <th key={head} scope="col">
                  {t(`answers.${head}`)} ({unitOf('CNY')})
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.data.rows.map((row) => (
              <tr key={row.part}>
                <th scope="row">{t(`answers.${row.part}`)}</th>
                {(['used', 'charged', 'rest'] as const).map((head) => (
                  <td key={head}>
                    <Quantity value={row[head]} decimals={2} fixed />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="cost-note">{t('pages.comparison.restMeaning')}</p>
    </>
  )
}
