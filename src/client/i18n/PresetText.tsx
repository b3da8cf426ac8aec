import { useTranslation } from 'react-i18next'
import { findPresetAreas, translatePresets } from '@/contract/preset'
import { hasTexts } from './load-texts'

/**
 * Returns a function that translates preset texts (`inWords`); waits for the texts of every area that the given texts
 * refer to.
 */
export function usePresetTexts(...texts: (string | null | undefined)[]): (text: string) => string {
  const { t } = useTranslation(['client', ...findPresetAreas(texts.join(' ')).filter(hasTexts)])
  return (text) => translatePresets(text, (key) => t(key))
}
/** Displays a text that somebody entered; preset texts appear in the reader's language. */
export function PresetText({ text }: { text: string }) {
  return text.includes('§') ? <TranslatedPresetText text={text} /> : text
}
const TranslatedPresetText = ({ text }: { text: string }) => usePresetTexts(text)(text)
