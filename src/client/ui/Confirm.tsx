import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button'
import { Sheet } from './Sheet'

export type ConfirmProps = {
  open: boolean
  /** The name of what is acted on: "Repair 2031, slitter 2". */
  thing: string
  /** The question; the specification's sentence on permanent deletion when left out. */
  sentence?: string
  /** The word on the button; "Delete" when left out. */
  action?: string
  /** Text the person must type before the button works. */
  typed?: string
  danger?: boolean
  /** What is asked about is not known yet. */
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
  children?: ReactNode
}

/** Asks before something that cannot be undone, and names the thing. */
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
  // No form of its own: it may be asked from within one, and the browser would send that one off.
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
