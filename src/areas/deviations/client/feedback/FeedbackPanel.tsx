import '../abnormity/abnormity.css'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getFieldInLanguage } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { listForbiddenCommands, getAllowedCommands } from '@/contract/command-rights'
import { ApproverList } from '@/client/approval/ApproverList'
import { useDisplayPhotos } from '@/client/api/use-photos'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { CommandButtons } from '@/client/resource/CommandButtons'
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
import { ReasonDialog } from '@/client/ui/ReasonDialog'
import { StateBadge } from '@/client/ui/StateBadge'
import { DateInput } from '@/client/ui/DateInput'
import { useToday } from '@/plant/client/use-today'
import {
  isDraft,
  canBecomeApprover,
  getReplaceableApprovers,
  getNextApproverId,
} from '@/areas/standards/rules/approval'
import {
  answerFeedback,
  closeFeedback,
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
import { ApproversDialog } from './ApproversDialog'

export type Feedback = Row<typeof materialFeedback>
type FeedbackCommand = (typeof feedbackCommands)[number]
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
  onGone,
}: {
  row: Feedback
  refs: Readonly<Record<string, string>>
  onBack: (() => void) | undefined
  onEdit: () => void
  onGone: () => void
}) {
  const { t } = useTranslation(['deviations', 'client'])
  const [openDialog, setOpenDialog] = useState<'submit' | 'reject' | 'answer' | FeedbackCommand['action'] | null>(null)
  const photos = useDisplayPhotos([...row.images, ...row.feedbackImages])
  const approvable = toApprovableFeedback(row)
  const { userId } = useSession()
  const nextApproverId = getNextApproverId(approvable)
  const isMyTurn = nextApproverId === userId
  const isDraftFeedback = isDraft(approvable)
  const doer = useActor()
  const allowedCommands = getAllowedCommands<FeedbackCommand>(feedbackCommands, row, doer)
  const today = useToday()
  const permitted = {
    edit: useCanCall(editFeedback) && isDraftFeedback,
    submit: useCanCall(submitFeedback) && isDraftFeedback,
    ratify: useCanCall(ratifyFeedback) && isMyTurn,
    answer: useCanCall(answerFeedback) && row.state === 'approved',
    replace: useCanCall(replaceFeedbackApprover),
  }
  const language = useLanguage()
  const ratifyCommand = useInstantCommand(ratifyFeedback)
  const closeDialog = () => setOpenDialog(null)
  const decide = async (decision: 'approved' | 'rejected', reason?: string) => {
    const input = { id: row.id, version: row.version, decision, ...(reason ? { reason } : {}) }
    if (await ratifyCommand.run(input)) closeDialog()
  }
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
            <RemoveRowButton endpoint={removeFeedback} row={row} title={row.number} onGone={onGone} />
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
            <Button look="primary" disabled={ratifyCommand.busy} onClick={() => void decide('approved')}>
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
              permitted.answer ? [] : listForbiddenCommands<FeedbackCommand>(feedbackCommands, row, doer)
            }
            row={row}
            secondaryCommands={[reopenFeedback]}
            onAsk={({ action }) => setOpenDialog(action)}
          />
        </>
      }
    >
      <div className="abnormity">
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
      {openDialog === 'submit' && <ApproversDialog row={row} onClose={closeDialog} />}
      {openDialog === 'answer' && <SupplierAnswerDialog row={row} onClose={closeDialog} />}
      {openDialog === 'reject' && (
        <ReasonDialog
          title={`${t('pages.feedback.reject')} · ${row.number}`}
          submitLabel={t('pages.feedback.reject')}
          busy={ratifyCommand.busy}
          onReason={(reason) => void decide('rejected', reason)}
          onClose={closeDialog}
        />
      )}
      {openDialog === 'close' && <FeedbackCommandDialog row={row} command={closeFeedback} onClose={closeDialog} />}
      {openDialog === 'reopen' && <FeedbackCommandDialog row={row} command={reopenFeedback} onClose={closeDialog} />}
    </PageFrame>
  )
}
/** Dialog for the verification when closing, or for the reason when reopening. */
function FeedbackCommandDialog({
  row,
  command,
  onClose,
}: {
  row: Feedback
  command: FeedbackCommand
  onClose: () => void
}) {
  const { t } = useTranslation('deviations')
  const closeCommand = useInstantCommand(closeFeedback)
  const reopenCommand = useInstantCommand(reopenFeedback)
  const isClosing = command.action === closeFeedback.action
  const actionLabel = t(`actions.materialFeedback_${isClosing ? 'close' : 'reopen'}`)
  const rowVersion = { id: row.id, version: row.version }
  const dayId = useId()
  const [answerBy, setAnswerBy] = useState('')
  const submitText = async (text: string) => {
    const isSaved = await (isClosing
      ? closeCommand.run({ ...rowVersion, verification: text })
      : reopenCommand.run({ ...rowVersion, reason: text, answerBy: answerBy || null }))
    if (isSaved) onClose()
  }
  return (
    <ReasonDialog
      title={`${actionLabel} · ${row.number}`}
      submitLabel={actionLabel}
      {...(isClosing ? { label: t('materialFeedback.fields.verification'), maxLength: 2000, rows: 4 } : {})}
      busy={closeCommand.busy || reopenCommand.busy}
      onReason={(said) => void submitText(said)}
      onClose={onClose}
    >
      {!isClosing && (
        <>
          <p className="quiet">{t('pages.feedback.answerAnew')}</p>
          <label htmlFor={dayId}>{t('materialFeedback.fields.answerBy')}</label>
          <DateInput id={dayId} value={answerBy} onChange={setAnswerBy} onUnreadable={() => setAnswerBy('')} />
        </>
      )}
    </ReasonDialog>
  )
}
