import './prices.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import type { Resource } from '@/contract/resource'
import type { ListRow } from '@/client/resource/build-columns'
import { ResourcePage } from '@/client/resource/ResourcePage'
import type { Column } from '@/client/ui/DataTable'
import { StateBadge } from '@/client/ui/StateBadge'
import { Tabs } from '@/client/ui/Tabs'
import { buildClearedParams, useQueryParams } from '@/client/use-query-params'
import { useToday } from '@/plant/client/use-today'
import { endpointsByPriceResource } from '../contract/dated-prices'
import { usePricePreview } from './use-price-preview'

/** Returns the chosen tab of a price page from the URL parameter `part`; by default the first tab. */
export function usePriceTab<P extends string>(tabs: readonly [P, ...P[]]): P {
  const requested = useQueryParams()[0].get('part')
  return tabs.find((part) => part === requested) ?? tabs[0]
}
/** Tabs between the parts of a price page; other URL parameters are cleared. */
export function PriceTabs<P extends string>({
  tabs,
  chosen,
  label,
}: {
  tabs: readonly { key: P; label: string }[]
  chosen: P
  label: string
}) {
  const [params, setParams] = useQueryParams()
  return (
    <Tabs
      label={label}
      isNavigation
      tabs={tabs}
      chosen={chosen}
      onChoose={(part) => setParams({ ...buildClearedParams(params), part })}
    />
  )
}

/** Badge for a current, future or past price. */
function InForceBadge({ row }: { row: ListRow }) {
  const { t } = useTranslation('prices')
  const today = useToday()
  const from = String(row['effectiveFrom'])
  const to = row['effectiveTo'] ? String(row['effectiveTo']) : null
  if (from > today) return <StateBadge tone="wait">{t('pages.inForce.later')}</StateBadge>
  if (to !== null && to < today) return <StateBadge tone="idle">{t('pages.inForce.over')}</StateBadge>
  return <StateBadge tone="ok">{t('pages.inForce.now')}</StateBadge>
}

/** Columns of the list in display order. Columns that a resource lacks are left out. */
const LEADING_COLUMNS = [
  'medium',
  'kind',
  'item',
  'materialId',
  'lotId',
  'effectiveFrom',
  'price',
  'basis',
  'effectiveTo',
  'lineId',
  'productId',
]
const getPriceColumns = (resource: Resource): string[] => LEADING_COLUMNS.filter((name) => name in resource.fields)

/** List of the current, future and past prices of a resource. The form previews the effect of a new price. */
export function PriceHistoryPanel({ resource, above }: { resource: Resource; above: ReactNode }) {
  const { t } = useTranslation('prices')
  const endpoints = endpointsByPriceResource[resource.name as keyof typeof endpointsByPriceResource]
  const preview = usePricePreview(endpoints.preview as Endpoint<Record<string, unknown>, unknown>)
  const extraColumns: Column<ListRow>[] = [
    {
      id: 'inForce',
      header: t('pages.inForce.name'),
      cardSlot: 'state',
      renderCell: (row) => <InForceBadge row={row} />,
    },
  ]
  return (
    <>
      {preview.dialog}
      <ResourcePage
        resource={resource}
        columns={getPriceColumns(resource)}
        form={{ confirmSave: preview.confirmChange }}
        parts={{ above, extraColumns }}
      />
    </>
  )
}
