import { createContext, useContext } from 'react'

/** A row that a pick-list offers before all others. */
export interface FirstChoice {
  id: string
  label: string
  /** What tells it from the next: what is left of it, where it lies. */
  note?: string
  /** Why it cannot be chosen now; it can without. */
  why?: string
}
/** What fits here, by resource: offered first, in this order. */
export const PickFirst = createContext<Readonly<Record<string, readonly FirstChoice[]>>>({})
const NONE: readonly FirstChoice[] = []
export const usePickFirst = (of: string): readonly FirstChoice[] => useContext(PickFirst)[of] ?? NONE
