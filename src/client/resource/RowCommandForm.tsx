import { useState } from 'react'
import { getFormInputs, type Command } from '@/contract/command'
import type { Endpoint } from '@/contract/endpoint'
import { getPlantMoment } from '../clock'
import type { UnsentCommand } from '../api/phone'
import { useLabels } from '../i18n/labels'
import type { CommandFormProps } from './CommandForm'
import { LazyCommandForm } from './ResourceForm'
import { useRowName } from './ResourceDetailView'
import type { FormValues } from './form-values'

/** Options of the form that the command and the row do not determine. */
type FormOptions = Pick<
  CommandFormProps<FormValues, unknown>,
  'startValues' | 'fieldNames' | 'check' | 'fillIn' | 'confirmSave' | 'refs'
>
export interface RowCommandFormProps extends FormOptions {
  command: Endpoint & Pick<Command, 'resource'>
  /** The row that the command changes; null for an unsent command whose row this phone does not know. */
  row: (Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number }) | null
  /** The unsent command of this phone being corrected. */
  unsent?: UnsentCommand | undefined
  onBack: () => void
}

/** Page with the inputs of a command on one row, for commands with photos or more inputs than fit in a dialog. */
export function RowCommandForm({ command, row, unsent, startValues, onBack, ...options }: RowCommandFormProps) {
  const labels = useLabels(command.area)
  const rowName = useRowName(command, row)
  const [rowValues] = useState<FormValues>(() =>
    row ? { id: row.id, version: row.version, occurredAt: getPlantMoment(), ...startValues } : {},
  )
  return (
    <LazyCommandForm
      fieldNames={getFormInputs(command)}
      {...options}
      endpoint={command as Endpoint<FormValues, unknown>}
      title={[labels.action(command), rowName].filter(Boolean).join(' · ')}
      {...(unsent ? { unsent } : { startValues: rowValues })}
      {...(row ? { draftScope: row.id } : {})}
      onBack={onBack}
      onDone={onBack}
    />
  )
}
