import { useTranslation } from 'react-i18next'
import { formatMoment, formatDuration } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { UnsentBadge } from '@/client/resource/UnsentBadge'
import { lineStop } from '@/plant/contract/line-stop'
import { usePlantZone } from '@/client/session/plant-zone'
import { StateBadge } from '@/client/ui/StateBadge'
import { isForgotten } from '@/plant/rules/line-stop'
import type { Row } from '@/contract/resource'
import type { Overlaid } from '@/offline/overlay'
import type { AppLanguage } from '@/client/format/number'
import { MINUTE_MS, toMillis } from '@/plant/rules/plant-time'
import type { Tones } from '@/contract/state-machine'

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
      className={`ui-card stop-card stack gap-1 is-${row.state}`}
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
      <span className="chips">
        <ResourceStateBadge resource={lineStop} state={row.state} tones={stopTones} />
        {isForgotten(row, now) && <StateBadge tone="bad">{t('pages.stops.forgotten')}</StateBadge>}
        {row.repairId && <StateBadge tone="idle">{t('plant:lineStop.options.source.repair')}</StateBadge>}
        <UnsentBadge pending={row.pending} />
        <small>{formatMoment(row.startedAt, zone)}</small>
      </span>
    </button>
  )
}

export type LineStopRecord = Overlaid<Row<typeof lineStop>>
export const stopTones: Tones<LineStopRecord['state']> = { standing: 'bad', toExplain: 'warn', explained: 'ok' }

/** Returns how long a stop has lasted by `now`, in ms. */
const calculateStopLength = (stop: Pick<LineStopRecord, 'startedAt' | 'endedAt'>, now: number): number =>
  Math.max(0, (stop.endedAt ? toMillis(stop.endedAt) : now) - toMillis(stop.startedAt))
/**
 * Formats the length of a stop, rounded to the minute (34.9 min is 35 min), so that lists and the detail page agree.
 */
export function formatStopLength(
  stop: Pick<LineStopRecord, 'startedAt' | 'endedAt'>,
  now: number,
  language: AppLanguage,
): string {
  const ms = calculateStopLength(stop, now)
  return formatDuration(ms < MINUTE_MS ? ms : Math.round(ms / MINUTE_MS) * MINUTE_MS, language)
}
/** True if a stop needs attention: it has no reason, or has lasted for more than a day. */
export const needsAttention = (stop: LineStopRecord, now: number): boolean =>
  stop.reasonId === null || isForgotten(stop, now)
/**
 * Sorts ongoing stops without a reason first, then other ongoing stops, then ended stops; newest first within each
 * group.
 */
export const compareStopsByUrgency = (a: LineStopRecord, b: LineStopRecord): number =>
  rankStop(a) - rankStop(b) || (a.startedAt < b.startedAt ? 1 : -1)
const rankStop = ({ endedAt, reasonId }: LineStopRecord): number => {
  if (endedAt !== null) return 2
  return reasonId === null ? 0 : 1
}
