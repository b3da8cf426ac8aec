import { useTranslation } from 'react-i18next'
import type { ListRow } from '@/client/resource/build-columns'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'

/** A quantity of a part in the part's own unit. */
export const StockCell = ({ row, name }: { row: ListRow; name: string }) => (
  <Quantity value={row[name] as number | null} unit={String(row['unit'] ?? '')} decimals={3} />
)

/** Stock level of a part: enough, low or empty. */
export function StockStateBadge({ row }: { row: ListRow }) {
  const { t } = useTranslation('maintenance')
  if (row['low'] !== true) return <StateBadge tone="ok">{t('pages.spareManagement.enough')}</StateBadge>
  const isEmpty = Number(row['quantity']) <= 0
  return (
    <StateBadge tone={isEmpty ? 'bad' : 'warn'}>
      {t(isEmpty ? 'pages.sparePartsWarning.empty' : 'pages.sparePartsWarning.low')}
    </StateBadge>
  )
}
