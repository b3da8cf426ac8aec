import '@/plant/client/cards/cards.css'
import './spare-parts.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListRow } from '@/client/resource/build-columns'
import { ResourcePage, type OpenRow } from '@/client/resource/ResourcePage'
import { Tabs } from '@/client/ui/Tabs'
import { sparePart } from '@/areas/spareParts/contract/spare-part'
import { useQueryParams } from '@/client/use-query-params'
import { SparePartPanel } from './SparePartPanel'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'

const COLUMNS = [
  'code',
  'name',
  'quantity',
  'state',
  'location',
  'model',
  'minimum',
  'kind',
  'maker',
  'supplier',
  'orderUpTo',
  'onOrder',
  'unitPrice',
  'equipmentIds',
  'image',
] as const
const createQuantityCell = (name: string) => (row: ListRow) => <StockCell row={row} name={name} />
const CELLS = {
  quantity: createQuantityCell('quantity'),
  minimum: createQuantityCell('minimum'),
  orderUpTo: createQuantityCell('orderUpTo'),
  onOrder: createQuantityCell('onOrder'),
  state: (row: ListRow) => <StockStateBadge row={row} />,
}
const renderDetail = (openRow: OpenRow) => <SparePartPanel {...openRow} cells={CELLS} />

/** Page 备件管理: spare parts in the store and their movements. */
export default function SparePartPage() {
  const { t } = useTranslation('spareParts')
  const [params, changeParams] = useQueryParams()
  const showsLowOnly = params.get('low') === 'true'
  const viewTabs = useMemo(
    () => (
      <Tabs
        label={t('pages.spareManagement.views')}
        chosen={showsLowOnly ? 'low' : 'all'}
        onChoose={(next) => changeParams({ low: next === 'low' ? 'true' : null, id: null })}
        tabs={[
          { key: 'all', label: t('pages.spareManagement.all') },
          { key: 'low', label: t('sparePart.fields.low') },
        ]}
      />
    ),
    [t, showsLowOnly, changeParams],
  )
  return (
    <ResourcePage
      resource={sparePart}
      columns={COLUMNS}
      cells={CELLS}
      parts={{ above: viewTabs, detail: renderDetail }}
    />
  )
}

/** A quantity of a part in the part's own unit. */
const StockCell = ({ row, name }: { row: ListRow; name: string }) => (
  <Quantity value={row[name] as number | null} unit={String(row['unit'] ?? '')} decimals={3} />
)

/** Stock level of a part: enough, low or empty. */
function StockStateBadge({ row }: { row: ListRow }) {
  const { t } = useTranslation('spareParts')
  if (row['low'] !== true) return <StateBadge tone="ok">{t('pages.spareManagement.enough')}</StateBadge>
  const isEmpty = Number(row['quantity']) <= 0
  return (
    <StateBadge tone={isEmpty ? 'bad' : 'warn'}>
      {t(isEmpty ? 'pages.sparePartsWarning.empty' : 'pages.sparePartsWarning.low')}
    </StateBadge>
  )
}
