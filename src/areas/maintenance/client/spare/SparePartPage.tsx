import '../maintenance.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListRow } from '@/client/resource/build-columns'
import { ResourcePage, type OpenRow } from '@/client/resource/ResourcePage'
import { Tabs } from '@/client/ui/Tabs'
import { sparePart } from '@/areas/maintenance/contract/spare-part'
import { useParams } from '@/client/use-params'
import { SparePartPanel } from './SparePartPanel'
import { StockCell, StockStateBadge } from './StockCell'

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
const showDetail = (open: OpenRow) => <SparePartPanel {...open} cells={CELLS} />

/** Page 备件管理: spare parts in the store and their movements. */
export default function SparePartPage() {
  const { t } = useTranslation('maintenance')
  const [params, change] = useParams()
  const showsLowOnly = params.get('low') === 'true'
  const viewTabs = useMemo(
    () => (
      <Tabs
        label={t('pages.spareManagement.views')}
        chosen={showsLowOnly ? 'low' : 'all'}
        onChoose={(next) => change({ low: next === 'low' ? 'true' : null, id: null })}
        tabs={[
          { key: 'all', word: t('pages.spareManagement.all') },
          { key: 'low', word: t('sparePart.fields.low') },
        ]}
      />
    ),
    [t, showsLowOnly, change],
  )
  return <ResourcePage of={sparePart} columns={COLUMNS} cells={CELLS} parts={{ above: viewTabs, detail: showDetail }} />
}
