/** Each demonstration stores its free texts in one of these languages; names are stored in both. */
export const demoLanguages = ['zh', 'en'] as const
export type DemoLanguage = (typeof demoLanguages)[number]
/** A text in both languages; the demonstration stores one of them. */
export interface BilingualText {
  readonly zh: string
  readonly en: string
}
/** Converts a Chinese and an English text to a text in both languages. */
export const toBilingualText = (zh: string, en: string): BilingualText => ({ zh, en })
/** Converts names in both languages to a text. */
export const toBilingualName = ({ name, nameEn }: { readonly name: string; readonly nameEn: string }): BilingualText =>
  toBilingualText(name, nameEn)
/**
 * Fills the placeholders of a text, such as `{minutes}`, in both languages. A bilingual value fills each text in the
 * text's own language.
 *
 * @throws Error if a value is missing
 */
export function fillText(
  text: BilingualText,
  values: Readonly<Record<string, string | number | BilingualText>>,
): BilingualText {
  const fillIn = (language: DemoLanguage): string =>
    text[language].replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`the text ${text.en} lacks ${name}`)
      return typeof value === 'object' ? value[language] : String(value)
    })
  return toBilingualText(fillIn('zh'), fillIn('en'))
}
