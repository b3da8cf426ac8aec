import { useState, useSyncExternalStore } from 'react'

const KEY = 'rail'
/** Tablets; desktops have room for rail and page. Same breakpoint as in the shell's styles, px. */
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
    return null // storage may be blocked
  }
}

/**
 * Returns if the rail can be folded and is folded: on tablets and on machine pages. On a tablet at a machine it is
 * folded on arrival, and opening it lasts until the next page. Anywhere else a tap changes it permanently.
 */
export function useRailFold(machine: boolean, path: string): { folded: boolean; folds: boolean; turn: () => void } {
  const tablet = useSyncExternalStore(onWidth, () => screen?.matches ?? false)
  const [kept, setKept] = useState(chosen)
  const [here, setHere] = useState({ path, open: false })
  if (here.path !== path) setHere({ path, open: false })
  const folds = machine || tablet
  const passing = machine && tablet
  const folded = folds && (passing ? !here.open : kept === 'folded')
  const turn = () => {
    if (passing) return setHere({ path, open: folded })
    const next = folded ? 'open' : 'folded'
    setKept(next)
    try {
      localStorage.setItem(KEY, next)
    } catch {
      // the choice then lasts until the page is left
    }
  }
  return { folded, folds, turn }
}
