import { useTranslation } from 'react-i18next'
import type { AnyRow } from '@/client/resource/columns'
import { Quantity } from '@/client/ui/Quantity'
import { State } from '@/client/ui/State'

/** A quantity of a part in the part's own unit; the stock itself stands out when it is low. */
export function Stock({ row, name }: { row: AnyRow; name: string }) {
  const { t } = useTranslation('maintenance')
  const value = row[name] as number | null
  const quantity = <Quantity value={value} unit={String(row['unit'] ?? '')} decimals={3} />
  if (name !== 'quantity' || row['low'] !== true) return quantity
  return <span className="stock">{quantity}<State tone={Number(value) <= 0 ? 'bad' : 'warn'}>{t('sparePart.fields.low')}</State></span>
}
