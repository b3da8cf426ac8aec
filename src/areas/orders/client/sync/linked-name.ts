import type { ListRow } from '@/client/resource/build-columns'

/** Creates a getter for our record's name in the reader's language, or the ERP's name until the record is known. */
export const linkedName =
  (reference: string, said: string) =>
  (row: ListRow, refs: Readonly<Record<string, string>>): string =>
    refs[String(row[reference])] ?? String(row[said] ?? '–')
