import '../maintenance.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListRow } from '@/client/resource/build-columns'
import { ResourcePage, type OpenRow } from '@/client/resource/ResourcePage'
import { Tabs } from '@/client/ui/Tabs'
import { sparePart } from '@/areas/maintenance/contract/spare-part'
import { useParams } from '@/client/use-params'
import { SparePartPanel } from './SparePartPanel'
import { Stock, StockState } from './Stock'

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
const inUnit = (name: string) => (row: ListRow) => <Stock row={row} name={name} />
const cells = {
  quantity: inUnit('quantity'),
  minimum: inUnit('minimum'),
  orderUpTo: inUnit('orderUpTo'),
  onOrder: inUnit('onOrder'),
  state: (row: ListRow) => <StockState row={row} />,
}
const detail = (open: OpenRow) => <SparePartPanel {...open} cells={cells} />

/** Page 备件管理: spare parts in the store and their movements. */
export default function SparePartPage() {
  const { t } = useTranslation('maintenance')
  const [params, change] = useParams()
  const low = params.get('low') === 'true'
  const above = useMemo(
    () => (
      <Tabs
        label={t('pages.spareManagement.views')}
        chosen={low ? 'low' : 'all'}
        onChoose={(next) => change({ low: next === 'low' ? 'true' : null, id: null })}
        tabs={[
          { key: 'all', word: t('pages.spareManagement.all') },
          { key: 'low', word: t('sparePart.fields.low') },
        ]}
      />
    ),
    [t, low, change],
  )
  return <ResourcePage of={sparePart} columns={COLUMNS} cells={cells} parts={{ above, detail }} />
}
