import { useLanguage } from '@/client/format/use-language'
import type { ListRow } from '@/client/resource/build-columns'

/** A name as it was written on the certificate, in the reader's language where it has one. */
function InLanguage({ row, field }: { row: ListRow; field: string }) {
  const english = useLanguage() === 'en' ? row[`${field}En`] : null
  return <span>{String(english ?? row[field] ?? '')}</span>
}
const written = (field: string) => (row: ListRow) => <InLanguage row={row} field={field} />
/** Cells of what a certificate says in both languages. */
export const namedCells = {
  customer: written('customer'),
  product: written('product'),
  specification: written('specification'),
} as const
