import { useTranslation } from 'react-i18next'
import type { PageViewProps } from '@/client/area'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { stateCell } from '@/client/resource/StateOf'
import { addFeedback, editFeedback, materialFeedback } from '../../contract/material-feedback'
import { feedbackTones } from '../tones'
import { FeedbackPanel, type Feedback } from './FeedbackPanel'

const columns = [
  'number',
  'state',
  'materialId',
  'materialLotId',
  'supplier',
  'problem',
  'request',
  'quantityKg',
  'answerBy',
  'waitingFor',
  'feedbackAt',
]
const cells = { state: stateCell(materialFeedback, 'state', feedbackTones) }
const form = { commands: { create: addFeedback, update: editFeedback } }

/** 物料反馈: what was wrong with what came; the open one with its approval and the supplier's answer. */
export default function FeedbackView({ tabs }: PageViewProps) {
  const { t } = useTranslation('rolls')
  return (
    <ResourcePage
      of={materialFeedback}
      columns={columns}
      cells={cells}
      form={form}
      parts={{
        title: t('pages.qualityTracking.title'),
        above: tabs,
        detail: ({ row, refs, onBack, onEdit, onGone }) => (
          <FeedbackPanel row={row as Feedback} refs={refs} onBack={onBack} onEdit={onEdit} onGone={onGone} />
        ),
      }}
    />
  )
}
