import { useLayoutEffect, useRef, type ReactNode, type Ref, useImperativeHandle } from 'react'

interface ModalDialogProps {
  ref?: Ref<HTMLDialogElement>
  id?: string
  className?: string
  role?: 'alertdialog' | undefined
  label?: string
  labelledBy?: string
  /**
   * Receives the focus after closing; by default the element that had the focus before. Set it for a button that opens
   * the dialog, because a tap on an iPhone does not focus the button.
   */
  returnFocusTo?: HTMLElement
  onClose: () => void
  children: ReactNode
}

/**
 * The native modal <dialog> around every popup of antd-mobile. It traps the focus, closes on Escape, restores the focus
 * and lies above everything; it draws nothing itself.
 */
export function ModalDialog({
  ref,
  id,
  className,
  role,
  label,
  labelledBy,
  returnFocusTo,
  onClose,
  children,
}: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useImperativeHandle(ref, () => dialog.current as HTMLDialogElement, [])
  // A layout effect, because its cleanup runs while the dialog is still in the DOM: closing then restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    if (!element.open) {
      element.showModal()
      // If React shows this dialog again after a suspension, nested dialogs are already open: reopen them on top.
      for (const inner of element.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
        inner.close()
        inner.showModal()
      }
    }
    return () => {
      element.close()
      returnFocusTo?.focus()
    }
  }, [returnFocusTo])
  return (
    <dialog
      ref={dialog}
      id={id}
      className={className ? `ui-dialog ${className}` : 'ui-dialog'}
      role={role}
      aria-label={label}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        // React bubbles the cancel event of nested dialogs, which close themselves.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
    >
      {children}
    </dialog>
  )
}
