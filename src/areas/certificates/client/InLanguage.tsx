import { useLanguage } from '@/client/format/use-language'
import type { ListRow } from '@/client/resource/build-columns'

/** A text of the certificate in the reader's language, else in Chinese. */
function InLanguage({ row, field }: { row: ListRow; field: string }) {
  const english = useLanguage() === 'en' ? row[`${field}En`] : null
  return <span>{String(english ?? row[field] ?? '')}</span>
}
const written = (field: string) => (row: ListRow) => <InLanguage row={row} field={field} />
/** Cells of the bilingual fields of a certificate. */
export const namedCells = {
  customer: written('customer'),
  product: written('product'),
  specification: written('specification'),
} as const
