import { ProgressMeter } from '@/client/ui/ProgressIndicator'
import '@/plant/client/cards/cards.css'
import { useTranslation } from 'react-i18next'
import { formatAge, formatClock } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { UnsentBadge } from '@/client/resource/UnsentBadge'
import { inspectionRound } from '@/areas/rounds/contract/inspection-round'
import { usePlantZone } from '@/client/session/plant-zone'
import { ForwardIcon } from '@/client/ui/icons'
import { StateBadge } from '@/client/ui/StateBadge'
import { checkRoundStart } from '@/areas/rounds/rules/inspection-round'
import { roundTones } from '../contract/tones'
import type { Round } from './walk/walk-points'
import { useRowText } from '@/client/i18n/labels'

/** A round to walk, opened with one tap. Displays its deadline and its progress. */
export function RoundCard({ round, now, onOpen }: { round: Round; now: number; onOpen: () => void }) {
  const { t } = useTranslation('rounds')
  const language = useLanguage()
  const zone = usePlantZone()
  const getRoundName = useRoundName()
  const doneCount = round.pointsDone + round.pointsSkipped
  const startCheck = checkRoundStart(round, new Date(now).toISOString())
  const timeText =
    !startCheck.ok && startCheck.reason === 'tooEarly'
      ? t('pages.polling.opens', {
          time: formatClock(round.opensAt, zone),
          age: formatAge(round.opensAt, now, language),
        })
      : t('pages.polling.closes', {
          time: formatClock(round.closesAt, zone),
          age: formatAge(round.closesAt, now, language),
        })
  const isWalkable = startCheck.ok || round.state === 'inProgress'
  const isUnsent = 'pending' in round && round.pending !== undefined
  return (
    <button
      type="button"
      className={`ui-card work-card stack round-card${isWalkable ? '' : ' is-later'}`}
      onClick={onOpen}
    >
      <span className="work-card-head strip middle between">
        <b>{getRoundName(round)}</b>
        {isWalkable ? (
          <ResourceStateBadge resource={inspectionRound} state={round.state} tones={roundTones} />
        ) : (
          <StateBadge tone="idle">{t('pages.polling.later')}</StateBadge>
        )}
      </span>
      <span>
        {t('pages.polling.dueAt', { time: formatClock(round.dueAt, zone) })} · {timeText}
      </span>
      {isWalkable && (
        <span className="work-card-foot strip middle between">
          <ProgressMeter
            label={t('pages.polling.progress', { done: doneCount, total: round.pointsTotal })}
            value={doneCount}
            max={Math.max(1, round.pointsTotal)}
          />
          <span>{t('pages.polling.progress', { done: doneCount, total: round.pointsTotal })}</span>
          {isUnsent && <UnsentBadge pending={round.pending} />}
          <ForwardIcon size={20} />
        </span>
      )}
    </button>
  )
}

/** Returns a function that gets a round's name in the current language: the plan's name when the round was created. */
export const useRoundName = (): ((round: object) => string) => useRowText(inspectionRound, 'planName')
