import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { getAllowedCommands } from '@/contract/command-rights'
import { buildNotEqualFilter, type Row } from '@/contract/resource'
import { useList, type ListResult } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { useActor, useCanCall } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { countWaitingRows, MAX_COUNTED } from '@/client/today/count-waiting-rows'
import { TodayCard, TodayItemList } from '@/client/today/TodayCard'
import { StateBadge } from '@/client/ui/StateBadge'
import { useToday } from '@/plant/client/use-today'
import { addDays } from '@/plant/rules/plant-time'
import { abnormity } from '../../contract/abnormity'
import { closeAbnormity, confirmAbnormity, verifyAbnormity } from '../../contract/abnormity-commands'
import { isAbnormityOverdue } from '../../rules/abnormity'
import { MAX_CARD_ITEMS } from './OwedCard'

type Abnormity = Row<typeof abnormity>
type DecisionCommand = (typeof DECISION_COMMANDS)[number]
const DECISION_COMMANDS = [confirmAbnormity, verifyAbnormity, closeAbnormity] as const
const URGENT_QUERY = { sort: 'dueOn', size: MAX_COUNTED }
const RAISED_QUERY = { ...URGENT_QUERY, state: 'raised' }
const VERIFIED_QUERY = { ...URGENT_QUERY, state: 'verified' }

/** Returns the due date for sorting; rows without one come last. */
const getDueDay = ({ dueOn }: Abnormity): string => dueOn ?? '9999'

/** Today card: abnormities that wait for the user's decision, and overdue answers of other persons. */
export default function DecideCard() {
  const { t } = useTranslation('deviations')
  const actor = useActor()
  const today = useToday()
  const getPageLink = usePageLink()
  const { id: userId } = actor
  // Nobody verifies their own measures (`getVerificationProblem`). `OwedCard` lists the user's own overdue answers.
  const [answeredQuery, overdueQuery] = useMemo(
    () => [
      { ...URGENT_QUERY, state: 'acting', owed: false, answeredBy: buildNotEqualFilter(userId) },
      { ...URGENT_QUERY, owed: true, dueOnTo: addDays(today, -1), responsibleId: buildNotEqualFilter(userId) },
    ],
    [userId, today],
  )
  const lists: readonly ListResult<Abnormity>[] = [
    useList(abnormity, RAISED_QUERY, { enabled: useCanCall(confirmAbnormity) }),
    useList(abnormity, answeredQuery, { enabled: useCanCall(verifyAbnormity) }),
    useList(abnormity, VERIFIED_QUERY, { enabled: useCanCall(closeAbnormity) }),
    useList(abnormity, overdueQuery),
  ]
  // The server's lists still contain rows whose decision this phone has not sent yet, so filter by the local state.
  const listWaiting = ({ rows }: ListResult<Abnormity>) =>
    rows.flatMap((row): { row: Abnormity; command: DecisionCommand | null }[] => {
      const [command] = getAllowedCommands<DecisionCommand>(DECISION_COMMANDS, row, actor)
      return command || (isAbnormityOverdue(row, today) && row.responsibleId !== userId)
        ? [{ row, command: command ?? null }]
        : []
    })
  const waitingAbnormities = lists.flatMap(listWaiting).sort((a, b) => getDueDay(a.row).localeCompare(getDueDay(b.row)))
  const { textParams, query } = countWaitingRows(
    lists,
    waitingAbnormities.map(({ row }) => row),
  )
  const names = useNames(
    'user',
    waitingAbnormities.slice(0, MAX_CARD_ITEMS).flatMap(({ row, command }) => (!command && row.responsibleId) || []),
    Object.assign({}, ...lists.map(({ refs }) => refs)) as Record<string, string>,
  )
  if (waitingAbnormities.length === 0) return null
  const cardItems = waitingAbnormities.slice(0, MAX_CARD_ITEMS).map(({ row, command }) => ({
    key: row.id,
    to: getPageLink('qualityTracking', { view: 'abnormities', id: row.id }),
    title: [row.number, t(`abnormity.options.kind.${row.kind}`)].filter(Boolean).join(' · '),
    subtitle: [!command && row.responsibleId && names[row.responsibleId], row.description].filter(Boolean).join(' · '),
    sideContent: command ? (
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
      <TodayItemList items={cardItems} />
    </TodayCard>
  )
}
