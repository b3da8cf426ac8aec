import type { ListRow } from '@/client/resource/build-columns'

/** Creates a getter for our record's name in the reader's language, or the ERP's name until the record is known. */
export const createNameGetter =
  (referenceField: string, fallbackField: string) =>
  (row: ListRow, refs: Readonly<Record<string, string>>): string =>
    refs[String(row[referenceField])] ?? String(row[fallbackField] ?? '–')
