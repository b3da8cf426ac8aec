import { createContext, useContext, type ReactNode } from 'react'

/**
 * Where numbers from 10,000 on are abbreviated (万 in Chinese; k, M or the larger unit in English, one decimal): on cards, charts,
 * headlines and large screens. Tables, labels, forms, print and Excel show all digits. The help explains it as `abbreviatedNumber`.
 */
const Abbreviated = createContext(false)

/** A card or headline: every number in it is abbreviated, so that a figure and its target read alike. Tables in it are `whole`. */
export function AbbreviatedNumbers({ children }: { children: ReactNode }) {
  return <Abbreviated value={true}>{children}</Abbreviated>
}
/** True inside a card or headline. */
export const useAbbreviated = (): boolean => useContext(Abbreviated)
