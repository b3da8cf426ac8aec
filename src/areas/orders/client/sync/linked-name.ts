import type { ListRow } from '@/client/resource/build-columns'

/** A cell with what our own record is called, in the reader's language, once it is known; until then what the ERP says. */
export const linkedName =
  (reference: string, said: string) =>
  (row: ListRow, refs: Readonly<Record<string, string>>): string =>
    refs[String(row[reference])] ?? String(row[said] ?? '–')
