import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { openTo } from '@/contract/command-rights'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { useDoer } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayLines } from '@/client/today/TodayCard'
import { State } from '@/client/ui/State'
import { useToday } from '@/plant/client/use-today'
import { abnormity } from '../../contract/abnormity'
import { closeAbnormity, confirmAbnormity, verifyAbnormity } from '../../contract/abnormity-commands'
import { isOverdue, openAbnormities } from '../../rules/abnormity'

type Abnormity = Row<typeof abnormity>
type Step = (typeof decisions)[number]
const MOST = 4
const decisions = [confirmAbnormity, verifyAbnormity, closeAbnormity] as const
const OPEN = { state: openAbnormities.join(','), sort: 'dueOn', size: 100 }

/** Abnormities that wait for my decision, each with what it is, and those whose answer somebody else is late with. */
export default function DecideCard() {
  const { t } = useTranslation('deviations')
  const doer = useDoer()
  const today = useToday()
  const link = usePageLink()
  const { rows, refs } = useList(abnormity, OPEN)
  const late = rows.filter((row) => isOverdue(row, today) && row.responsibleId !== doer.id)
  const names = useNames(
    'user',
    late.flatMap(({ responsibleId }) => responsibleId ?? []),
    refs,
  )
  const waiting = rows.flatMap((row): { row: Abnormity; step: Step | null }[] => {
    const [step] = openTo<Step>(decisions, row, doer)
    return step || late.includes(row) ? [{ row, step: step ?? null }] : []
  })
  if (waiting.length === 0) return null
  const shown = waiting.slice(0, MOST).map(({ row, step }) => ({
    key: row.id,
    to: link('qualityTracking', { view: 'abnormities', id: row.id }),
    title: `${row.number} · ${t(`abnormity.options.kind.${row.kind}`)}`,
    sub: [!step && row.responsibleId && names[row.responsibleId], row.description].filter(Boolean).join(' · '),
    side: step ? (
      <State tone="wait">{t(`actions.abnormity_${step.action}`)}</State>
    ) : (
      <State tone="bad">{t('pages.abnormities.overdue')}</State>
    ),
  }))
  return (
    <TodayCard
      title={t('pages.today.decide', { count: waiting.length })}
      page="qualityTracking"
      query={{ view: 'abnormities' }}
    >
      <TodayLines lines={shown} />
    </TodayCard>
  )
}
