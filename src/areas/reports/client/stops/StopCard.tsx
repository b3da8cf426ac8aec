import { useTranslation } from 'react-i18next'
import { formatMoment } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { StateOf } from '@/client/resource/StateOf'
import { UnsentState } from '@/client/resource/UnsentState'
import { lineStop } from '@/plant/contract/line-stop'
import { stopTones } from './stop-time'
import { usePlantZone } from '@/client/session/zone'
import { State } from '@/client/ui/State'
import { isForgotten } from '@/plant/rules/line-stop'
import { lengthWords, type Stop } from './stop-time'

/** A stop as a card: the line first, then duration and reason. */
export function StopCard({
  row,
  line,
  reason,
  now,
  chosen,
  onOpen,
}: {
  row: Stop
  line: string | undefined
  reason: string | undefined
  now: number
  chosen?: boolean
  onOpen: () => void
}) {
  const { t } = useTranslation(['reports', 'plant'])
  const language = useLanguage()
  const zone = usePlantZone()
  return (
    <button
      type="button"
      className={`ui-card stop-card is-${row.state}`}
      aria-current={chosen || undefined}
      onClick={onOpen}
    >
      <span className="stop-head">
        <b>{line ?? '…'}</b>
        <b className="stop-length">{lengthWords(row, now, language)}</b>
      </span>
      <span className={row.reasonId ? undefined : 'stop-unknown'}>
        {row.reasonId ? (reason ?? '…') : t('unknownReason')}
      </span>
      <span className="stop-chips">
        <StateOf of={lineStop} state={row.state} tones={stopTones} />
        {isForgotten(row, now) && <State tone="bad">{t('pages.stops.forgotten')}</State>}
        {row.repairId && <State tone="idle">{t('plant:lineStop.options.source.repair')}</State>}
        <UnsentState of={row.pending} />
        <small>{formatMoment(row.startedAt, zone)}</small>
      </span>
    </button>
  )
}
