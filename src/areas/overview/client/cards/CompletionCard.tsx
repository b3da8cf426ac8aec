import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { BarChart } from '@/client/ui/Charts'
import { BulletBar } from '@/client/ui/drawings/BulletBar'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { orderCompletion } from '../../contract/metric-endpoints'
import type { DashboardCardProps } from './catalogue'

/** Orders due in the last seven days, by due day: finished on time, finished late, or still open. */
export default function CompletionCard({ size, lineId }: DashboardCardProps) {
  const { t } = useTranslation('overview')
  const query = useEndpoint(orderCompletion, lineId ? { lineId } : {}, {
    resources: ['workOrder'],
    refreshIntervalMs: 300_000,
  })
  return (
    <QueryBoundary query={query} skeleton={<SkeletonChart height={120} />}>
      {(days) => {
        const sum = (name: 'due' | 'onTime' | 'open') => days.reduce((all, day) => all + day[name], 0)
        const onTime = sum('onTime')
        const open = sum('open')
        // As in the metric `onTimePercent`, open orders of the last day, which is today, are not due yet.
        const due = sum('due') - (days.at(-1)?.open ?? 0)
        if (sum('due') === 0) return <p className="quiet">{t('completion.none')}</p>
        return (
          <>
            <dl className="overview-counts">
              <div>
                <dt>{t('completion.onTime')}</dt>
                <dd>
                  {onTime} / {due}
                  {due > 0 && (
                    <>
                      {' '}
                      (<Quantity value={(onTime / due) * 100} unit="%" decimals={0} />)
                    </>
                  )}
                </dd>
              </div>
              <div>
                <dt>{t('completion.open')}</dt>
                <dd className={open > 0 ? 'is-some' : ''}>{open}</dd>
              </div>
            </dl>
            <BulletBar
              label={t('completion.onTime')}
              unit={t('completion.orders')}
              value={onTime}
              due={due}
              target={due}
              tone={onTime < due ? 'warn' : 'ok'}
            />
            {size !== 'small' && (
              <BarChart
                question={t('completion.question')}
                unit={t('completion.orders')}
                period={`${days[0]!.day} – ${days.at(-1)!.day}`}
                height={size === 'large' ? 240 : 120}
                decimals={0}
                stacked
                xs={days.map(({ day }) => day.slice(5))}
                series={[
                  { name: t('completion.onTime'), values: days.map((day) => day.onTime) },
                  { name: t('completion.finishedLate'), values: days.map((day) => day.finishedLate) },
                  { name: t('completion.open'), values: days.map((day) => day.open) },
                ]}
              />
            )}
          </>
        )
      }}
    </QueryBoundary>
  )
}
