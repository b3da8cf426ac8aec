import { useTranslation } from 'react-i18next'
import { ApproverList } from '@/client/approval/ApproverList'
import { useCanCall, useSession } from '@/client/session/use-session'
import { getDocumentKind, type DocumentRow, type VersionedDocument } from '../../contract/document'
import { canBecomeApprover, getReplaceableApprovers, permissionByAction, getNextApproverId } from '../../rules/approval'

/** Approval status of a version, with the replacement of approvers who cannot answer. */
export function ApprovalSection({
  definition,
  row,
  refs,
  readOnly,
}: {
  definition: VersionedDocument
  row: DocumentRow
  refs: Readonly<Record<string, string>>
  /** Hides the replacement of approvers, for the history. */
  readOnly: boolean
}) {
  const { t } = useTranslation('standards')
  const { userId } = useSession()
  const { page, fixedValues } = getDocumentKind(definition, row)
  const canReplaceApprover = useCanCall({
    ...definition.approvalEndpoints.replaceApprover,
    access: `${page}${permissionByAction.approve}`,
  })
  // Rows that an earlier version of the app cached lack the field `earlier`.
  if (row.state === 'notApproved' && (row.earlier ?? []).length === 0)
    return <p className="quiet">{t('pages.standard.draftHint')}</p>
  if (row.approvers.length === 0) return null
  return (
    <ApproverList
      resource={definition.resource}
      row={row}
      refs={refs}
      isInApproval={row.state === 'inApproval'}
      turnUserId={getNextApproverId(row)}
      hint={t('pages.standard.yourTurn')}
      replacementOptions={
        canReplaceApprover && !readOnly
          ? {
              replaceableIds: getReplaceableApprovers(row, userId),
              endpoint: definition.approvalEndpoints.replaceApprover,
              people: definition.approvalEndpoints.approvers,
              peopleInput: fixedValues,
              canBeAsked: (id) => canBecomeApprover(row, id),
            }
          : null
      }
    />
  )
}
