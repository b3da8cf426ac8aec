import { useState, type ReactNode, useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button'
import { Dialog } from './Dialog'

export type ConfirmDialogProps = {
  open: boolean
  /** Name of the object the action applies to, e.g. "Repair 2031, slitter 2". */
  objectName: string
  /** The question; defaults to a sentence that says the deletion is permanent. */
  question?: string
  /** Label of the confirm button; "Delete" by default. */
  confirmLabel?: string
  /** The confirm button must be tapped twice, because what is lost cannot be restored. */
  needsSecondTap?: boolean
  isDangerous?: boolean
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
  objectName,
  question,
  confirmLabel,
  needsSecondTap = false,
  isDangerous = true,
  busy = false,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) {
  const { t } = useTranslation('client')
  const [isArmed, setArmed] = useState(!needsSecondTap)
  const label = confirmLabel ?? t('ui.confirm.delete')
  // No <form> here: the dialog may be opened from within a form, and the browser would submit the surrounding form.
  return (
    <div className="ui-confirm">
      <p className="ui-confirm-object">{objectName}</p>
      <p>{question ?? t('ui.confirm.sentence')}</p>
      {children}
      {needsSecondTap && <output>{isArmed && t('ui.confirm.again', { action: label })}</output>}
      <div className="ui-actions">
        <Button onClick={onCancel}>{t('ui.cancel')}</Button>
        <Button
          look={isDangerous ? 'danger' : 'primary'}
          disabled={busy}
          onClick={isArmed ? onConfirm : () => setArmed(true)}
        >
          {label}
        </Button>
      </div>
    </div>
  )
}

export type ConfirmQuestion = Omit<ConfirmDialogProps, 'open' | 'onConfirm' | 'onCancel'>

/**
 * Asks for confirmation in one line: `const [ask, dialog] = useConfirm(); … if (await ask({ objectName })) remove();`
 * Render `dialog` once. A second question answers the first with no.
 */
export function useConfirm(): [ask: (question: ConfirmQuestion) => Promise<boolean>, dialog: ReactNode] {
  const [question, setQuestion] = useState<ConfirmQuestion | null>(null)
  const resolveAnswerRef = useRef<((isConfirmed: boolean) => void) | null>(null)
  const answerQuestion = useCallback((isConfirmed: boolean) => {
    resolveAnswerRef.current?.(isConfirmed)
    resolveAnswerRef.current = null
    setQuestion(null)
  }, [])
  const ask = useCallback((nextQuestion: ConfirmQuestion) => {
    resolveAnswerRef.current?.(false)
    setQuestion(nextQuestion)
    return new Promise<boolean>((resolve) => {
      resolveAnswerRef.current = resolve
    })
  }, [])
  const dialog = question && (
    <ConfirmDialog {...question} open onConfirm={() => answerQuestion(true)} onCancel={() => answerQuestion(false)} />
  )
  return [ask, dialog]
}
