import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button'
import { Sheet } from './Sheet'

export type ConfirmProps = {
  open: boolean
  /** Name of the object the action applies to, e.g. "Repair 2031, slitter 2". */
  thing: string
  /** The question; defaults to the specification's sentence on permanent deletion. */
  sentence?: string
  /** Label of the confirm button; "Delete" by default. */
  action?: string
  /** Text that must be typed before the confirm button is enabled. */
  typed?: string
  danger?: boolean
  /** Disables confirming while the object of the question is still loading. */
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
  children?: ReactNode
}

/** Confirmation dialog for actions that cannot be undone; it names the object. */
export function Confirm(props: ConfirmProps) {
  const { t } = useTranslation('client')
  return (
    <Sheet open={props.open} onClose={props.onCancel} title={props.action ?? t('ui.confirm.delete')} alert>
      <ConfirmBody {...props} />
    </Sheet>
  )
}

function ConfirmBody({
  thing,
  sentence,
  action,
  typed,
  danger = true,
  busy = false,
  onConfirm,
  onCancel,
  children,
}: ConfirmProps) {
  const { t } = useTranslation('client')
  const [text, setText] = useState('')
  const input = useId()
  const ready = !busy && (typed === undefined || text.trim() === typed)
  // No <form> here: the dialog may be opened from within a form, and the browser would submit that one.
  return (
    <div className="ui-confirm">
      <p className="ui-confirm-thing">{thing}</p>
      <p>{sentence ?? t('ui.confirm.sentence')}</p>
      {children}
      {typed !== undefined && (
        <>
          <label htmlFor={input}>{t('ui.confirm.type', { typed })}</label>
          <input
            id={input}
            className="ui-input"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              if (ready) onConfirm()
            }}
            autoComplete="off"
          />
        </>
      )}
      <div className="ui-actions">
        <Button onClick={onCancel}>{t('ui.cancel')}</Button>
        <Button look={danger ? 'danger' : 'primary'} disabled={!ready} onClick={onConfirm}>
          {action ?? t('ui.confirm.delete')}
        </Button>
      </div>
    </div>
  )
}
