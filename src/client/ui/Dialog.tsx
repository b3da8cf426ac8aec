import '../antd'
import CenterPopup from 'antd-mobile/es/components/center-popup'
import Popup from 'antd-mobile/es/components/popup'
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
 * antd-mobile's popup inside a native modal <dialog>, which traps the focus, closes on Escape, restores the focus and lies
 * above everything. On phones it rises from the bottom and can be swiped away; on wider screens it is centered, like a
 * question that requires an answer.
 */
export function Dialog({ open, ...dialogProps }: DialogProps) {
  return open ? <ModalDialog {...dialogProps} /> : null
}

function ModalDialog({ onClose, title, fullScreen, requiresAnswer, children }: Omit<DialogProps, 'open'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()
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
    return () => element.close()
  }, [])
  const onDialogCancel = (event: SyntheticEvent) => {
    // React bubbles the cancel event of nested dialogs, which close themselves.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose()
  }
  return (
    <dialog
      ref={dialog}
      className="ui-dialog"
      role={requiresAnswer ? 'alertdialog' : undefined}
      aria-labelledby={headingId}
      onCancel={onDialogCancel}
    >
      {fullScreen ? (
        <div className="ui-sheet is-full">
          <h2 id={headingId} className="ui-hidden">
            {title}
          </h2>
          {children}
        </div>
      ) : requiresAnswer ? (
        <CenterPopup visible getContainer={null} disableBodyScroll={false} bodyClassName="ui-sheet">
          <div className="ui-sheet-body">
            <h2 id={headingId}>{title}</h2>
            {children}
          </div>
        </CenterPopup>
      ) : (
        <SwipePopup headingId={headingId} title={title} onClose={onClose}>
          {children}
        </SwipePopup>
      )}
    </dialog>
  )
}

/** A popup with a handle, which is closed by a swipe on its head, a tap outside or its button. */
function SwipePopup({
  headingId,
  title,
  onClose,
  children,
}: Pick<DialogProps, 'title' | 'onClose' | 'children'> & { headingId: string }) {
  const { t } = useTranslation('client')
  return (
    <Popup
      visible
      getContainer={null}
      disableBodyScroll={false}
      closeOnSwipe
      closeOnMaskClick
      onClose={onClose}
      bodyClassName="ui-sheet"
    >
      <div className="ui-sheet-head">
        <h2 id={headingId}>{title}</h2>
      </div>
      {/* A swipe over the content scrolls it. */}
      <div className="ui-sheet-body" onPointerDown={(event) => event.stopPropagation()}>
        {children}
      </div>
      {/* Last in the DOM, so that the initial focus is on the dialog's content. */}
      <Button
        look="quiet"
        className="ui-sheet-close"
        icon={<CloseIcon size={24} />}
        aria-label={t('ui.closeSheet')}
        onClick={onClose}
      />
    </Popup>
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
