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
import { useDoer, useCanCall, useSession } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { EditIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { PhotoStrip } from '@/client/ui/PhotoStrip'
import { ReasonDialog } from '@/client/ui/ReasonDialog'
import { StateBadge } from '@/client/ui/StateBadge'
import { DateInput } from '@/client/ui/DateInput'
import { useToday } from '@/plant/client/use-today'
import { isDraft, canBeAsked, getReplaceableApprovers, getNextApproverId } from '@/areas/standards/rules/approval'
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
import { approvalOf, isAnswerOverdue } from '../../rules/material-feedback'
import { feedbackTones } from '../tones'
import { AnswerSheet } from './AnswerSheet'
import { ApproversSheet } from './ApproversSheet'

export type Feedback = Row<typeof materialFeedback>
type Step = (typeof feedbackCommands)[number]
/** Fields that the panel shows in its header, photos or approval list. */
const elsewhere = [
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
const facts = Object.keys(materialFeedback.fields).filter((name) => !elsewhere.includes(name))

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
  const [open, setOpen] = useState<'submit' | 'reject' | 'answer' | Step['action'] | null>(null)
  const photos = useDisplayPhotos([...row.images, ...row.feedbackImages])
  const standing = approvalOf(row)
  const { userId } = useSession()
  const turn = getNextApproverId(standing)
  const mine = turn === userId
  const draft = isDraft(standing)
  const doer = useDoer()
  const steps = getAllowedCommands<Step>(feedbackCommands, row, doer)
  const today = useToday()
  const may = {
    edit: useCanCall(editFeedback) && draft,
    submit: useCanCall(submitFeedback) && draft,
    ratify: useCanCall(ratifyFeedback) && mine,
    answer: useCanCall(answerFeedback) && row.state === 'approved',
    replace: useCanCall(replaceFeedbackApprover),
  }
  const language = useLanguage()
  const ratify = useInstantCommand(ratifyFeedback)
  const close = () => setOpen(null)
  const decide = async (decision: 'approved' | 'rejected', reason?: string) => {
    const input = { id: row.id, version: row.version, decision, ...(reason ? { reason } : {}) }
    if (await ratify.run(input)) close()
  }
  return (
    <PageFrame
      title={row.number}
      sub={String(getFieldInLanguage(materialFeedback, row, 'supplier', language))}
      {...(onBack ? { onBack } : {})}
      tools={
        <>
          <ExportButton of={feedbackForm} input={{ id: row.id }} />
          {may.edit && (
            <Button
              look="quiet"
              icon={<EditIcon size={20} />}
              aria-label={t('client:resource.edit')}
              title={t('client:resource.edit')}
              onClick={onEdit}
            />
          )}
          {draft && <RemoveRowButton endpoint={removeFeedback} row={row} title={row.number} onGone={onGone} />}
        </>
      }
      primary={
        <>
          {may.ratify && (
            <Button className="beside" onClick={() => setOpen('reject')}>
              {t('pages.feedback.reject')}
            </Button>
          )}
          {may.ratify && (
            <Button look="primary" disabled={ratify.busy} onClick={() => void decide('approved')}>
              {t('pages.feedback.approve')}
            </Button>
          )}
          {may.submit && (
            <Button look="primary" onClick={() => setOpen('submit')}>
              {t('pages.feedback.submit')}
            </Button>
          )}
          {may.answer && (
            // When there is an answer, closing becomes the primary action.
            <Button
              {...(row.feedbackAt ? { className: 'beside' } : { look: 'primary' as const })}
              onClick={() => setOpen('answer')}
            >
              {t('pages.feedback.answer')}
            </Button>
          )}
          <CommandButtons
            commands={steps}
            hindered={may.answer ? [] : listForbiddenCommands<Step>(feedbackCommands, row, doer)}
            row={row}
            aside={[reopenFeedback]}
            onAsk={({ action }) => setOpen(action)}
          />
        </>
      }
    >
      <div className="abnormity">
        <p className="chips">
          <ResourceStateBadge of={materialFeedback} state={row.state} tones={feedbackTones} />
          {isAnswerOverdue(row, today) && <StateBadge tone="bad">{t('pages.feedback.overdue')}</StateBadge>}
        </p>
        {photos.length > 0 && <PhotoStrip photos={photos} />}
        {row.state !== 'notApproved' && row.approvers.length > 0 && (
          <ApproverList
            resource={materialFeedback}
            row={row}
            refs={refs}
            isInApproval={row.state === 'inApproval'}
            turnUserId={turn}
            replacementOptions={
              may.replace
                ? {
                    replaceableIds: getReplaceableApprovers({ ...standing, newest: true }, userId),
                    endpoint: replaceFeedbackApprover,
                    people: feedbackApprovers,
                    canBeAsked: (id) => canBeAsked(row, id),
                  }
                : null
            }
          />
        )}
        <ResourceDetailView
          of={materialFeedback}
          row={row}
          refs={refs}
          only={facts.filter((name) => row[name as keyof Feedback] !== null)}
        />
      </div>
      {open === 'submit' && <ApproversSheet row={row} onClose={close} />}
      {open === 'answer' && <AnswerSheet row={row} onClose={close} />}
      {open === 'reject' && (
        <ReasonDialog
          title={`${t('pages.feedback.reject')} · ${row.number}`}
          submitLabel={t('pages.feedback.reject')}
          busy={ratify.busy}
          onReason={(reason) => void decide('rejected', reason)}
          onClose={close}
        />
      )}
      {open === 'close' && <StepSheet row={row} command={closeFeedback} onClose={close} />}
      {open === 'reopen' && <StepSheet row={row} command={reopenFeedback} onClose={close} />}
    </PageFrame>
  )
}
/** Dialog for the verification when closing, or for the reason when reopening. */
function StepSheet({ row, command, onClose }: { row: Feedback; command: Step; onClose: () => void }) {
  const { t } = useTranslation('deviations')
  const closing = useInstantCommand(closeFeedback)
  const opening = useInstantCommand(reopenFeedback)
  const ends = command.action === closeFeedback.action
  const word = t(`actions.materialFeedback_${ends ? 'close' : 'reopen'}`)
  const at = { id: row.id, version: row.version }
  const dayId = useId()
  const [answerBy, setAnswerBy] = useState('')
  const say = async (said: string) => {
    const done = await (ends
      ? closing.run({ ...at, verification: said })
      : opening.run({ ...at, reason: said, answerBy: answerBy || null }))
    if (done) onClose()
  }
  return (
    <ReasonDialog
      title={`${word} · ${row.number}`}
      submitLabel={word}
      {...(ends ? { label: t('materialFeedback.fields.verification'), max: 2000, rows: 4 } : {})}
      busy={closing.busy || opening.busy}
      onReason={(said) => void say(said)}
      onClose={onClose}
    >
      {!ends && (
        <>
          <p className="quiet">{t('pages.feedback.answerAnew')}</p>
          <label htmlFor={dayId}>{t('materialFeedback.fields.answerBy')}</label>
          <DateInput id={dayId} value={answerBy} onChange={setAnswerBy} onUnreadable={() => setAnswerBy('')} />
        </>
      )}
    </ReasonDialog>
  )
}
