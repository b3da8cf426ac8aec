import { createContext } from 'react'

/** True if another person deleted the row of an open form: the form stays with the input. */
export const RowGoneContext = createContext(false)
