import { useTranslation } from 'react-i18next'
import type { PageViewProps } from '@/client/area'
import { ResourcePage } from '@/client/resource/ResourcePage'
import type { ListRow } from '@/client/resource/build-columns'
import { createStateCell } from '@/client/resource/ResourceStateBadge'
import { StateBadge } from '@/client/ui/StateBadge'
import { useToday } from '@/plant/client/use-today'
import { addFeedback, editFeedback, materialFeedback } from '../../contract/material-feedback'
import { feedbackTones } from '../tones'
import { isFeedbackOverdue } from '../../rules/material-feedback'
import { FeedbackPanel, type Feedback } from './FeedbackPanel'

const columns = [
  'number',
  'state',
  'answerBy',
  'materialId',
  'materialLotId',
  'supplier',
  'problem',
  'request',
  'quantityKg',
  'waitingFor',
  'feedbackAt',
]
const cells = { state: createStateCell(materialFeedback, 'state', feedbackTones), answerBy: renderAnswerDay }

function renderAnswerDay(row: ListRow) {
  return <AnswerDayCell row={row as Feedback} />
}
/** Due date of the supplier's answer, with a badge if it is overdue; short enough for its column. */
function AnswerDayCell({ row }: { row: Feedback }) {
  const { t } = useTranslation('deviations')
  const today = useToday()
  return isFeedbackOverdue(row, today) ? (
    <StateBadge tone="bad">{`${row.answerBy} · ${t('pages.abnormities.overdue')}`}</StateBadge>
  ) : (
    row.answerBy
  )
}
const form = { commands: { create: addFeedback, update: editFeedback } }

/** 物料反馈: the list, and the selected feedback with its approval and the supplier's answer. */
export default function FeedbackView({ tabs }: PageViewProps) {
  const { t } = useTranslation('tracing')
  return (
    <ResourcePage
      resource={materialFeedback}
      columns={columns}
      cells={cells}
      form={form}
      parts={{
        title: t('pages.qualityTracking.title'),
        above: tabs,
        detail: ({ row, refs, onBack, onEdit, onRemoved }) => (
          <FeedbackPanel row={row as Feedback} refs={refs} onBack={onBack} onEdit={onEdit} onRemoved={onRemoved} />
        ),
      }}
    />
  )
}
