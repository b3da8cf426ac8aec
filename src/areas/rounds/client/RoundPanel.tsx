import '@/plant/client/cards/cards.css'
import './rounds.css'
import './walk/walk.css'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { PresetText } from '@/client/fields/presets'
import { useDisplayPhotos } from '@/client/api/use-photos'
import { useNames } from '@/client/fields/options'
import { formatClock, formatMoment } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import type { Cells, ListRow } from '@/client/resource/build-columns'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { Button } from '@/client/ui/Button'
import { ForwardIcon, PersonIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { PhotoStrip } from '@/client/ui/PhotoStrip'
import { SkeletonList } from '@/client/ui/Skeleton'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { inspectionResult, inspectionRound } from '@/areas/rounds/contract/inspection-round'
import { judgeItemAnswer } from '@/areas/rounds/rules/check-point'
import { pointVerdictTones, roundTones } from '../contract/tones'
import { getCheckItemName, formatCheckLimits, formatMachineName } from './walk/format-check-item'
import { RoundProgressBar } from './walk/RoundProgressBar'
import type { Round, WalkPoint } from './walk/walk-points'
import { getAnswerValues, type RecordedAnswer } from './walk/recorded-answer'
import { useWalk } from './walk/use-walk'
import { StateBadge } from '@/client/ui/StateBadge'
import { useRoundName } from './RoundCard'
import { getAllowedCommands, getBarredReason, type CommandRights } from '@/contract/command-rights'
import { useCommand } from '@/client/api/use-command'
import { useActor } from '@/client/session/use-session'
import { claimRound, finishRound, startRound } from '@/areas/rounds/contract/round-commands'
import { findRoundAccessProblem, openRoundStates } from '@/areas/rounds/rules/inspection-round'
import { useWalker } from './use-my-rounds'

const DETAIL_FIELDS = [
  'state',
  'dueAt',
  'opensAt',
  'closesAt',
  'lineId',
  'shift',
  'team',
  'assignedTo',
  'userId',
  'startedAt',
  'finishedAt',
  'findings',
  'late',
  'note',
  'addedNotes',
] as const

/** Custom cells of the round columns. */
export const roundCells: Cells = {
  state: (row: ListRow) => <ResourceStateBadge resource={inspectionRound} state={row['state']} tones={roundTones} />,
}

/** Detail of a round: its fields and the answers point by point. Open rounds offer the walk. */
export function RoundPanel({
  round,
  refs,
  onBack,
  onWalk,
}: {
  round: Round
  refs: Readonly<Record<string, string>>
  onBack: (() => void) | undefined
  onWalk: (id: string) => void
}) {
  const { t } = useTranslation('rounds')
  const zone = usePlantZone()
  const walk = useWalk(round.id)
  const getRoundName = useRoundName()
  const { getRoundActions, isBusy } = useRoundActions(onWalk)
  const allAnswers = [...walk.answerHistory.values()].flat()
  const personNames = useNames('user', [...new Set(allAnswers.flatMap(({ userId }) => userId ?? []))], walk.refs)
  const actions = getRoundActions(round)
  // The primary action is the last button.
  const primaryButtons =
    actions.length > 0 &&
    [...actions].reverse().map(({ key, label, tone, onClick }) => (
      <Button
        key={key}
        {...(tone === 'primary' ? { look: 'primary' as const } : { className: 'beside' })}
        disabled={isBusy && key === 'claim'}
        icon={key === 'walk' ? <ForwardIcon size={20} /> : <PersonIcon size={20} />}
        onClick={onClick}
      >
        {label}
      </Button>
    ))
  return (
    <PageFrame
      title={getRoundName(round)}
      subtitle={formatMoment(round.dueAt, zone)}
      {...(onBack ? { onBack } : {})}
      {...(primaryButtons ? { primary: primaryButtons } : {})}
    >
      {!walk.isLoadingDetails && <NotScannedNotice answers={walk.answers} />}
      {!walk.isLoadingDetails && <RoundProgressBar points={walk.points} progress={walk.progress} />}
      <ResourceDetailView
        resource={inspectionRound}
        row={round}
        refs={{ ...walk.refs, ...refs }}
        fieldNames={DETAIL_FIELDS}
        cells={buildDetailCells(round)}
      />
      <section className="under-detail stack">
        <h2>{t('pages.polling.points')}</h2>
        {walk.isLoadingDetails ? (
          <SkeletonList rows={round.points.length} />
        ) : (
          <ol className="results stack gap-3">
            {walk.points.map((point) => (
              <PointResultCard
                key={point.key}
                point={point}
                answers={walk.answerHistory.get(point.key) ?? []}
                names={personNames}
              />
            ))}
          </ol>
        )}
      </section>
    </PageFrame>
  )
}

/** If other walkers added notes, puts the name of the person who finished the round before that person's note. */
const buildDetailCells = ({ addedNotes = [] }: Round): Cells =>
  addedNotes.length === 0
    ? roundCells
    : {
        ...roundCells,
        note: ({ note, userId }, refs) => [refs[String(userId)], note].filter(Boolean).map(String).join(': ') || '–',
      }

/** Warns how many points were answered without a scan, i.e. without proof of presence. */
function NotScannedNotice({ answers }: { answers: ReadonlyMap<string, RecordedAnswer> }) {
  const { t } = useTranslation('rounds')
  const count = [...answers.values()].filter(
    (answer) => answer.state === 'done' && answer.presence !== 'scanned',
  ).length
  if (count === 0) return null
  return (
    <p>
      <StateBadge tone="warn">{t('pages.polling.notScanned', { count })}</StateBadge>
    </p>
  )
}

/** Displays all answers of a point: the effective answer, and below it the answers that it replaced or outweighs. */
function PointResultCard({
  point,
  answers,
  names,
}: {
  point: WalkPoint
  answers: readonly RecordedAnswer[]
  names: Readonly<Record<string, string>>
}) {
  const { t } = useTranslation('rounds')
  const language = useLanguage()
  const [effectiveAnswer, ...otherAnswers] = answers
  return (
    <li className="ui-card">
      <h3>
        {point.number}. {formatMachineName(point.machine, language, t)}
      </h3>
      {effectiveAnswer ? (
        <AnswerSection point={point} answer={effectiveAnswer} names={names} />
      ) : (
        <p className="quiet">{t('pages.polling.pointStates.open')}</p>
      )}
      {otherAnswers.length > 0 && (
        <details>
          <summary>{t('pages.polling.otherAnswers', { count: otherAnswers.length })}</summary>
          {otherAnswers.map((answer) => (
            <AnswerSection key={answer.id} point={point} answer={answer} names={names} />
          ))}
        </details>
      )}
    </li>
  )
}

/** One answer at a point: time, person, proof of presence and results. */
function AnswerSection({
  point,
  answer,
  names,
}: {
  point: WalkPoint
  answer: RecordedAnswer
  names: Readonly<Record<string, string>>
}) {
  const { t } = useTranslation('rounds')
  const language = useLanguage()
  const zone = usePlantZone()
  const buildPageLink = usePageLink()
  const photos = useDisplayPhotos([...answer.images, ...(answer.values ?? []).flatMap(({ images }) => images ?? [])])
  const values = getAnswerValues(point, answer)
  return (
    <>
      <p className="quiet">
        {[
          formatClock(answer.occurredAt, zone),
          answer.userId && names[answer.userId],
          t(
            `pages.polling.${answer.state === 'skipped' ? 'pointStates.skipped' : `present.${answer.presence ?? 'byHand'}`}`,
          ),
        ]
          .filter(Boolean)
          .join(' · ')}
        {answer.reason && (
          <>
            {' · '}
            <PresetText text={answer.reason} />
          </>
        )}
        {answer.scannedText && answer.presence !== 'scanned' && (
          <> · {t('pages.polling.typedNotScanned', { code: answer.scannedText })}</>
        )}
      </p>
      {answer.state === 'done' && (
        <table className="values">
          <tbody>
            {point.items.map((item) => {
              const checkItem = point.checkPoint.items.find((candidate) => candidate.key === item.key)
              const value = values[item.key] ?? null
              const verdict = checkItem ? judgeItemAnswer(checkItem, value) : 'unanswered'
              return (
                <tr key={item.key}>
                  <th scope="row">
                    {getCheckItemName(item, language)}
                    {formatCheckLimits(item, language) && <small>{formatCheckLimits(item, language)}</small>}
                  </th>
                  <td>
                    {item.kind === 'number' || item.kind === 'text'
                      ? `${String(value ?? '–')} ${item.kind === 'number' && value !== null ? (item.unit ?? '') : ''}`
                      : null}
                  </td>
                  <td>
                    {verdict !== 'unanswered' && (
                      <ResourceStateBadge
                        resource={inspectionResult}
                        field="verdict"
                        state={verdict}
                        tones={pointVerdictTones}
                      />
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      {answer.note && <p>{answer.note}</p>}
      {photos.length > 0 && <PhotoStrip photos={photos} />}
      {answer.repairIds.map((id) => {
        const address = buildPageLink('repair', { id })
        return (
          address && (
            <Link key={id} className="ui-button" to={address}>
              {t('pages.polling.toRepair')}
            </Link>
          )
        )
      })}
    </>
  )
}

/** Returns the actions that this person may take on a round, for its panel and for swiping its card. */
export function useRoundActions(onWalk: (id: string) => void) {
  const { t } = useTranslation('rounds')
  const actor = useActor()
  const walker = useWalker()
  const claimCommand = useCommand(claimRound)
  const getRoundActions = (round: Round) => {
    const canOpenWalk =
      openRoundStates.includes(round.state) &&
      getAllowedCommands<CommandRights>([startRound, finishRound], round, actor).length > 0 &&
      findRoundAccessProblem(round, walker) === null
    if (!canOpenWalk) return []
    const canClaim = round.assignedTo === null && getBarredReason(startRound, round, actor, 'start') === null
    const walkAction = {
      key: 'walk' as const,
      label: t(round.state === 'due' ? 'pages.polling.open' : 'pages.polling.goOn'),
      tone: 'primary' as const,
      onClick: () => onWalk(round.id),
    }
    const claimAction = {
      key: 'claim' as const,
      label: t('pages.polling.claim'),
      tone: 'plain' as const,
      onClick: () => void claimCommand.run({ roundId: round.id }, { savedMessage: t('pages.polling.claimed') }),
    }
    return canClaim ? [walkAction, claimAction] : [walkAction]
  }
  return { getRoundActions, isBusy: claimCommand.busy }
}
