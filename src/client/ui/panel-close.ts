import { createContext } from 'react'

/** How what is open beside a list is closed; null where it stands in the list's place and its way back does. */
export const PanelClose = createContext<(() => void) | null>(null)
