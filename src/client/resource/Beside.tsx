import '../fields/fields.css'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { PanelClose } from '../ui/panel-close'
import { isTaken } from './taken-keys'
import { useWidth } from './use-width'

/** From this width of its own room on, px, a list and what is open of it stand side by side. */
const BESIDE_FROM = 1024

/** The room of a list: its width with what is open beside it, px, and whether something is. */
export interface Room {
  width: number
  split: boolean
}

/** A list and what is open of it: beside the list, or in its place where there is no room for both. Escape closes it, as its button does. */
export function Beside({
  open,
  onClose,
  panel,
  broad = false,
  children,
}: {
  open: boolean
  onClose: () => void
  /** What is open; with the way back where it stands in place of the list. */
  panel: (onBack: (() => void) | undefined) => ReactNode
  /** What is open is a table to work in: it takes the room, the list what it needs to choose by. */
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
