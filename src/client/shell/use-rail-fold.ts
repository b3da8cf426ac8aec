import { useState, useSyncExternalStore } from 'react'

const STORAGE_KEY = 'rail'
/** Tablets; desktops have room for rail and page. Same breakpoint as in the shell's styles, px. */
const TABLET_QUERY = '(max-width: 1279px)'
const tabletQuery = typeof matchMedia === 'function' ? matchMedia(TABLET_QUERY) : null
function onTabletChange(listener: () => void): () => void {
  tabletQuery?.addEventListener('change', listener)
  return () => tabletQuery?.removeEventListener('change', listener)
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
 * Returns whether the rail is folded: on tablets by default, on desktops by choice. On a tablet a machine page opens with the
 * rail folded, and opening the rail lasts until the next page. In all other cases a tap changes the stored choice.
 */
export function useRailFold(isMachine: boolean, path: string): { isFolded: boolean; toggleFold: () => void } {
  const isTablet = useSyncExternalStore(onTabletChange, () => tabletQuery?.matches ?? false)
  const [storedFold, setStoredFold] = useState(loadStoredFold)
  /** The current page, and whether the user opened the rail on it. */
  const [arrival, setArrival] = useState({ path, open: false })
  if (arrival.path !== path) setArrival({ path, open: false })
  const isTransient = isMachine && isTablet
  const isFolded = isTransient ? !arrival.open : (storedFold ?? (isTablet ? 'folded' : 'open')) === 'folded'
  const toggleFold = () => {
    if (isTransient) return setArrival({ path, open: isFolded })
    const next = isFolded ? 'open' : 'folded'
    setStoredFold(next)
    try {
      localStorage.setItem(STORAGE_KEY, next)
    } catch {
      // Without storage the choice lasts until the app is reloaded.
    }
  }
  return { isFolded, toggleFold }
}
