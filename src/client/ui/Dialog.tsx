import { useId, useLayoutEffect, useRef, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button'
import { CloseIcon } from './icons'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** Covers the whole screen, for scanner and camera. */
  fullScreen?: boolean
  /** An answer is required: a tap outside does not close the dialog. */
  requiresAnswer?: boolean
  children: ReactNode
}

/**
 * Modal based on the native <dialog>: it traps the focus, closes on Escape and restores the focus. On phones it is a
 * bottom sheet, on wider screens it is centered.
 */
export function Dialog({ open, ...dialogProps }: DialogProps) {
  return open ? <OpenDialog {...dialogProps} /> : null
}

function OpenDialog({ onClose, title, fullScreen, requiresAnswer, children }: Omit<DialogProps, 'open'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  const { t } = useTranslation('client')
  const onOutsideTap = useRef<() => void>(() => undefined)
  // A layout effect, because its cleanup runs while the dialog is still in the DOM: closing then restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    if (!element.open) {
      element.showModal()
      // When shown again after a suspend, nested dialogs are already open: reopen them to keep them on top.
      for (const inner of element.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
        inner.close()
        inner.showModal()
      }
    }
    const onClick = (event: MouseEvent) => event.target === element && onOutsideTap.current()
    element.addEventListener('click', onClick)
    return () => {
      element.removeEventListener('click', onClick)
      element.close()
    }
  }, [])
  useLayoutEffect(() => {
    onOutsideTap.current = requiresAnswer || fullScreen ? () => undefined : onClose
  })
  const onDialogCancel = (event: SyntheticEvent) => {
    // React bubbles the cancel event of nested dialogs, which close themselves.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  }
  return (
    <dialog
      ref={dialog}
      className={`ui-sheet${fullScreen ? ' is-full' : ''}`}
      role={requiresAnswer ? 'alertdialog' : undefined}
      aria-labelledby={headingId}
      onCancel={onDialogCancel}
    >
      <div className="ui-sheet-body">
        <h2 id={headingId} className={fullScreen ? 'ui-hidden' : undefined}>
          {title}
        </h2>
        {children}
        {/* Last in the DOM, so that the initial focus is on the dialog's content. */}
        {!requiresAnswer && !fullScreen && (
          <Button
            look="quiet"
            className="ui-sheet-close"
            icon={<CloseIcon size={24} />}
            aria-label={t('ui.closeSheet')}
            onClick={onClose}
          />
        )}
      </div>
    </dialog>
  )
}
