import { createContext } from 'react'

/** Closes the panel next to a list; null if the panel replaces the list and has a back button instead. */
export const PanelCloseContext = createContext<(() => void) | null>(null)
