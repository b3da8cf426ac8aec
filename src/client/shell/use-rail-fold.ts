import { useState, useSyncExternalStore } from 'react'

/** Width of the open rail. */
export const RAIL_WIDTH_REM = 13.5

const STORAGE_KEY = 'rail'
/** Tablets; desktops have room for rail and page. Same breakpoint as in the shell's styles, px. */
const TABLET_QUERY = '(max-width: 1279px)'
const tabletQuery = typeof matchMedia === 'function' ? matchMedia(TABLET_QUERY) : null
function subscribeToTabletQuery(listener: () => void): () => void {
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
 * Returns the state of the rail, which is folded by default on tablets and open on desktops. A tap stores the user's
 * choice. Exception: a machine page on a tablet always begins with a folded rail, and a tap applies to this page only.
 */
export function useRailFold(isMachine: boolean, path: string): { isFolded: boolean; toggleFold: () => void } {
  const isTablet = useSyncExternalStore(subscribeToTabletQuery, () => tabletQuery?.matches ?? false)
  const [storedFold, setStoredFold] = useState(loadStoredFold)
  /** The choice on a machine page; `isOpen` counts only for the page at `path`. */
  const [pageFold, setPageFold] = useState({ path, isOpen: false })
  if (pageFold.path !== path) setPageFold({ path, isOpen: false })
  const isChoicePerPage = isMachine && isTablet
  const isFoldedByChoice = storedFold === null ? isTablet : storedFold === 'folded'
  const isFolded = isChoicePerPage ? !pageFold.isOpen : isFoldedByChoice
  const toggleFold = () => {
    if (isChoicePerPage) return setPageFold({ path, isOpen: isFolded })
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
