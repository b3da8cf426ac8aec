/** The languages that everything is said in; Chinese first. */
export type Language = 'zh' | 'en'

/** What the rule needs of a resource. */
interface Worded {
  readonly english: Readonly<Record<string, string>>
}

/**
 * What a field of a row says to a reader of `language`: a name that also has an English form reads in that one for an
 * English reader. Either form stands in where the other is empty. `wordSql` of the server is the same in SQL.
 */
export function inLanguage(
  resource: Worded,
  row: Readonly<Record<string, unknown>>,
  field: string,
  language: Language,
): unknown {
  const other = resource.english[field]
  if (other === undefined) return row[field]
  return wordIn(language, row[field], row[other])
}
/** A row as a sentence calls it: its code, and its name as a reader of `language` says it. */
export const calledIn = (
  resource: Worded,
  row: Readonly<Record<string, unknown>> & { readonly code: string },
  language: Language,
): string => `${row.code} ${String(inLanguage(resource, row, 'name', language))}`
/** The same rule for two forms at hand. */
export const wordIn = <T>(language: Language, zh: T, en: T): T => (language === 'en' ? en || zh : zh || en)
