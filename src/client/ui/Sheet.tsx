import { useId, useLayoutEffect, useRef, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button'
import { CloseIcon } from './icons'

export type SheetProps = {
  open: boolean
  onClose: () => void
  title: string
  /** Covers the whole screen, for scanner and camera. */
  full?: boolean
  /** An answer is required: a tap outside does not close the dialog. */
  alert?: boolean
  children: ReactNode
}

/**
 * Modal based on the native <dialog>: it traps the focus, closes on Escape and restores the focus. On phones it is a
 * bottom sheet, on wider screens it is centered.
 */
export function Sheet({ open, ...rest }: SheetProps) {
  return open ? <OpenSheet {...rest} /> : null
}

function OpenSheet({ onClose, title, full, alert, children }: Omit<SheetProps, 'open'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const { t } = useTranslation('client')
  const beside = useRef<() => void>(() => undefined)
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
    const onClick = (event: MouseEvent) => event.target === element && beside.current()
    element.addEventListener('click', onClick)
    return () => {
      element.removeEventListener('click', onClick)
      element.close()
    }
  }, [])
  useLayoutEffect(() => {
    beside.current = alert || full ? () => undefined : onClose
  })
  const cancel = (event: SyntheticEvent) => {
    // React bubbles the cancel event of nested dialogs, which close themselves.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  }
  return (
    <dialog
      ref={dialog}
      className={`ui-sheet${full ? ' is-full' : ''}`}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={heading}
      onCancel={cancel}
    >
      <div className="ui-sheet-body">
        <h2 id={heading} className={full ? 'ui-hidden' : undefined}>
          {title}
        </h2>
        {children}
        {/* Last in the DOM, so that the initial focus is on the dialog's content. */}
        {!alert && !full && (
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
