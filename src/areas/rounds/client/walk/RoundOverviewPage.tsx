import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { formatAge, formatClock } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { useHasPermission } from '@/client/session/use-session'
import { isRefusedState, UnsentNotice } from '@/client/resource/UnsentBadge'
import { buildSyncAddress } from '@/client/shell/row-address'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { DoneIcon, ErrorIcon, ForwardIcon, IdleIcon, MinusIcon, ScanIcon, WaitIcon, type Icon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { LinkList, LinkListRow } from '@/client/ui/LinkList'
import { ResultView } from '@/client/ui/ResultView'
import { TextArea } from '@/client/ui/TextInput'
import { answerPoint } from '@/areas/rounds/contract/round-commands'
import { findRoundAccessProblem, checkRoundStart } from '@/areas/rounds/rules/inspection-round'
import { useRoundName } from '@/areas/rounds/client/RoundCard'
import { getCheckItemName, formatMachineName } from './format-check-item'
import { RoundProgressBar } from './RoundProgressBar'
import type { Round, WalkPoint } from './walk-points'
import type { PointState, RoundProgress } from './round-progress'
import type { Walk } from './use-walk'
import { useWalker } from '@/areas/rounds/client/use-my-rounds'

const STATE_ICONS: Record<PointState, Icon> = { open: IdleIcon, ok: DoneIcon, found: ErrorIcon, skipped: MinusIcon }
export interface RoundOverviewPageProps {
  walk: Walk
  round: Round
  now: number
  onOpenPoint: (key: string) => void
  onScan: () => void
  onStart: () => void
  onFinish: (note: string) => void
  onBack: () => void
  isBusy: boolean
}

/** Page with the route and the results so far, where people start and finish the round. */
export function RoundOverviewPage({
  walk,
  round,
  now,
  onOpenPoint,
  onScan,
  onStart,
  onFinish,
  onBack,
  isBusy,
}: RoundOverviewPageProps) {
  const { t } = useTranslation(['rounds', 'client'])
  const language = useLanguage()
  const zone = usePlantZone()
  const getRoundName = useRoundName()
  const [note, setNote] = useState('')
  const { progress, points } = walk
  const isInProgress = round.state === 'inProgress'
  // A refused answer is displayed at its point.
  const unsentState = (round as { pending?: unknown }).pending
  const refusedCommand = isRefusedState(unsentState) && unsentState.op !== answerPoint.name ? unsentState : null
  const skippedCount = [...progress.pointStates.values()].filter((state) => state === 'skipped').length
  const isComplete = isInProgress && progress.nextPoint === null && points.length > 0
  const closingText = t('pages.polling.closes', {
    time: formatClock(round.closesAt, zone),
    age: formatAge(round.closesAt, now, language),
  })
  return (
    <PageFrame
      title={getRoundName(round)}
      subtitle={`${t('pages.polling.progress', { done: progress.doneCount, total: progress.totalCount })} · ${closingText}`}
      onBack={onBack}
      tools={
        isInProgress && (
          <Button look="quiet" icon={<ScanIcon />} aria-label={t('pages.polling.scanPoint')} onClick={onScan} />
        )
      }
      primary={
        <RoundActionBar
          round={round}
          now={now}
          isComplete={isComplete}
          nextPoint={progress.nextPoint}
          isBusy={isBusy}
          onStart={onStart}
          onOpenPoint={onOpenPoint}
          onScan={onScan}
          onFinish={() => onFinish(note)}
        />
      }
    >
      {refusedCommand && <UnsentNotice pending={refusedCommand} />}
      <RoundProgressBar points={points} progress={progress} />
      {isComplete && (
        <ResultView
          title={
            skippedCount > 0 ? t('pages.polling.allDoneSkipped', { count: skippedCount }) : t('pages.polling.allDone')
          }
        >
          <FindingList progress={progress} points={points} />
          <label htmlFor="round-note">{t('pages.polling.roundNote')}</label>
          <TextArea id="round-note" rows={2} maxLength={1000} value={note} onChange={setNote} />
        </ResultView>
      )}
      <LinkList className="route">
        {points.map((point) => {
          const state = progress.pointStates.get(point.key) ?? 'open'
          const StateIcon = STATE_ICONS[state]
          const { isUnsent, refusedCommandId } = walk.answers.get(point.key) ?? {
            isUnsent: false,
            refusedCommandId: null,
          }
          return (
            <LinkListRow
              key={point.key}
              lead={<span className="route-number">{point.number}</span>}
              label={
                walk.isLoadingDetails && !point.machine
                  ? point.code || '…'
                  : formatMachineName(point.machine, language, t)
              }
              subtitle={
                <>
                  {t(`pages.polling.pointStates.${state}`)}
                  {isUnsent && ` · ${t('client:resource.pendingRow')}`}
                  {refusedCommandId && (
                    <>
                      {` · ${t('client:resource.refusedRow')} `}
                      <Link className="route-refused" to={buildSyncAddress(refusedCommandId)}>
                        {t('client:resource.refusedNext')}
                      </Link>
                    </>
                  )}
                </>
              }
              detail={
                <span className={`route-state strip middle is-${state}`}>
                  {isUnsent && <WaitIcon size={16} />}
                  {refusedCommandId && <ErrorIcon size={16} />}
                  <StateIcon size={24} />
                </span>
              }
              disabled={!isInProgress}
              onOpen={() => onOpenPoint(point.key)}
            />
          )
        })}
      </LinkList>
    </PageFrame>
  )
}

/** The primary action: start, continue or finish; or the reason why none is available. */
function RoundActionBar({
  round,
  now,
  isComplete,
  nextPoint,
  isBusy,
  onStart,
  onOpenPoint,
  onScan,
  onFinish,
}: {
  round: Round
  now: number
  isComplete: boolean
  nextPoint: WalkPoint | null
  isBusy: boolean
  onStart: () => void
  onOpenPoint: (key: string) => void
  onScan: () => void
  onFinish: () => void
}) {
  const { t } = useTranslation('rounds')
  const zone = usePlantZone()
  const canWalk = useHasPermission('pollingWork')
  const accessProblem = findRoundAccessProblem(round, useWalker())
  if (!canWalk) return <p className="why">{t('pages.polling.mayNotWalk')}</p>
  if (accessProblem) return <p className="why">{t(`pages.polling.${accessProblem}`)}</p>
  if (isComplete)
    return (
      <Button look="primary" disabled={isBusy} icon={<DoneIcon size={20} />} onClick={onFinish}>
        {t('pages.polling.finish')}
      </Button>
    )
  if (round.state === 'inProgress' && nextPoint) {
    return (
      <>
        <Button className="beside" onClick={() => onOpenPoint(nextPoint.key)}>
          {t('pages.polling.pointNumber', { number: nextPoint.number })}
        </Button>
        <Button look="primary" icon={<ScanIcon size={20} />} onClick={onScan}>
          {t('pages.polling.scanPoint')}
        </Button>
      </>
    )
  }
  if (round.state !== 'due') return null
  const startCheck = checkRoundStart(round, new Date(now).toISOString())
  if (!startCheck.ok)
    return (
      <p className="why">
        {t(`pages.polling.${startCheck.reason}`, {
          time: formatClock(startCheck.reason === 'tooEarly' ? round.opensAt : round.closesAt, zone),
        })}
      </p>
    )
  return (
    <Button look="primary" disabled={isBusy} icon={<ForwardIcon size={20} />} onClick={onStart}>
      {t('pages.polling.start')}
    </Button>
  )
}

function FindingList({ progress, points }: { progress: RoundProgress; points: readonly WalkPoint[] }) {
  const { t } = useTranslation('rounds')
  const language = useLanguage()
  if (progress.findings.length === 0) return <p>{t('pages.polling.nothingFound')}</p>
  return (
    <ul className="found">
      {progress.findings.map(({ pointKey, itemKey, verdict }) => {
        const point = points.find(({ key }) => key === pointKey)
        const item = point?.items.find(({ key }) => key === itemKey)
        return (
          <li key={`${pointKey} ${itemKey}`}>
            <b>{t(`inspectionResult.options.verdict.${verdict}`)}</b>{' '}
            {formatMachineName(point?.machine ?? null, language, t)}: {item && getCheckItemName(item, language)}
          </li>
        )
      })}
    </ul>
  )
}
