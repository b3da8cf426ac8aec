import { useTranslation } from 'react-i18next'
import { notify } from '@/client/api/notify'
import { useCommand } from '@/client/api/use-command'
import { ReasonDialog } from '@/client/ui/ReasonDialog'
import { recordTrouble } from '@/client/ui/trouble'
import type { DocumentRow, VersionedDocument } from '../../contract/document'
import { formatVersionLabel } from '../document-view'

/** 驳回: rejects the version with a reason. */
export function RejectDialog({
  definition,
  row,
  onClose,
}: {
  definition: VersionedDocument
  row: DocumentRow
  onClose: () => void
}) {
  const { t } = useTranslation('standards')
  const command = useCommand(definition.approvalEndpoints.ratify)
  const versionLabel = formatVersionLabel(row)
  const rejectVersion = async (reason: string) => {
    try {
      await command.run({ id: row.id, version: row.version, decision: 'rejected', reason })
      void notify(t('pages.standard.done.reject', { standard: versionLabel }), 'success')
      onClose()
    } catch (error) {
      recordTrouble('shown in a toast', error)
    }
  }
  return (
    <ReasonDialog
      title={`${t('pages.standard.steps.reject')} · ${versionLabel}`}
      submitLabel={t('pages.standard.steps.reject')}
      label={t('pages.standard.why')}
      rows={4}
      requiresAnswer
      isDangerous
      busy={command.busy}
      onReason={(reason) => void rejectVersion(reason)}
      onClose={onClose}
    />
  )
}
