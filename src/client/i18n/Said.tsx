import { useTranslation } from 'react-i18next'
import { areasIn, inWords } from '@/contract/preset'
import { hasTexts } from './texts'

/** Puts texts into words as `inWords` does; waits for the words of those that are given, whatever area has them. */
export function useSaid(...texts: (string | null | undefined)[]): (text: string) => string {
  const { t } = useTranslation(['client', ...areasIn(texts.join(' ')).filter(hasTexts)])
  return (text) => inWords(text, (key) => t(key))
}
/** A text that somebody gave, as its reader reads it: a usual one in their language. */
export function Said({ text }: { text: string }) {
  return text.includes('§') ? <InWords text={text} /> : text
}
const InWords = ({ text }: { text: string }) => useSaid(text)(text)
