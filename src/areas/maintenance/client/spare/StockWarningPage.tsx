import '../maintenance.css'
import '@/client/fields/fields.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { EndpointRowList } from '@/client/resource/EndpointRowList'
import { ExportButton } from '@/client/resource/ExportButton'
import { SearchField } from '@/client/resource/SearchField'
import { useElementWidth } from '@/client/ui/use-element-width'
import { formatDay, formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import type { Column } from '@/client/ui/DataTable'
import { PageFrame } from '@/client/ui/PageFrame'
import { buildMetricColumn } from '@/client/ui/table/metric-column'
import { StateBadge } from '@/client/ui/StateBadge'
import { stockWarnings, stockWarningsExcel } from '@/areas/maintenance/contract/spare-part'

type StockWarningRow = EndpointOutput<typeof stockWarnings>[number]

/** Page 备件预警: parts at or below their minimum, the emptiest first, with the quantity to order. */
export default function StockWarningPage() {
  const { t } = useTranslation(['maintenance', 'client'])
  const zone = usePlantZone()
  const navigate = useNavigate()
  const buildPageLink = usePageLink()
  const [keyword, setKeyword] = useState('')
  const [boxRef, width] = useElementWidth<HTMLDivElement>()
  const warnings = useEndpoint(stockWarnings, keyword ? { keyword } : {}, { resources: ['sparePart', 'stockMovement'] })
  const columns = useWarningColumns()
  const onOpenRow = (row: StockWarningRow) => {
    const address = buildPageLink('spareManagement', { id: row.id })
    if (address) void navigate(address)
  }
  const rows = warnings.data ?? []
  const listProps = {
    label: t('actions.sparePart_warnings'),
    columns,
    rows,
    getRowKey: (row: StockWarningRow) => row.id,
    total: rows.length,
    ...(buildPageLink('spareManagement') ? { onOpen: onOpenRow } : {}),
  }
  const isDataOutdated = warnings.isError && warnings.dataUpdatedAt > 0
  return (
    <PageFrame
      contentScrollsItself
      title={t('pages.sparePartsWarning.title')}
      subtitle={
        <>
          {warnings.data && t('client:resource.count', { count: rows.length })}
          {keyword && ` · ${t('client:resource.keyword', { keyword })}`}
          {isDataOutdated &&
            ` · ${t('client:resource.staleSince', { age: formatMoment(warnings.dataUpdatedAt, zone) })}`}
        </>
      }
      tools={<ExportButton endpoint={stockWarningsExcel} input={keyword ? { keyword } : {}} />}
    >
      <div className="resource-list" ref={boxRef}>
        <div className="list-tools">
          <SearchField value={keyword} onChange={setKeyword} label={t('client:resource.search')} />
        </div>
        <div className="list-body">
          <EndpointRowList
            {...listProps}
            query={warnings}
            width={width}
            choiceName="sparePartsWarning"
            onClear={keyword ? () => setKeyword('') : undefined}
            empty={{ title: t('pages.sparePartsWarning.none'), next: t('pages.sparePartsWarning.noneNext') }}
          />
        </div>
      </div>
    </PageFrame>
  )
}

function useWarningColumns(): Column<StockWarningRow>[] {
  const { t } = useTranslation('maintenance')
  const zone = usePlantZone()
  const buildQuantityColumn = (name: 'quantity' | 'minimum' | 'onOrder' | 'toOrder'): Column<StockWarningRow> =>
    buildMetricColumn({
      id: name,
      header: t(`answers.${name}`),
      unit: (row) => row.unit,
      width: 8,
      getValue: (row) => row[name],
    })
  return [
    { id: 'name', header: t('answers.name'), cardSlot: 'title', width: 14, renderCell: (row) => row.name },
    { id: 'code', header: t('answers.code'), cardSlot: 'sub', renderCell: (row) => row.code },
    {
      id: 'state',
      header: t('sparePart.fields.low'),
      cardSlot: 'state',
      renderCell: (row) => (
        <StateBadge tone={row.quantity <= 0 ? 'bad' : 'warn'}>
          {t(row.quantity <= 0 ? 'pages.sparePartsWarning.empty' : 'pages.sparePartsWarning.low')}
        </StateBadge>
      ),
    },
    buildQuantityColumn('quantity'),
    buildQuantityColumn('minimum'),
    buildQuantityColumn('toOrder'),
    { id: 'location', header: t('answers.location'), renderCell: (row) => row.location ?? '–' },
    { ...buildQuantityColumn('onOrder'), cardSlot: 'none' },
    { id: 'supplier', header: t('answers.supplier'), cardSlot: 'none', renderCell: (row) => row.supplier ?? '–' },
    {
      id: 'lastOutAt',
      header: t('answers.lastOutAt'),
      cardSlot: 'none',
      width: 9,
      renderCell: (row) => formatDay(row.lastOutAt, zone),
    },
  ]
}
