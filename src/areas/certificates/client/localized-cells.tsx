import { useLanguage } from '@/client/format/use-language'
import type { ListRow } from '@/client/resource/build-columns'

/** A text of the certificate in the reader's language, else in Chinese. */
function LocalizedText({ row, field }: { row: ListRow; field: string }) {
  const english = useLanguage() === 'en' ? row[`${field}En`] : null
  return <span>{String(english ?? row[field] ?? '')}</span>
}
const createCell = (field: string) => (row: ListRow) => <LocalizedText row={row} field={field} />
/** Cells of the bilingual fields of a certificate. */
export const localizedCells = {
  customer: createCell('customer'),
  product: createCell('product'),
  specification: createCell('specification'),
} as const
