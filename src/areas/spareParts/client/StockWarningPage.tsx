import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { EndpointPage } from '@/client/resource/EndpointPage'
import { formatDay } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import type { Column } from '@/client/ui/DataTable'
import { buildMetricColumn } from '@/client/ui/table/metric-column'
import { StateBadge } from '@/client/ui/StateBadge'
import { stockWarningReport, stockWarnings } from '@/areas/spareParts/contract/spare-part'
import { ReportExportButton } from '@/plant/client/report/ReportView'

type StockWarningRow = EndpointOutput<typeof stockWarnings>[number]

/** Page 备件预警: parts at or below their minimum, the emptiest first, with the quantity to order. */
export default function StockWarningPage() {
  const { t } = useTranslation('spareParts')
  const navigate = useNavigate()
  const buildPageLink = usePageLink()
  const [keyword, setKeyword] = useState('')
  const input = keyword ? { keyword } : {}
  const warnings = useEndpoint(stockWarnings, input, { resources: ['sparePart', 'stockMovement'] })
  const onOpenRow = (row: StockWarningRow) => {
    const address = buildPageLink('spareManagement', { id: row.id })
    if (address) void navigate(address)
  }
  const rows = warnings.data ?? []
  return (
    <EndpointPage
      title={t('pages.sparePartsWarning.title')}
      name="sparePartsWarning"
      query={warnings}
      columns={useWarningColumns()}
      rows={rows}
      total={rows.length}
      getRowKey={(row) => row.id}
      {...(buildPageLink('spareManagement') ? { onOpen: onOpenRow } : {})}
      keyword={keyword}
      onSearch={setKeyword}
      tools={<ReportExportButton report={stockWarningReport} input={input} />}
      empty={{ title: t('pages.sparePartsWarning.none'), advice: t('pages.sparePartsWarning.noneNext') }}
    />
  )
}

function useWarningColumns(): Column<StockWarningRow>[] {
  const { t } = useTranslation('spareParts')
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
