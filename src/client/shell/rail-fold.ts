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
 * Whether the rail can be folded away, and is: on a tablet and beside a machine. On a tablet at a machine it stands no longer
 * than it takes to go elsewhere: it is folded on arrival. Anywhere else one tap changes it for good.
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
      // it holds until the page is left
    }
  }
  return { folded, folds, turn }
}
