import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { getAllowedCommands } from '@/contract/command-rights'
import { buildNotEqualFilter, type Row } from '@/contract/resource'
import { useList, type ListResult } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { useDoer, useCanCall } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { countWaitingRows, MAX_COUNTED } from '@/client/today/count-waiting-rows'
import { TodayCard, TodayLineList } from '@/client/today/TodayCard'
import { StateBadge } from '@/client/ui/StateBadge'
import { useToday } from '@/plant/client/use-today'
import { addDays } from '@/plant/rules/plant-time'
import { abnormity } from '../../contract/abnormity'
import { closeAbnormity, confirmAbnormity, verifyAbnormity } from '../../contract/abnormity-commands'
import { isOverdue } from '../../rules/abnormity'
import { MAX_CARD_LINES } from './card-size'

type Abnormity = Row<typeof abnormity>
type DecisionCommand = (typeof decisionCommands)[number]
const decisionCommands = [confirmAbnormity, verifyAbnormity, closeAbnormity] as const
const urgentQuery = { sort: 'dueOn', size: MAX_COUNTED }
const raisedQuery = { ...urgentQuery, state: 'raised' }
const verifiedQuery = { ...urgentQuery, state: 'verified' }

/** Returns the due date for sorting; rows without one come last. */
const getDueDay = ({ dueOn }: Abnormity): string => dueOn ?? '9999'

/** Today card: abnormities that wait for the user's decision, and overdue answers of other persons. */
export default function DecideCard() {
  const { t } = useTranslation('deviations')
  const doer = useDoer()
  const today = useToday()
  const getPageLink = usePageLink()
  const { id } = doer
  // Nobody verifies their own measures (`getVerificationProblem`). Own overdue answers are on `OwedCard`.
  const [answeredQuery, overdueQuery] = useMemo(
    () => [
      { ...urgentQuery, state: 'acting', owed: false, answeredBy: buildNotEqualFilter(id) },
      { ...urgentQuery, owed: true, dueOnTo: addDays(today, -1), responsibleId: buildNotEqualFilter(id) },
    ],
    [id, today],
  )
  const lists: readonly ListResult<Abnormity>[] = [
    useList(abnormity, raisedQuery, useCanCall(confirmAbnormity)),
    useList(abnormity, answeredQuery, useCanCall(verifyAbnormity)),
    useList(abnormity, verifiedQuery, useCanCall(closeAbnormity)),
    useList(abnormity, overdueQuery),
  ]
  // A decision that this phone has not sent yet leaves the row in the list, so filter by the local state.
  const listWaiting = ({ rows }: ListResult<Abnormity>) =>
    rows.flatMap((row): { row: Abnormity; command: DecisionCommand | null }[] => {
      const [command] = getAllowedCommands<DecisionCommand>(decisionCommands, row, doer)
      return command || (isOverdue(row, today) && row.responsibleId !== id) ? [{ row, command: command ?? null }] : []
    })
  const waiting = lists.flatMap(listWaiting).sort((a, b) => getDueDay(a.row).localeCompare(getDueDay(b.row)))
  const { textParams, query } = countWaitingRows(
    lists,
    waiting.map(({ row }) => row),
  )
  const names = useNames(
    'user',
    waiting.slice(0, MAX_CARD_LINES).flatMap(({ row, command }) => (!command && row.responsibleId) || []),
    Object.assign({}, ...lists.map(({ refs }) => refs)) as Record<string, string>,
  )
  if (waiting.length === 0) return null
  const cardLines = waiting.slice(0, MAX_CARD_LINES).map(({ row, command }) => ({
    key: row.id,
    to: getPageLink('qualityTracking', { view: 'abnormities', id: row.id }),
    title: [row.number, t(`abnormity.options.kind.${row.kind}`)].filter(Boolean).join(' · '),
    sub: [!command && row.responsibleId && names[row.responsibleId], row.description].filter(Boolean).join(' · '),
    side: command ? (
      <StateBadge tone="wait">{t(`actions.abnormity_${command.action}`)}</StateBadge>
    ) : (
      <StateBadge tone="bad">{t('pages.abnormities.overdue')}</StateBadge>
    ),
  }))
  return (
    <TodayCard
      title={t('pages.today.decide', textParams)}
      page="qualityTracking"
      query={{ view: 'abnormities', ...query }}
    >
      <TodayLineList lines={cardLines} />
    </TodayCard>
  )
}
