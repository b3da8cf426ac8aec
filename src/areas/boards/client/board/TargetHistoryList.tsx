import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { usePlantZone } from '@/client/session/plant-zone'
import { EmptyState } from '@/client/ui/EmptyState'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonList } from '@/client/ui/Skeleton'
import { metrics } from '@/plant/rules/metrics'
import { targetChange } from '../../contract/target-endpoints'

/** Lists changes of targets with person, old and new value, newest first. */
export function TargetHistoryList() {
  const { t } = useTranslation(['boards', 'plant', 'access'])
  const zone = usePlantZone()
  const list = useList(
    targetChange,
    { size: 50 },
    { furtherResources: ['lineTarget', 'teamTarget', 'lineBoard', 'teamBoard'] },
  )
  return (
    <QueryBoundary query={list} skeleton={<SkeletonList />}>
      {(changes) =>
        changes.length === 0 ? (
          <EmptyState title={t('pages.board.noHistory')} />
        ) : (
          <ol className="board-history">
            {changes.map(({ id, lineId, team, figure, period, day, before, after, userId, at }) => (
              <li key={id}>
                <b>
                  {lineId
                    ? (list.refs[lineId] ?? t('lineRemoved'))
                    : t(`access:user.options.team.${team}`, { defaultValue: team ?? '' })}
                  {' · '}
                  {t(`plant:figures.${figure}.name`)} · {t(`inputOptions.period.${period}`)}{' '}
                  {period === 'month' ? day.slice(0, 7) : day}
                </b>
                <span>
                  <Quantity value={before} unit={metrics[figure].unit} decimals={3} /> →{' '}
                  <Quantity value={after} unit={metrics[figure].unit} decimals={3} />
                </span>
                <small className="quiet">
                  {userId ? list.refs[userId] : ''} {formatMoment(at, zone)}
                </small>
              </li>
            ))}
          </ol>
        )
      }
    </QueryBoundary>
  )
}
