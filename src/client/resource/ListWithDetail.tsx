import '../fields/fields.css'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { PanelCloseContext } from '@/client/ui/PageFrame'
import { isKeyHandled } from './use-list-keys'
import { useElementWidth } from '@/client/ui/use-element-width'

/** Minimum width, px, for list and detail side by side. */
const SPLIT_MIN_WIDTH_PX = 1024

/** Layout of a list and its open detail. */
export interface ListLayout {
  /** Width of list and detail together in px. */
  width: number
  /** True if the detail is open beside the list. */
  isSplit: boolean
}

/**
 * A list and its open detail: side by side, or the detail in place of the list if there is no room for both. Escape
 * closes the detail.
 */
export function ListWithDetail({
  open,
  onClose,
  panel,
  detailIsWide = false,
  children,
}: {
  open: boolean
  onClose: () => void
  /** The detail; `onBack` is set if it replaces the list. */
  panel: (onBack: (() => void) | undefined) => ReactNode
  /** True if the detail is a table to work in: it gets most of the width. */
  detailIsWide?: boolean | undefined
  children: (layout: ListLayout) => ReactNode
}) {
  const [attachContainer, width] = useElementWidth<HTMLDivElement>()
  const hasRoomForBoth = width >= SPLIT_MIN_WIDTH_PX
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isKeyHandled(event)) return
      close()
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open])
  return (
    <div
      className={`resource-page${hasRoomForBoth && open ? ` is-split${detailIsWide ? ' has-wide-detail' : ''}` : ''}`}
      ref={attachContainer}
    >
      {(hasRoomForBoth || !open) && children({ width, isSplit: hasRoomForBoth && open })}
      {open && (
        <PanelCloseContext value={hasRoomForBoth ? onClose : null}>
          {panel(hasRoomForBoth ? undefined : onClose)}
        </PanelCloseContext>
      )}
    </div>
  )
}
