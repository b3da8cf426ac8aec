import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '@/contract/resource'
import type { Endpoint } from '@/contract/endpoint'
import { useCommand } from '../api/use-command'
import { useLabels } from '../i18n/labels'
import { usePlantZone } from '../session/plant-zone'
import { useCanCall } from '../session/use-session'
import { Button } from '../ui/Button'
import { ConfirmDialog } from '../ui/ConfirmDialog'
import { DeleteIcon, EditIcon } from '../ui/icons'
import { PageFrame } from '../ui/PageFrame'
import type { ListRow, Cells } from './build-columns'
import { ResourceDetailView, buildTitleParts, useTitleNames } from './ResourceDetailView'

export type RemoveEndpoint = Endpoint<{ id: string; version?: number | null }, unknown>

export interface RowPanelProps {
  resource: Resource
  row: ListRow
  /** Display names of referenced rows, by id. */
  refs: Readonly<Record<string, string>>
  cells?: Cells | undefined
  /** Subtitle, if different from the generic one. */
  subtitle?: string | undefined
  /** Displayed fields, in this order; all by default. */
  fieldNames?: readonly string[] | undefined
  /** Content below the fields. */
  children?: ReactNode
  actions?: ((row: ListRow) => ReactNode) | undefined
  /** Label of the row's type, on a page that displays rows of several types. */
  rowType?: string | undefined
  /** Replaces the resource's own remove endpoint. */
  removeEndpoint?: RemoveEndpoint | undefined
  /** The command that changes the row; without it there is no "Edit". */
  updateEndpoint: Endpoint | undefined
  onBack: (() => void) | undefined
  onEdit: () => void
  onRemoved: () => void
}

/** An open row with its actions. */
export function RowPanel({
  resource,
  row,
  refs,
  cells,
  subtitle,
  fieldNames,
  children,
  actions,
  rowType,
  removeEndpoint = resource.endpoints.remove as RowPanelProps['removeEndpoint'],
  updateEndpoint,
  onBack,
  onEdit,
  onRemoved,
}: RowPanelProps) {
  const { t } = useTranslation('client')
  const canEdit = useCanCall(updateEndpoint)
  const [name = '', ...furtherParts] = buildTitleParts(
    resource,
    row,
    useTitleNames(resource, row, refs),
    useLabels(resource.area),
    usePlantZone(),
    cells,
  )
  const title = [rowType, name, ...furtherParts].filter(Boolean).join(' · ')
  const editButton = canEdit && (
    <Button
      look="quiet"
      icon={<EditIcon size={20} />}
      aria-label={t('resource.edit')}
      title={t('resource.edit')}
      onClick={onEdit}
    />
  )
  return (
    <PageFrame
      title={name}
      subtitle={subtitle ?? [rowType, ...furtherParts].filter(Boolean).join(' · ')}
      {...(onBack ? { onBack } : {})}
      tools={
        <>
          {actions && editButton}
          {removeEndpoint && (
            <RemoveRowButton endpoint={removeEndpoint} row={row} title={title} onRemoved={onRemoved} />
          )}
        </>
      }
      primary={
        actions?.(row) ??
        (canEdit && (
          <Button look="primary" icon={<EditIcon size={20} />} onClick={onEdit}>
            {t('resource.edit')}
          </Button>
        ))
      }
    >
      <ResourceDetailView resource={resource} row={row} refs={refs} fieldNames={fieldNames} cells={cells} />
      {children}
    </PageFrame>
  )
}

/** Button that deletes a row, after the confirmation that the specification requires. */
export function RemoveRowButton({
  endpoint,
  row,
  title,
  onRemoved,
}: {
  endpoint: RemoveEndpoint
  row: ListRow
  title: string
  onRemoved: () => void
}) {
  const { t } = useTranslation('client')
  const canRemove = useCanCall(endpoint)
  const [isAsking, setIsAsking] = useState(false)
  if (!canRemove) return null
  return (
    <>
      <Button
        look="quiet"
        icon={<DeleteIcon size={20} />}
        aria-label={t('resource.delete')}
        onClick={() => setIsAsking(true)}
      />
      {isAsking && (
        <RowRemovalDialog
          endpoint={endpoint}
          row={row}
          title={title}
          onClose={() => setIsAsking(false)}
          onRemoved={onRemoved}
        />
      )}
    </>
  )
}

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
