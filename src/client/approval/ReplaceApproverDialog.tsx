import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import { CommandDialog } from '../resource/CommandDialog'
import { ApproverField, type ApproverSource } from './ApproverField'

interface ReplaceInput {
  readonly id: string
  readonly version: number
  readonly approverId: string
  readonly insteadId: string
  readonly reason: string
}
/** Options for replacing an approver who cannot answer. Authors and current approvers cannot be asked. */
export interface ReplacementOptions extends ApproverSource {
  /** Ids of the approvers that the user may replace now. */
  readonly replaceableIds: readonly string[]
  readonly endpoint: Endpoint<ReplaceInput, unknown>
}

/** Dialog that replaces an approver: asks for the new approver and the reason. */
export function ReplaceApproverDialog({
  row,
  approver,
  replacementOptions,
  onClose,
}: {
  row: { readonly id: string; readonly version: number }
  approver: { readonly id: string; readonly name: string }
  replacementOptions: ReplacementOptions
  onClose: () => void
}) {
  const { t } = useTranslation('client')
  const { endpoint, replaceableIds: _replaceableIds, ...approverSource } = replacementOptions
  return (
    <CommandDialog
      command={endpoint}
      row={{ id: row.id, version: row.version }}
      label={t('approval.replace')}
      objectName={approver.name}
      values={{ approverId: approver.id }}
      fieldLabels={{ insteadId: t('approval.whoInstead') }}
      inputs={{
        insteadId: ({ value, onChange, ...input }) => (
          <ApproverField
            {...input}
            {...approverSource}
            max={1}
            value={value === null ? null : [value]}
            onChange={([id]) => onChange(id ?? null)}
          />
        ),
      }}
      onClose={onClose}
    />
  )
}
