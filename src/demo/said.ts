/** In which language the demonstration plant writes its free texts; names have both anyway. */
export const demoLanguages = ['zh', 'en'] as const
export type DemoLanguage = (typeof demoLanguages)[number]
/** A free text of the demonstration, in each language that it may be written in. */
export interface Said {
  readonly zh: string
  readonly en: string
}
export const both = (zh: string, en: string): Said => ({ zh, en })
/** What has a name in both languages, as a text. */
export const named = ({ name, nameEn }: { readonly name: string; readonly nameEn: string }): Said => both(name, nameEn)
