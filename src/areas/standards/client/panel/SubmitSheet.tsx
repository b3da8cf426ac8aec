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
import { kindOf, type DocumentRow, type VersionedDocument } from '../../contract/document'
import { MOST_APPROVERS, submitProblem, type Approver } from '../../rules/approval'
import { labelOf } from '../document-view'

/** 提交审批: selects the approvers in the order in which they are asked. */
export function SubmitSheet({
  of,
  row,
  suggested,
  onClose,
}: {
  of: VersionedDocument
  row: DocumentRow
  suggested: readonly Approver[]
  onClose: () => void
}) {
  const { t } = useTranslation(['standards', 'client'])
  const command = useCommand(of.steps.submit)
  const people = useEndpoint(of.steps.approvers, kindOf(of, row).fixed, { resources: ['user', 'role'] })
  const [picked, setPicked] = useState<readonly string[] | null>(null)
  const offered = people.data ?? []
  const isAuthor = (id: string) => row.authors.includes(id)
  // Defaults to the approvers of the last time who may still approve.
  const chosen =
    picked ??
    suggested.map(({ userId }) => userId).filter((id) => offered.some((one) => one.id === id) && !isAuthor(id))
  const take = (id: string) =>
    setPicked(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id].slice(0, MOST_APPROVERS))
  const thing = labelOf(row)
  const send = async () => {
    try {
      await command.run({ id: row.id, version: row.version, approvers: [...chosen] })
      void notify(t('pages.standard.done.submit', { standard: thing }), 'success')
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
          {offered.map(({ id, label, detail }) => (
            <li key={id}>
              <button type="button" aria-pressed={chosen.includes(id)} disabled={isAuthor(id)} onClick={() => take(id)}>
                <span className="order-of">{chosen.includes(id) ? chosen.indexOf(id) + 1 : ''}</span>
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
          <Button type="submit" look="primary" disabled={submitProblem(row, chosen) !== null || command.busy}>
            {t('pages.standard.steps.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
