import '@/client/antd'
import './popup.css'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { ModalDialog } from '../ModalDialog'
import type { PopupAnchor } from './use-popup'

export interface PopupProps {
  id: string
  anchor: PopupAnchor
  onClose: () => void
}

/**
 * Modal dialog around a popup of antd-mobile that a control opened; the focus returns to the control.
 * @param describe gives the popup's content roles and names for screen readers; returns a cleanup function
 * @param onKey handles a key inside (`currentTarget` is the dialog) and returns true, or returns false to ignore it
 */
export function PopupLayer({
  id,
  anchor,
  onClose,
  describe,
  onKey,
  children,
}: PopupProps & {
  describe?: (root: HTMLElement) => () => void
  onKey?: (event: KeyboardEvent) => boolean
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { container, opener, title } = anchor
  const describeContent = useRef(describe)
  const handlers = useRef({ onClose, onKey })
  useLayoutEffect(() => {
    handlers.current = { onClose, onKey }
  })
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const stopDescribing = describeContent.current?.(element)
    const onKeyDown = (event: KeyboardEvent) => {
      // Otherwise React would pass the key on to the form or list around the control, although the popup is a portal.
      event.stopPropagation()
      const linkButton = event.target instanceof HTMLElement && event.target.closest<HTMLElement>('a[role=button]')
      if (event.key === 'Escape') handlers.current.onClose()
      else if (linkButton && (event.key === 'Enter' || event.key === ' ')) linkButton.click()
      else if (!handlers.current.onKey?.(event)) return
      event.preventDefault()
    }
    element.addEventListener('keydown', onKeyDown)
    element.querySelector<HTMLElement>('[data-autofocus], [role=option][tabindex="0"]')?.focus()
    return () => {
      element.removeEventListener('keydown', onKeyDown)
      stopDescribing?.()
    }
  }, [])
  return createPortal(
    <ModalDialog ref={dialog} id={id} className="ui-popup" label={title} returnFocusTo={opener} onClose={onClose}>
      {children}
    </ModalDialog>,
    container,
  )
}
