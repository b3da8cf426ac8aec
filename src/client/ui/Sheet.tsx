import { useId, useLayoutEffect, useRef, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button'
import { CloseIcon } from './icons'

export type SheetProps = {
  open: boolean
  onClose: () => void
  title: string
  /** The whole screen, for the scanner and the camera. */
  full?: boolean
  /** An answer is expected: a tap beside the sheet does not close it. */
  alert?: boolean
  children: ReactNode
}

/**
 * A modal over the platform's dialog: it traps the focus, closes on Escape and gives the focus back.
 * At the bottom of a phone, in the middle of anything wider.
 */
export function Sheet({ open, ...rest }: SheetProps) {
  return open ? <OpenSheet {...rest} /> : null
}

function OpenSheet({ onClose, title, full, alert, children }: Omit<SheetProps, 'open'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const { t } = useTranslation('client')
  const beside = useRef<() => void>(() => undefined)
  // A layout effect: its undo runs while the dialog is still in the page, so closing gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    if (!element.open) {
      element.showModal()
      // Shown again after the page waited for something, the sheets inside it are there already: they stay on top.
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
    // React tells it of a sheet over this one too: that closes itself alone.
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
        {/* Last, so that the focus begins with what the sheet is for. */}
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
