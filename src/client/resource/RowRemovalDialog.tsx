import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { useCommand } from '../api/use-command'
import { ConfirmDialog } from '../ui/ConfirmDialog'
import type { ListRow } from './build-columns'

export type RemoveEndpoint = Endpoint<{ id: string; version?: number | null }, unknown>

/** Confirmation required by the specification before a row is deleted; it names the row. */
export function RowRemovalDialog({
  endpoint,
  row,
  title,
  onClose,
  onRemoved,
}: {
  endpoint: RemoveEndpoint
  row: ListRow
  title: string
  onClose: () => void
  onRemoved: () => void
}) {
  const { t } = useTranslation('client')
  const command = useCommand(endpoint)
  const remove = async () => {
    const result = await command.run({ id: row.id, version: row.version }, { savedMessage: t('resource.deleted') })
    onClose()
    if (result) onRemoved()
  }
  return (
    <ConfirmDialog open objectName={title} busy={command.busy} onConfirm={() => void remove()} onCancel={onClose} />
  )
}
