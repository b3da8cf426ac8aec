import { createContext, useContext, type ReactNode } from 'react'

/**
 * True where numbers from 10,000 on are abbreviated (万 in Chinese; k, M or the larger unit in English, one decimal): on
 * cards, charts, headlines and large screens. Tables, labels, forms, print and Excel show all digits. The help explains
 * it as `abbreviatedNumber`.
 */
const AbbreviatedContext = createContext(false)

/**
 * Abbreviates every number on a card or headline, so that a metric and its target look alike. Tables inside show all
 * digits.
 */
export function AbbreviatedNumbersProvider({ children }: { children: ReactNode }) {
  return <AbbreviatedContext value={true}>{children}</AbbreviatedContext>
}
/** Returns true inside a card or headline. */
export const useIsAbbreviated = (): boolean => useContext(AbbreviatedContext)
