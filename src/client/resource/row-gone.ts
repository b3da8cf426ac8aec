import { createContext } from 'react'

/** Whether the row that a form changes was deleted by another meanwhile: the form stays with what was typed. */
export const RowGone = createContext(false)
