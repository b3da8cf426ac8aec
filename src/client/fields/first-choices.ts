import { createContext, useContext } from 'react'

/** A row that a pick list offers before all others. */
export interface FirstChoice {
  id: string
  label: string
  /** Distinguishes the row from others, e.g. remaining amount or location. */
  note?: string
  /** Reason why it cannot be chosen now; omitted if it can. */
  why?: string
}
/** Matching rows by resource, offered first and in this order. */
export const FirstChoicesContext = createContext<Readonly<Record<string, readonly FirstChoice[]>>>({})
const NO_CHOICES: readonly FirstChoice[] = []
/** Returns the rows that a pick list of the resource offers first. */
export const useFirstChoices = (resource: string): readonly FirstChoice[] =>
  useContext(FirstChoicesContext)[resource] ?? NO_CHOICES
