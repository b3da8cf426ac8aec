import { useEffect } from 'react'

const drawn = new Map<string, number>()
/** Sentences that a page says itself, for as long as it does: nobody is told the same by a toast over it. */
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
export const isOnPage = (sentence: string): boolean => (drawn.get(sentence) ?? 0) > 0
