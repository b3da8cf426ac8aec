import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button'
import { Dialog } from './Dialog'

export type ConfirmDialogProps = {
  open: boolean
  /** Name of the object the action applies to, e.g. "Repair 2031, slitter 2". */
  thing: string
  /** The question; defaults to the specification's sentence on permanent deletion. */
  sentence?: string
  /** Label of the confirm button; "Delete" by default. */
  confirmLabel?: string
  /** Text that must be typed before the confirm button is enabled. */
  textToType?: string
  danger?: boolean
  /** Disables confirming while the object of the question is still loading. */
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
  children?: ReactNode
}

/** Confirmation dialog for actions that cannot be undone; it names the object. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation('client')
  return (
    <Dialog
      open={props.open}
      onClose={props.onCancel}
      title={props.confirmLabel ?? t('ui.confirm.delete')}
      requiresAnswer
    >
      <ConfirmBody {...props} />
    </Dialog>
  )
}

function ConfirmBody({
  thing,
  sentence,
  confirmLabel,
  textToType,
  danger = true,
  busy = false,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) {
  const { t } = useTranslation('client')
  const [text, setText] = useState('')
  const inputId = useId()
  const canConfirm = !busy && (textToType === undefined || text.trim() === textToType)
  // No <form> here: the dialog may be opened from within a form, and the browser would submit that one.
  return (
    <div className="ui-confirm">
      <p className="ui-confirm-thing">{thing}</p>
      <p>{sentence ?? t('ui.confirm.sentence')}</p>
      {children}
      {textToType !== undefined && (
        <>
          <label htmlFor={inputId}>{t('ui.confirm.type', { typed: textToType })}</label>
          <input
            id={inputId}
            className="ui-input"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              if (canConfirm) onConfirm()
            }}
            autoComplete="off"
          />
        </>
      )}
      <div className="ui-actions">
        <Button onClick={onCancel}>{t('ui.cancel')}</Button>
        <Button look={danger ? 'danger' : 'primary'} disabled={!canConfirm} onClick={onConfirm}>
          {confirmLabel ?? t('ui.confirm.delete')}
        </Button>
      </div>
    </div>
  )
}
