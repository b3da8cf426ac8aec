import { useState, useSyncExternalStore } from 'react'

const KEY = 'rail'
/** A tablet; a desk has room for both. As the styles of the frame begin with it, px. */
const TABLET = '(max-width: 1279px)'
const screen = typeof matchMedia === 'function' ? matchMedia(TABLET) : null
function onWidth(changed: () => void): () => void {
  screen?.addEventListener('change', changed)
  return () => screen?.removeEventListener('change', changed)
}
function chosen(): 'open' | 'folded' | null {
  try {
    const kept = localStorage.getItem(KEY)
    return kept === 'open' || kept === 'folded' ? kept : null
  } catch {
    return null // storage may be closed to the page
  }
}

/**
 * Whether the rail can be folded away, and is: on a tablet and beside a machine. On a tablet at a machine it begins so, unless
 * this device was told otherwise; one tap changes it for good.
 */
export function useRailFold(machine: boolean): { folded: boolean; folds: boolean; turn: () => void } {
  const tablet = useSyncExternalStore(onWidth, () => screen?.matches ?? false)
  const [kept, setKept] = useState(chosen)
  const folds = machine || tablet
  const folded = folds && (kept ? kept === 'folded' : machine && tablet)
  const turn = () => {
    const next = folded ? 'open' : 'folded'
    setKept(next)
    try {
      localStorage.setItem(KEY, next)
    } catch {
      // it holds until the page is left
    }
  }
  return { folded, folds, turn }
}
