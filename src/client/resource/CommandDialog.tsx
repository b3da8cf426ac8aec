import { useLabels } from '../i18n/labels'
import { Dialog } from '../ui/Dialog'
import { InlineCommandForm, type InlineCommandFormProps } from './InlineCommandForm'
import { useRowName } from './ResourceDetailView'

export interface CommandDialogProps<In, Out = unknown> extends Omit<InlineCommandFormProps<In, Out>, 'onCancel'> {
  onClose: () => void
  /** Name of the action; by default the name of the command. */
  label?: string
  /** Name of the row in the title; by default the name from the title fields of its resource. */
  objectName?: string
  /** The command cannot be undone: the dialog warns, and a tap outside does not close it. */
  isDangerous?: boolean
}

/** An `InlineCommandForm` in a dialog, which closes once the command is accepted. */
export function CommandDialog<In, Out>({ onClose, objectName, ...props }: CommandDialogProps<In, Out>) {
  const { command, row, isDangerous = false } = props
  const labels = useLabels(command.area)
  const rowName = useRowName(command, row)
  const label = props.label ?? labels.action(command)
  return (
    <Dialog
      open
      onClose={onClose}
      title={[label, objectName ?? rowName].filter(Boolean).join(' · ')}
      requiresAnswer={isDangerous}
    >
      <InlineCommandForm
        {...props}
        // A dialog that requires an answer has no header with a close button, so its form needs a cancel button.
        {...(isDangerous ? { onCancel: onClose } : {})}
        onSaved={(result) => {
          props.onSaved?.(result)
          onClose()
        }}
      />
    </Dialog>
  )
}
