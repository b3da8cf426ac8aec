import { useTranslation } from 'react-i18next'
import { formatMoment } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { UnsentBadge } from '@/client/resource/UnsentBadge'
import { lineStop } from '@/plant/contract/line-stop'
import { stopTones } from './stop-time'
import { usePlantZone } from '@/client/session/plant-zone'
import { StateBadge } from '@/client/ui/StateBadge'
import { isForgotten } from '@/plant/rules/line-stop'
import { formatStopLength, type LineStopRecord } from './stop-time'

/** A stop as a card: the line first, then duration and reason. */
export function StopCard({
  row,
  lineName,
  reasonName,
  now,
  isSelected,
  onOpen,
}: {
  row: LineStopRecord
  lineName: string | undefined
  reasonName: string | undefined
  now: number
  isSelected?: boolean
  onOpen: () => void
}) {
  const { t } = useTranslation(['reports', 'plant'])
  const language = useLanguage()
  const zone = usePlantZone()
  return (
    <button
      type="button"
      className={`ui-card stop-card is-${row.state}`}
      aria-current={isSelected || undefined}
      onClick={onOpen}
    >
      <span className="stop-head">
        <b>{lineName ?? '…'}</b>
        <b className="stop-length">{formatStopLength(row, now, language)}</b>
      </span>
      <span className={row.reasonId ? undefined : 'stop-unknown'}>
        {row.reasonId ? (reasonName ?? '…') : t('unknownReason')}
      </span>
      <span className="stop-chips">
        <ResourceStateBadge of={lineStop} state={row.state} tones={stopTones} />
        {isForgotten(row, now) && <StateBadge tone="bad">{t('pages.stops.forgotten')}</StateBadge>}
        {row.repairId && <StateBadge tone="idle">{t('plant:lineStop.options.source.repair')}</StateBadge>}
        <UnsentBadge of={row.pending} />
        <small>{formatMoment(row.startedAt, zone)}</small>
      </span>
    </button>
  )
}
