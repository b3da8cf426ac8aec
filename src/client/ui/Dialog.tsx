import '../antd'
import CenterPopup from 'antd-mobile/es/components/center-popup'
import Popup from 'antd-mobile/es/components/popup'
import { useEffect, useId, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './Button'
import { CloseIcon } from './icons'
import { ModalDialog } from './ModalDialog'
import { MIN_REACTION_MS } from './tap-filter'

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
 * antd-mobile's popup in a modal dialog. On phones it rises from the bottom and can be swiped away; on wider screens it
 * is centered, like a question that requires an answer.
 */
export function Dialog({ open, ...dialogProps }: DialogProps) {
  return open ? <OpenDialogContent {...dialogProps} /> : null
}

function OpenDialogContent({ onClose, title, fullScreen, requiresAnswer, children }: Omit<DialogProps, 'open'>) {
  const headingId = useId()
  return (
    <ModalDialog role={requiresAnswer ? 'alertdialog' : undefined} labelledBy={headingId} onClose={onClose}>
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
    </ModalDialog>
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
  const isAimed = useAimedTaps()
  return (
    <Popup
      visible
      getContainer={null}
      disableBodyScroll={false}
      closeOnSwipe
      onMaskClick={(event) => isAimed(event.timeStamp) && onClose()}
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

/**
 * Distinguishes taps that are aimed at a new dialog from taps that were meant for the previous screen. Somebody may
 * have tapped again because the dialog opens slowly.
 * @returns a function that takes the time of a tap, ms of `performance.now`
 */
function useAimedTaps(): (timeStamp: number) => boolean {
  const paintedAt = useRef<number | null>(null)
  useEffect(() => {
    // The second frame begins after the first one has been painted.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame((now) => {
        paintedAt.current = now
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return (timeStamp) => paintedAt.current !== null && timeStamp - paintedAt.current >= MIN_REACTION_MS
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
  const [openDialog, setOpenDialog] = useState<{ kind: Kind; row: R | null } | null>(null)
  const initialRow = openDialog?.row ?? null
  return {
    kind: openDialog?.kind ?? null,
    row: initialRow && (rows.find((row) => row.id === initialRow.id) ?? initialRow),
    open: (kind, row) => setOpenDialog({ kind, row }),
    close: () => setOpenDialog(null),
  }
}
