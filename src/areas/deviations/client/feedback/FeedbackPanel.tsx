import '../abnormity/abnormity.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getFieldInLanguage } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { listForbiddenCommands, getAllowedCommands } from '@/contract/command-rights'
import { ApproverField } from '@/client/approval/ApproverField'
import { ApproverList } from '@/client/approval/ApproverList'
import { useDisplayPhotos } from '@/client/api/use-photos'
import { useCommand } from '@/client/api/use-command'
import { CommandButtons } from '@/client/resource/CommandButtons'
import { CommandDialog } from '@/client/resource/CommandDialog'
import { ExportButton } from '@/client/resource/ExportButton'
import { useLanguage } from '@/client/format/use-language'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { RemoveRowButton } from '@/client/resource/RowPanel'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useActor, useCanCall, useSession } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EditIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { PhotoStrip } from '@/client/ui/PhotoStrip'
import { StateBadge } from '@/client/ui/StateBadge'
import { useToday } from '@/plant/client/use-today'
import {
  MAX_APPROVERS,
  isDraft,
  canBecomeApprover,
  getReplaceableApprovers,
  getNextApproverId,
} from '@/areas/standards/rules/approval'
import {
  answerFeedback,
  editFeedback,
  feedbackApprovers,
  feedbackCommands,
  feedbackForm,
  materialFeedback,
  ratifyFeedback,
  removeFeedback,
  reopenFeedback,
  replaceFeedbackApprover,
  submitFeedback,
} from '../../contract/material-feedback'
import { toApprovableFeedback, isFeedbackOverdue } from '../../rules/material-feedback'
import { feedbackTones } from '../tones'
import { SupplierAnswerDialog } from './SupplierAnswerDialog'

export type Feedback = Row<typeof materialFeedback>
type FeedbackCommand = (typeof feedbackCommands)[number]
type DialogName = 'submit' | 'reject' | 'answer'
/** Fields that the panel shows in its header, photos or approval list. */
const FIELDS_SHOWN_ELSEWHERE = [
  'number',
  'state',
  'images',
  'feedbackImages',
  'authors',
  'approvers',
  'waitingFor',
  'replacements',
  'earlier',
  'submittedBy',
  'submittedAt',
]
const DETAIL_FIELDS = Object.keys(materialFeedback.fields).filter((name) => !FIELDS_SHOWN_ELSEWHERE.includes(name))

/** One feedback with its approval and the actions that the user may perform now. */
export function FeedbackPanel({
  row,
  refs,
  onBack,
  onEdit,
  onRemoved,
}: {
  row: Feedback
  refs: Readonly<Record<string, string>>
  onBack: (() => void) | undefined
  onEdit: () => void
  onRemoved: () => void
}) {
  const { t } = useTranslation(['deviations', 'client'])
  const [openDialog, setOpenDialog] = useState<DialogName | null>(null)
  // Pictures of the feedback itself and of the supplier's answer.
  const photos = useDisplayPhotos([...row.images, ...row.feedbackImages])
  const approvable = toApprovableFeedback(row)
  const { userId } = useSession()
  const nextApproverId = getNextApproverId(approvable)
  const isMyTurn = nextApproverId === userId
  const isDraftFeedback = isDraft(approvable)
  const actor = useActor()
  const allowedCommands = getAllowedCommands<FeedbackCommand>(feedbackCommands, row, actor)
  const today = useToday()
  const permitted = {
    edit: useCanCall(editFeedback) && isDraftFeedback,
    submit: useCanCall(submitFeedback) && isDraftFeedback,
    ratify: useCanCall(ratifyFeedback) && isMyTurn,
    answer: useCanCall(answerFeedback) && row.state === 'approved',
    replace: useCanCall(replaceFeedbackApprover),
  }
  const language = useLanguage()
  const ratifyCommand = useCommand(ratifyFeedback)
  return (
    <PageFrame
      title={row.number}
      subtitle={String(getFieldInLanguage(materialFeedback, row, 'supplier', language))}
      {...(onBack ? { onBack } : {})}
      tools={
        <>
          <ExportButton endpoint={feedbackForm} input={{ id: row.id }} />
          {permitted.edit && (
            <Button
              look="quiet"
              icon={<EditIcon size={20} />}
              aria-label={t('client:resource.edit')}
              title={t('client:resource.edit')}
              onClick={onEdit}
            />
          )}
          {isDraftFeedback && (
            <RemoveRowButton endpoint={removeFeedback} row={row} title={row.number} onRemoved={onRemoved} />
          )}
        </>
      }
      primary={
        <>
          {permitted.ratify && (
            <Button className="beside" onClick={() => setOpenDialog('reject')}>
              {t('pages.feedback.reject')}
            </Button>
          )}
          {permitted.ratify && (
            <Button
              look="primary"
              disabled={ratifyCommand.busy}
              onClick={() => void ratifyCommand.run({ id: row.id, version: row.version, decision: 'approved' })}
            >
              {t('pages.feedback.approve')}
            </Button>
          )}
          {permitted.submit && (
            <Button look="primary" onClick={() => setOpenDialog('submit')}>
              {t('pages.feedback.submit')}
            </Button>
          )}
          {permitted.answer && (
            // When there is an answer, closing becomes the primary action.
            <Button
              {...(row.feedbackAt ? { className: 'beside' } : { look: 'primary' as const })}
              onClick={() => setOpenDialog('answer')}
            >
              {t('pages.feedback.answer')}
            </Button>
          )}
          <CommandButtons
            commands={allowedCommands}
            blockedCommands={
              permitted.answer ? [] : listForbiddenCommands<FeedbackCommand>(feedbackCommands, row, actor)
            }
            row={row}
            secondaryCommands={[reopenFeedback]}
            renderDialog={(command, onClose) =>
              command === reopenFeedback ? (
                <CommandDialog
                  command={reopenFeedback}
                  row={row}
                  above={<p className="quiet">{t('pages.feedback.answerAnew')}</p>}
                  onClose={onClose}
                />
              ) : undefined
            }
          />
        </>
      }
    >
      <div className="abnormity stack gap-3">
        <p className="chips">
          <ResourceStateBadge resource={materialFeedback} state={row.state} tones={feedbackTones} />
          {isFeedbackOverdue(row, today) && <StateBadge tone="bad">{t('pages.feedback.overdue')}</StateBadge>}
        </p>
        {photos.length > 0 && <PhotoStrip photos={photos} />}
        {row.state !== 'notApproved' && row.approvers.length > 0 && (
          <ApproverList
            resource={materialFeedback}
            row={row}
            refs={refs}
            isInApproval={row.state === 'inApproval'}
            turnUserId={nextApproverId}
            replacementOptions={
              permitted.replace
                ? {
                    // A feedback has a single version, so this version is the newest.
                    replaceableIds: getReplaceableApprovers({ ...approvable, newest: true }, userId),
                    endpoint: replaceFeedbackApprover,
                    people: feedbackApprovers,
                    canBeAsked: (id) => canBecomeApprover(row, id),
                  }
                : null
            }
          />
        )}
        <ResourceDetailView
          resource={materialFeedback}
          row={row}
          refs={refs}
          fieldNames={DETAIL_FIELDS.filter((name) => row[name as keyof Feedback] !== null)}
        />
      </div>
      {openDialog && <FeedbackDialog row={row} dialog={openDialog} onClose={() => setOpenDialog(null)} />}
    </PageFrame>
  )
}
/** Dialog to submit a draft, to reject a submitted feedback, or to enter the supplier's answer. */
function FeedbackDialog({ row, dialog, onClose }: { row: Feedback; dialog: DialogName; onClose: () => void }) {
  const { t } = useTranslation(['deviations', 'client'])
  if (dialog === 'answer') return <SupplierAnswerDialog row={row} onClose={onClose} />
  if (dialog === 'reject')
    return (
      <CommandDialog
        command={ratifyFeedback}
        row={row}
        label={t('pages.feedback.reject')}
        objectName={row.number}
        values={{ decision: 'rejected' }}
        fieldLabels={{ reason: t('client:ui.reason') }}
        requiredNames={['reason']}
        onClose={onClose}
      />
    )
  return (
    <CommandDialog
      command={submitFeedback}
      row={row}
      objectName={row.number}
      fieldLabels={{ approvers: t('pages.feedback.choose') }}
      inputs={{
        approvers: (input) => (
          <ApproverField
            {...input}
            max={MAX_APPROVERS}
            people={feedbackApprovers}
            canBeAsked={(id) => !row.authors.includes(id)}
            suggestedIds={row.approvers.map((approver) => approver.userId)}
          />
        ),
      }}
      onClose={onClose}
    />
  )
}
