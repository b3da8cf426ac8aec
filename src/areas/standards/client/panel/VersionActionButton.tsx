import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { useCommand } from '@/client/api/use-command'
import { Button } from '@/client/ui/Button'
import { useConfirm } from '@/client/ui/ConfirmDialog'
import type { DocumentRow, VersionedDocument } from '../../contract/document'
import { isLastApproval } from '../../rules/approval'
import { formatVersionLabel } from '../document-view'

const ACTIONS = {
  approve: {
    endpointName: 'ratify',
    buildInput: ({ id, version }: DocumentRow) => ({ id, version, decision: 'approved' }),
  },
  withdraw: {
    endpointName: 'withdraw',
    buildInput: ({ id, version }: DocumentRow) => ({ id, version }),
  },
  newVersion: { endpointName: 'newVersion', buildInput: ({ id }: DocumentRow) => ({ id }) },
} as const

/** Button of an action without input. Approving and withdrawing ask for confirmation, a new version does not. */
export function VersionActionButton({
  definition,
  action,
  row,
  previousVersion = null,
  onDone,
}: {
  definition: VersionedDocument
  action: keyof typeof ACTIONS
  row: DocumentRow
  /** The version in force that this one replaces. */
  previousVersion?: DocumentRow | null
  onDone?: (id: string) => void
}) {
  const { t } = useTranslation('standards')
  const { endpointName, buildInput } = ACTIONS[action]
  const command = useCommand(definition.approvalEndpoints[endpointName] as Endpoint<object, DocumentRow>)
  const [askForConfirmation, confirmationDialog] = useConfirm()
  const versionLabel = formatVersionLabel(row)
  const confirmation = {
    approve: {
      objectName: `${row.code} · ${t('pages.standard.revision', { revision: row.revision })}`,
      question: t(
        `pages.standard.approveSure.${isLastApproval(row) ? 'last' : 'next'}${previousVersion ? 'Instead' : ''}`,
        {
          before: previousVersion?.revision,
        },
      ),
      isDangerous: false,
    },
    withdraw: { objectName: versionLabel, question: t('pages.standard.withdrawSure') },
    newVersion: null,
  }[action]
  const performAction = async () => {
    if (
      confirmation &&
      !(await askForConfirmation({ ...confirmation, confirmLabel: t(`pages.standard.steps.${action}`) }))
    )
      return
    const savedMessage = t(`pages.standard.done.${action}`, { standard: versionLabel })
    const result = await command.run(buildInput(row), { savedMessage })
    if (result && !result.queued) onDone?.(result.data.id)
  }
  return (
    <>
      <Button
        {...(action === 'withdraw' ? { className: 'beside' } : { look: 'primary' as const })}
        disabled={command.busy}
        onClick={() => void performAction()}
      >
        {t(`pages.standard.steps.${action}`)}
      </Button>
      {confirmationDialog}
    </>
  )
}
