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
  const command = useCommand(definition.approvalEndpoints.submit)
  const people = useEndpoint(definition.approvalEndpoints.approvers, getDocumentKind(definition, row).fixedValues, {
    resources: ['user', 'role'],
  })
  const [chosenIds, setChosenIds] = useState<readonly string[] | null>(null)
  const candidates = people.data ?? []
  const isAuthor = (id: string) => row.authors.includes(id)
  // By default the suggested approvers who may still approve.
  const selectedIds =
    chosenIds ??
    suggestedApprovers
      .map(({ userId }) => userId)
      .filter((id) => candidates.some((candidate) => candidate.id === id) && !isAuthor(id))
  const toggleApprover = (id: string) =>
    setChosenIds(
      selectedIds.includes(id)
        ? selectedIds.filter((selectedId) => selectedId !== id)
        : [...selectedIds, id].slice(0, MAX_APPROVERS),
    )
  const versionLabel = formatVersionLabel(row)
  const submitVersion = async () => {
    try {
      await command.run({ id: row.id, version: row.version, approvers: [...selectedIds] })
      void notify(t('pages.standard.done.submit', { standard: versionLabel }), 'success')
      onClose()
    } catch (error) {
      recordTrouble('shown in a toast', error)
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
          void submitVersion()
        }}
      >
        <p className="quiet">{t('pages.standard.orderHint')}</p>
        {people.isPending && <SkeletonList />}
        {people.error && !people.data && <NotLoadedView query={people} />}
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
