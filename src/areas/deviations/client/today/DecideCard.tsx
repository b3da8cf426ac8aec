import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { getAllowedCommands } from '@/contract/command-rights'
import { notEqualTo, type Row } from '@/contract/resource'
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
import { MOST } from './size'

type Abnormity = Row<typeof abnormity>
type Step = (typeof decisions)[number]
const decisions = [confirmAbnormity, verifyAbnormity, closeAbnormity] as const
const urgent = { sort: 'dueOn', size: MAX_COUNTED }
const raised = { ...urgent, state: 'raised' }
const verified = { ...urgent, state: 'verified' }

/** Returns the due date for sorting; rows without one come last. */
const dueOf = ({ dueOn }: Abnormity): string => dueOn ?? '9999'

/** Today card: abnormities that wait for the user's decision, and overdue answers of other persons. */
export default function DecideCard() {
  const { t } = useTranslation('deviations')
  const doer = useDoer()
  const today = useToday()
  const link = usePageLink()
  const { id } = doer
  // Nobody verifies their own measures (`getVerificationProblem`). Own overdue answers are on `OwedCard`.
  const [answered, overdue] = useMemo(
    () => [
      { ...urgent, state: 'acting', owed: false, answeredBy: notEqualTo(id) },
      { ...urgent, owed: true, dueOnTo: addDays(today, -1), responsibleId: notEqualTo(id) },
    ],
    [id, today],
  )
  const lists: readonly ListResult<Abnormity>[] = [
    useList(abnormity, raised, useCanCall(confirmAbnormity)),
    useList(abnormity, answered, useCanCall(verifyAbnormity)),
    useList(abnormity, verified, useCanCall(closeAbnormity)),
    useList(abnormity, overdue),
  ]
  // A decision that this phone has not sent yet leaves the row in the list, so filter by the local state.
  const waitingIn = ({ rows }: ListResult<Abnormity>) =>
    rows.flatMap((row): { row: Abnormity; step: Step | null }[] => {
      const [step] = getAllowedCommands<Step>(decisions, row, doer)
      return step || (isOverdue(row, today) && row.responsibleId !== id) ? [{ row, step: step ?? null }] : []
    })
  const waiting = lists.flatMap(waitingIn).sort((a, b) => dueOf(a.row).localeCompare(dueOf(b.row)))
  const { textParams: said, query } = countWaitingRows(
    lists,
    waiting.map(({ row }) => row),
  )
  const names = useNames(
    'user',
    waiting.slice(0, MOST).flatMap(({ row, step }) => (!step && row.responsibleId) || []),
    Object.assign({}, ...lists.map(({ refs }) => refs)) as Record<string, string>,
  )
  if (waiting.length === 0) return null
  const shown = waiting.slice(0, MOST).map(({ row, step }) => ({
    key: row.id,
    to: link('qualityTracking', { view: 'abnormities', id: row.id }),
    title: [row.number, t(`abnormity.options.kind.${row.kind}`)].filter(Boolean).join(' · '),
    sub: [!step && row.responsibleId && names[row.responsibleId], row.description].filter(Boolean).join(' · '),
    side: step ? (
      <StateBadge tone="wait">{t(`actions.abnormity_${step.action}`)}</StateBadge>
    ) : (
      <StateBadge tone="bad">{t('pages.abnormities.overdue')}</StateBadge>
    ),
  }))
  return (
    <TodayCard title={t('pages.today.decide', said)} page="qualityTracking" query={{ view: 'abnormities', ...query }}>
      <TodayLineList lines={shown} />
    </TodayCard>
  )
}
