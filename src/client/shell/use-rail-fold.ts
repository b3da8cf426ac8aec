import { useState, useSyncExternalStore } from 'react'

const STORAGE_KEY = 'rail'
/** Tablets; desktops have room for rail and page. Same breakpoint as in the shell's styles, px. */
const TABLET_QUERY = '(max-width: 1279px)'
const tabletQuery = typeof matchMedia === 'function' ? matchMedia(TABLET_QUERY) : null
function onTabletChange(changed: () => void): () => void {
  tabletQuery?.addEventListener('change', changed)
  return () => tabletQuery?.removeEventListener('change', changed)
}
function loadStoredFold(): 'open' | 'folded' | null {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    return stored === 'open' || stored === 'folded' ? stored : null
  } catch {
    return null // storage may be blocked
  }
}

/**
 * Returns if the rail can be folded and is folded: on tablets and on machine pages. On a tablet at a machine it is
 * folded on arrival, and opening it lasts until the next page. Anywhere else a tap changes it permanently.
 */
export function useRailFold(
  isMachine: boolean,
  path: string,
): { folded: boolean; canFold: boolean; toggleFold: () => void } {
  const isTablet = useSyncExternalStore(onTabletChange, () => tabletQuery?.matches ?? false)
  const [storedFold, setStoredFold] = useState(loadStoredFold)
  const [here, setHere] = useState({ path, open: false })
  if (here.path !== path) setHere({ path, open: false })
  const canFold = isMachine || isTablet
  const isTransient = isMachine && isTablet
  const folded = canFold && (isTransient ? !here.open : storedFold === 'folded')
  const toggleFold = () => {
    if (isTransient) return setHere({ path, open: folded })
    const next = folded ? 'open' : 'folded'
    setStoredFold(next)
    try {
      localStorage.setItem(STORAGE_KEY, next)
    } catch {
      // the choice then lasts until the page is left
    }
  }
  return { folded, canFold, toggleFold }
}
