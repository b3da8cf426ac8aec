import '../fields/fields.css'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { PanelClose } from '../ui/panel-close'
import { isTaken } from './taken-keys'
import { useWidth } from './use-width'

/** Minimum width, px, for list and detail side by side. */
const BESIDE_FROM = 1024

/** The list's container: its width including an open detail, px, and whether the detail is beside the list. */
export interface Room {
  width: number
  split: boolean
}

/**
 * A list and its open detail: side by side, or the detail in place of the list if there is no room for both. Escape
 * closes the detail.
 */
export function Beside({
  open,
  onClose,
  panel,
  broad = false,
  children,
}: {
  open: boolean
  onClose: () => void
  /** The detail; `onBack` is set if it replaces the list. */
  panel: (onBack: (() => void) | undefined) => ReactNode
  /** True if the detail is a table to work in: it gets most of the width. */
  broad?: boolean | undefined
  children: (room: Room) => ReactNode
}) {
  const [box, width] = useWidth<HTMLDivElement>()
  const beside = width >= BESIDE_FROM
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isTaken(event)) return
      close()
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open])
  return (
    <div className={`resource-page${beside && open ? ` is-split${broad ? ' is-broad' : ''}` : ''}`} ref={box}>
      {(beside || !open) && children({ width, split: beside && open })}
      {open && <PanelClose value={beside ? onClose : null}>{panel(beside ? undefined : onClose)}</PanelClose>}
    </div>
  )
}
