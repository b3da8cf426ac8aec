import { useId, useLayoutEffect, useRef, type ReactNode, type SyntheticEvent, useState } from 'react'
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
  return open ? <ModalDialog {...dialogProps} /> : null
}

function ModalDialog({ onClose, title, fullScreen, requiresAnswer, children }: Omit<DialogProps, 'open'>) {
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

interface OpenDialog<Kind extends string, R> {
  /** The open dialog; null if none is open. */
  kind: Kind | null
  /** The dialog's row in its latest version. */
  row: R | null
  open: (kind: Kind, row: R | null) => void
  close: () => void
}

/**
 * State of the dialog that is open over a page which keeps updating. The row is fixed when the dialog opens; the page
 * may move on to another one.
 * @param rows where the latest version of the row is looked up; the row may disappear from them
 */
export function useOpenDialog<Kind extends string, R extends { readonly id: string }>(
  rows: readonly R[],
): OpenDialog<Kind, R> {
  const [open, setOpen] = useState<{ kind: Kind; row: R | null } | null>(null)
  const initialRow = open?.row ?? null
  return {
    kind: open?.kind ?? null,
    row: initialRow && (rows.find((row) => row.id === initialRow.id) ?? initialRow),
    open: (kind, row) => setOpen({ kind, row }),
    close: () => setOpen(null),
  }
}
