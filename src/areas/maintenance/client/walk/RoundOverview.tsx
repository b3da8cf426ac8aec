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
import { answerPoint } from '@/areas/maintenance/contract/round-calls'
import { notTheirs, startableAt } from '@/areas/maintenance/rules/inspection-round'
import { useRoundName } from '../rounds/use-round-name'
import { itemName, machineWords } from './item-words'
import { ProgressBar } from './ProgressBar'
import type { PointState, Progress, Round, WalkPoint } from './round-state'
import type { Walk } from './use-walk'
import { useWalker } from './use-walker'

const icons: Record<PointState, Icon> = { open: IdleIcon, ok: DoneIcon, found: ErrorIcon, skipped: MinusIcon }
export interface RoundOverviewProps {
  walk: Walk
  round: Round
  now: number
  onPoint: (key: string) => void
  onScan: () => void
  onStart: () => void
  onFinish: (note: string) => void
  onBack: () => void
  busy: boolean
}

/** The route with the results so far. A round is started and finished here. */
export function RoundOverview({
  walk,
  round,
  now,
  onPoint,
  onScan,
  onStart,
  onFinish,
  onBack,
  busy,
}: RoundOverviewProps) {
  const { t } = useTranslation(['maintenance', 'client'])
  const language = useLanguage()
  const zone = usePlantZone()
  const nameOf = useRoundName()
  const [note, setNote] = useState('')
  const { progress, points } = walk
  const walking = round.state === 'inProgress'
  // A refused answer is displayed at its point.
  const mark = (round as { pending?: unknown }).pending
  const refusedStep = isRefusedState(mark) && mark.op !== answerPoint.name ? mark : null
  const skipped = [...progress.states.values()].filter((state) => state === 'skipped').length
  const complete = walking && progress.next === null && points.length > 0
  const until = t('pages.polling.closes', {
    time: formatClock(round.closesAt, zone),
    age: formatAge(round.closesAt, now, language),
  })
  return (
    <PageFrame
      title={nameOf(round)}
      sub={`${t('pages.polling.progress', { done: progress.done, total: progress.total })} · ${until}`}
      onBack={onBack}
      tools={
        walking && (
          <Button look="quiet" icon={<ScanIcon />} aria-label={t('pages.polling.scanPoint')} onClick={onScan} />
        )
      }
      primary={
        <Primary
          round={round}
          now={now}
          complete={complete}
          next={progress.next}
          busy={busy}
          onStart={onStart}
          onPoint={onPoint}
          onScan={onScan}
          onFinish={() => onFinish(note)}
        />
      }
    >
      {refusedStep && <UnsentNotice of={refusedStep} />}
      <ProgressBar points={points} progress={progress} />
      {complete && (
        <section className="finish">
          <h2>{skipped > 0 ? t('pages.polling.allDoneSkipped', { count: skipped }) : t('pages.polling.allDone')}</h2>
          <FoundWords progress={progress} points={points} />
          <label htmlFor="round-note">{t('pages.polling.roundNote')}</label>
          <textarea
            id="round-note"
            className="ui-input"
            rows={2}
            maxLength={1000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </section>
      )}
      <ol className="route">
        {points.map((point) => {
          const state = progress.states.get(point.key) ?? 'open'
          const Shown = icons[state]
          const { pending, refused } = walk.answers.get(point.key) ?? { pending: false, refused: null }
          return (
            <li key={point.key}>
              <button
                type="button"
                className={`route-point is-${state}`}
                disabled={!walking}
                onClick={() => onPoint(point.key)}
              >
                <span className="route-number">{point.number}</span>
                <span className="route-name">
                  {walk.isReading && !point.machine ? point.code || '…' : machineWords(point.machine, language, t)}
                  <small>
                    {t(`pages.polling.pointStates.${state}`)}
                    {pending && ` · ${t('client:resource.pendingRow')}`}
                    {refused && ` · ${t('client:resource.refusedRow')}`}
                  </small>
                </span>
                {pending && <WaitIcon size={16} />}
                {refused && <ErrorIcon size={16} />}
                <Shown size={24} />
              </button>
              {refused && (
                <Link className="route-refused" to={buildSyncAddress(refused)}>
                  {t('client:resource.refusedNext')}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </PageFrame>
  )
}

/** The primary action: start, continue or finish; or the reason why none is available. */
function Primary({
  round,
  now,
  complete,
  next,
  busy,
  onStart,
  onPoint,
  onScan,
  onFinish,
}: {
  round: Round
  now: number
  complete: boolean
  next: WalkPoint | null
  busy: boolean
  onStart: () => void
  onPoint: (key: string) => void
  onScan: () => void
  onFinish: () => void
}) {
  const { t } = useTranslation('maintenance')
  const zone = usePlantZone()
  const may = useHasPermission('pollingWork')
  const problem = notTheirs(round, useWalker())
  if (!may) return <p className="why">{t('pages.polling.mayNotWalk')}</p>
  if (problem) return <p className="why">{t(`pages.polling.${problem}`)}</p>
  if (complete)
    return (
      <Button look="primary" disabled={busy} icon={<DoneIcon size={20} />} onClick={onFinish}>
        {t('pages.polling.finish')}
      </Button>
    )
  if (round.state === 'inProgress' && next) {
    return (
      <>
        <Button className="beside" onClick={() => onPoint(next.key)}>
          {t('pages.polling.pointNumber', { number: next.number })}
        </Button>
        <Button look="primary" icon={<ScanIcon size={20} />} onClick={onScan}>
          {t('pages.polling.scanPoint')}
        </Button>
      </>
    )
  }
  if (round.state !== 'due') return null
  const startable = startableAt(round, new Date(now).toISOString())
  if (!startable.ok)
    return (
      <p className="why">
        {t(`pages.polling.${startable.reason}`, {
          time: formatClock(startable.reason === 'tooEarly' ? round.opensAt : round.closesAt, zone),
        })}
      </p>
    )
  return (
    <Button look="primary" disabled={busy} icon={<ForwardIcon size={20} />} onClick={onStart}>
      {t('pages.polling.start')}
    </Button>
  )
}

function FoundWords({ progress, points }: { progress: Progress; points: readonly WalkPoint[] }) {
  const { t } = useTranslation('maintenance')
  const language = useLanguage()
  if (progress.found.length === 0) return <p>{t('pages.polling.nothingFound')}</p>
  return (
    <ul className="found">
      {progress.found.map(({ pointKey, itemKey, verdict }) => {
        const point = points.find(({ key }) => key === pointKey)
        const item = point?.items.find(({ key }) => key === itemKey)
        return (
          <li key={`${pointKey} ${itemKey}`}>
            <b>{t(`inspectionResult.options.verdict.${verdict}`)}</b>{' '}
            {machineWords(point?.machine ?? null, language, t)}: {item && itemName(item, language)}
          </li>
        )
      })}
    </ul>
  )
}
