import { useTranslation } from 'react-i18next'
import { ApproverList } from '@/client/approval/ApproverList'
import { useCanCall, useSession } from '@/client/session/use-session'
import { kindOf, type DocumentRow, type VersionedDocument } from '../../contract/document'
import { mayBeAsked, replaceableBy, suffixOf, turnOf } from '../../rules/approval'

/** Approval status of a version, with the replacement of approvers who cannot answer. */
export function ApprovalShown({
  of,
  row,
  refs,
  past,
}: {
  of: VersionedDocument
  row: DocumentRow
  refs: Readonly<Record<string, string>>
  /** Hides the replacement of approvers, for the history. */
  past: boolean
}) {
  const { t } = useTranslation('standards')
  const { userId } = useSession()
  const { page, fixed } = kindOf(of, row)
  const mayReplace = useCanCall({ ...of.steps.replaceApprover, access: `${page}${suffixOf.approve}` })
  // Rows cached by an earlier version of the app have no `earlier`.
  if (row.state === 'notApproved' && (row.earlier ?? []).length === 0)
    return <p className="quiet">{t('pages.standard.draftHint')}</p>
  if (row.approvers.length === 0) return null
  return (
    <ApproverList
      resource={of.resource}
      row={row}
      refs={refs}
      isInApproval={row.state === 'inApproval'}
      turnUserId={turnOf(row)}
      hint={t('pages.standard.yourTurn')}
      replacementOptions={
        mayReplace && !past
          ? {
              replaceableIds: replaceableBy(row, userId),
              endpoint: of.steps.replaceApprover,
              people: of.steps.approvers,
              of: fixed,
              canBeAsked: (id) => mayBeAsked(row, id),
            }
          : null
      }
    />
  )
}
