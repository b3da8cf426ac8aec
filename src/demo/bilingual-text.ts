/** Languages of the demonstration's free texts; names always have both. */
export const demoLanguages = ['zh', 'en'] as const
export type DemoLanguage = (typeof demoLanguages)[number]
/** A free text of the demonstration in both languages. */
export interface BilingualText {
  readonly zh: string
  readonly en: string
}
/** Converts a Chinese and an English text to a text in both languages. */
export const toBilingualText = (zh: string, en: string): BilingualText => ({ zh, en })
/** Converts names in both languages to a text. */
export const toBilingualName = ({ name, nameEn }: { readonly name: string; readonly nameEn: string }): BilingualText =>
  toBilingualText(name, nameEn)
