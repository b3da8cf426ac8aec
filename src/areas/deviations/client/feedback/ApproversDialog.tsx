import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { Button } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'
import { SkeletonList } from '@/client/ui/Skeleton'
import { MAX_APPROVERS, checkSubmission } from '@/areas/standards/rules/approval'
import { feedbackApprovers, submitFeedback } from '../../contract/material-feedback'
import { toApprovableFeedback } from '../../rules/material-feedback'
import type { Feedback } from './FeedbackPanel'

/** 提交审批: dialog to choose the approvers; they are asked in the order of the taps. */
export function ApproversDialog({ row, onClose }: { row: Feedback; onClose: () => void }) {
  const { t } = useTranslation(['deviations', 'client'])
  const people = useEndpoint(feedbackApprovers, {}, { resources: ['user', 'role'] })
  const submitCommand = useInstantCommand(submitFeedback)
  const [chosenIds, setChosenIds] = useState<readonly string[]>(row.approvers.map(({ userId }) => userId))
  const toggleApprover = (id: string) =>
    setChosenIds(
      chosenIds.includes(id)
        ? chosenIds.filter((chosenId) => chosenId !== id)
        : [...chosenIds, id].slice(0, MAX_APPROVERS),
    )
  const submit = async () => {
    if (await submitCommand.run({ id: row.id, version: row.version, approvers: [...chosenIds] })) onClose()
  }
  return (
    <Dialog open onClose={onClose} title={`${t('pages.feedback.submit')} · ${row.number}`}>
      <form
        className="ui-reason"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p className="quiet">{t('pages.feedback.choose')}</p>
        {people.isPending && <SkeletonList />}
        {people.error && !people.data && <NotLoadedView query={people} />}
        <fieldset className="choices" aria-label={t('pages.feedback.choose')}>
          {people.data
            ?.filter(({ id }) => !row.authors.includes(id))
            .map(({ id, label, detail }) => (
              <button key={id} type="button" aria-pressed={chosenIds.includes(id)} onClick={() => toggleApprover(id)}>
                {[chosenIds.includes(id) ? `${chosenIds.indexOf(id) + 1}.` : '', label, detail]
                  .filter(Boolean)
                  .join(' ')}
              </button>
            ))}
        </fieldset>
        <div className="ui-actions">
          <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
          <Button
            type="submit"
            look="primary"
            disabled={checkSubmission(toApprovableFeedback(row), chosenIds) !== null || submitCommand.busy}
          >
            {t('pages.feedback.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
