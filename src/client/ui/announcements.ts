import { useEffect } from 'react'

const announcedCounts = new Map<string, number>()
/** Registers sentences that the page itself displays while mounted, so that no toast repeats them. */
export function useAnnouncements(sentences: readonly (string | undefined)[]): void {
  const text = JSON.stringify(sentences.filter(Boolean))
  useEffect(() => {
    const announced = JSON.parse(text) as string[]
    for (const sentence of announced) announcedCounts.set(sentence, (announcedCounts.get(sentence) ?? 0) + 1)
    return () => {
      for (const sentence of announced) announcedCounts.set(sentence, (announcedCounts.get(sentence) ?? 1) - 1)
    }
  }, [text])
}
/** Returns true if the page on screen displays the sentence already. */
export const isAnnounced = (sentence: string): boolean => (announcedCounts.get(sentence) ?? 0) > 0
