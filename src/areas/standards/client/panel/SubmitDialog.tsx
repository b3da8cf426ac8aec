import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { useEndpoint } from '@/client/api/use-list'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { Button } from '@/client/ui/Button'
import { Dialog } from '@/client/ui/Dialog'
import { SkeletonList } from '@/client/ui/Skeleton'
import { recordTrouble } from '@/client/ui/trouble'
import { getDocumentKind, type DocumentRow, type VersionedDocument } from '../../contract/document'
import { MAX_APPROVERS, checkSubmission, type Approver } from '../../rules/approval'
import { formatVersionLabel } from '../document-view'

/** 提交审批: selects the approvers in the order in which they are asked. */
export function SubmitDialog({
  definition,
  row,
  suggestedApprovers,
  onClose,
}: {
  definition: VersionedDocument
  row: DocumentRow
  suggestedApprovers: readonly Approver[]
  onClose: () => void
}) {
  const { t } = useTranslation(['standards', 'client'])
  const command = useCommand(definition.steps.submit)
  const people = useEndpoint(definition.steps.approvers, getDocumentKind(definition, row).fixed, {
    resources: ['user', 'role'],
  })
  const [pickedIds, setPickedIds] = useState<readonly string[] | null>(null)
  const candidates = people.data ?? []
  const isAuthor = (id: string) => row.authors.includes(id)
  // Defaults to the approvers of the last time who may still approve.
  const selectedIds =
    pickedIds ??
    suggestedApprovers
      .map(({ userId }) => userId)
      .filter((id) => candidates.some((one) => one.id === id) && !isAuthor(id))
  const toggleApprover = (id: string) =>
    setPickedIds(
      selectedIds.includes(id) ? selectedIds.filter((one) => one !== id) : [...selectedIds, id].slice(0, MAX_APPROVERS),
    )
  const versionLabel = formatVersionLabel(row)
  const send = async () => {
    try {
      await command.run({ id: row.id, version: row.version, approvers: [...selectedIds] })
      void notify(t('pages.standard.done.submit', { standard: versionLabel }), 'success')
      onClose()
    } catch (error) {
      recordTrouble('told by a toast', error)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${t('pages.standard.steps.submit')} · ${row.code} · ${t('pages.standard.revision', { revision: row.revision })}`}
    >
      <form
        className="standard-sheet"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <p className="quiet">{t('pages.standard.orderHint')}</p>
        {people.isPending && <SkeletonList />}
        {people.error && !people.data && <NotLoadedView of={people} />}
        {people.data?.length === 0 && <p className="ui-card is-warned">{t('pages.standard.nobody')}</p>}
        <ul className="approver-choice">
          {candidates.map(({ id, label, detail }) => (
            <li key={id}>
              <button
                type="button"
                aria-pressed={selectedIds.includes(id)}
                disabled={isAuthor(id)}
                onClick={() => toggleApprover(id)}
              >
                <span className="order-of">{selectedIds.includes(id) ? selectedIds.indexOf(id) + 1 : ''}</span>
                <span>
                  <b>{label}</b>
                  <small>{isAuthor(id) ? t('pages.standard.isAuthor') : detail}</small>
                </span>
              </button>
            </li>
          ))}
        </ul>
        <div className="ui-actions">
          <Button onClick={onClose}>{t('client:ui.cancel')}</Button>
          <Button type="submit" look="primary" disabled={checkSubmission(row, selectedIds) !== null || command.busy}>
            {t('pages.standard.steps.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
