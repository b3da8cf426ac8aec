import '@/plant/client/cards/cards.css'
import { useTranslation } from 'react-i18next'
import { formatDay, formatDuration } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { UnsentBadge } from '@/client/resource/UnsentBadge'
import { repair } from '@/areas/maintenance/contract/repair'
import { StateBadge } from '@/client/ui/StateBadge'
import { isPartOverdue, isLineStoppedByRepair, getCurrentWait } from '@/areas/maintenance/rules/repair'
import { usePlantZone } from '@/client/session/plant-zone'
import { toMillis } from '@/plant/rules/plant-time'
import { repairTones, repairSeverityTones } from '../tones'
import { getRepairStateSince, type Repair } from './repair-time'

/** A repair as a card: machine, fault and waiting time. */
export function RepairCard({
  row,
  machineName,
  now,
  showsState,
  isChosen,
  onOpen,
}: {
  row: Repair
  machineName: string | undefined
  now: number
  showsState?: boolean
  isChosen?: boolean
  onOpen: () => void
}) {
  const { t } = useTranslation('maintenance')
  const language = useLanguage()
  const zone = usePlantZone()
  const wait = getCurrentWait(row)
  const isOverdue = isPartOverdue(row, formatDay(now, zone))
  const isUnsent = 'pending' in row && row.pending !== undefined
  return (
    <button
      type="button"
      className={`ui-card work-card stack repair-card is-${row.severity}`}
      aria-current={isChosen || undefined}
      onClick={onOpen}
    >
      <span className="work-card-head strip middle between">
        <b>{machineName ?? '…'}</b>
        {showsState && <ResourceStateBadge resource={repair} state={row.state} tones={repairTones} />}
      </span>
      <span className="cut">
        {t(`repair.options.faultKind.${row.faultKind}`)}
        {row.description && ` · ${row.description}`}
      </span>
      <span className="chips">
        <ResourceStateBadge resource={repair} field="severity" state={row.severity} tones={repairSeverityTones} />
        {isLineStoppedByRepair(row) && <StateBadge tone="bad">{t('pages.repair.lineStopped')}</StateBadge>}
        {row.rejections > 0 && row.state === 'inMaintenance' && (
          <StateBadge tone="warn">{t('pages.repair.rejected')}</StateBadge>
        )}
        {wait && (
          <StateBadge tone={isOverdue ? 'bad' : 'wait'}>
            {t(isOverdue ? 'pages.repair.partOverdue' : 'pages.repair.expected', { day: wait.expectedOn })}
          </StateBadge>
        )}
        {isUnsent && <UnsentBadge pending={row.pending} />}
        <small>
          {row.number}{' '}
          {t('pages.repair.for', {
            time: formatDuration(Math.max(0, now - toMillis(getRepairStateSince(row))), language),
          })}
        </small>
      </span>
    </button>
  )
}
