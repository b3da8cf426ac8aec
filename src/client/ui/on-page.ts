import { useEffect } from 'react'

const drawn = new Map<string, number>()
/** Registers sentences that the page itself displays while mounted, so that no toast repeats them. */
export function useAnnounced(sentences: readonly (string | undefined)[]): void {
  const text = JSON.stringify(sentences.filter(Boolean))
  useEffect(() => {
    const said = JSON.parse(text) as string[]
    for (const one of said) drawn.set(one, (drawn.get(one) ?? 0) + 1)
    return () => {
      for (const one of said) drawn.set(one, (drawn.get(one) ?? 1) - 1)
    }
  }, [text])
}
/** Returns true if the page on screen displays the sentence already. */
export const isOnPage = (sentence: string): boolean => (drawn.get(sentence) ?? 0) > 0
