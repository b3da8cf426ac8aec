import { createContext, useContext, type ReactNode } from 'react'

/**
 * True where numbers from 10,000 on are abbreviated (万 in Chinese; k, M or the larger unit in English, one decimal): on
 * cards, charts, headlines and large screens. Tables, labels, forms, print and Excel show all digits. The help explains
 * it as `abbreviatedNumber`.
 */
const Abbreviated = createContext(false)

/**
 * Abbreviates every number on a card or headline, so that a metric and its target look alike. Tables inside show all
 * digits.
 */
export function AbbreviatedNumbers({ children }: { children: ReactNode }) {
  return <Abbreviated value={true}>{children}</Abbreviated>
}
/** Returns true inside a card or headline. */
export const useAbbreviated = (): boolean => useContext(Abbreviated)
