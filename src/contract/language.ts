/** The languages of the product, Chinese first. */
export type Language = 'zh' | 'en'

/** The part of a resource that language selection needs. */
interface TranslatedResource {
  readonly englishFields: Readonly<Record<string, string>>
}

/**
 * Returns a field of a row in the reader's language: English readers get the English field if there is one. If the text
 * in one language is empty, the text in the other language is used. `buildLocalizedFieldSql` of the server applies the
 * same rule in SQL.
 */
export function getFieldInLanguage(
  resource: TranslatedResource,
  row: Readonly<Record<string, unknown>>,
  field: string,
  language: Language,
): unknown {
  const englishField = resource.englishFields[field]
  if (englishField === undefined) return row[field]
  return chooseByLanguage(language, row[field], row[englishField])
}
/** Formats code and name of a row for use in a sentence. */
export const formatCodeAndName = (
  resource: TranslatedResource,
  row: Readonly<Record<string, unknown>> & { readonly code: string },
  language: Language,
): string => `${row.code} ${String(getFieldInLanguage(resource, row, 'name', language))}`
/** Chooses the Chinese or the English text; if the chosen text is empty, returns the other text. */
export const chooseByLanguage = <T>(language: Language, zh: T, en: T): T => (language === 'en' ? en || zh : zh || en)

/** Translates a unit: Chinese writes CNY as 元. Symbols such as kg and °C are the same in both languages. */
export const translateUnit = (unit: string, language: Language): string =>
  language === 'zh' ? unit.replace(/\bCNY\b/, '元') : unit

/** Normalizes text for searches: full width to half width (`ＡＢ－１` is ab-1), lower case, trimmed. */
export const toSearchText = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
