import './prices.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import type { Resource } from '@/contract/resource'
import type { AnyRow } from '@/client/resource/columns'
import { ResourcePage } from '@/client/resource/ResourcePage'
import type { Column } from '@/client/ui/DataTable'
import { State } from '@/client/ui/State'
import { Tabs } from '@/client/ui/Tabs'
import { allBut, useParams } from '@/client/use-params'
import { useToday } from '@/plant/client/use-today'
import { datedCalls } from '../contract/dated-prices'
import { usePreview } from './use-preview'

/** Returns the chosen part of a price page, from the URL parameter `part`; the first by default. */
export function usePart<P extends string>(parts: readonly [P, ...P[]]): P {
  const asked = useParams()[0].get('part')
  return parts.find((part) => part === asked) ?? parts[0]
}
/** Tabs between the parts of a price page; other URL parameters are cleared. */
export function PriceTabs<P extends string>({
  parts,
  chosen,
  label,
}: {
  parts: readonly { key: P; word: string }[]
  chosen: P
  label: string
}) {
  const [params, change] = useParams()
  return (
    <Tabs label={label} views tabs={parts} chosen={chosen} onChoose={(part) => change({ ...allBut(params), part })} />
  )
}

/** Badge for a current, future or past price. */
function InForce({ row }: { row: AnyRow }) {
  const { t } = useTranslation('prices')
  const today = useToday()
  const from = String(row['effectiveFrom'])
  const to = row['effectiveTo'] ? String(row['effectiveTo']) : null
  if (from > today) return <State tone="wait">{t('pages.inForce.later')}</State>
  if (to !== null && to < today) return <State tone="idle">{t('pages.inForce.over')}</State>
  return <State tone="ok">{t('pages.inForce.now')}</State>
}

/** Leading columns: item, price, basis and end come first. */
const FIRST = [
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
const columnsOf = (of: Resource): string[] => FIRST.filter((name) => name in of.fields)

/** List of a dated price with history, Excel, and a form that previews the effect of a new price. */
export function HistoryOf({ of, above }: { of: Resource; above: ReactNode }) {
  const { t } = useTranslation('prices')
  const calls = datedCalls[of.name as keyof typeof datedCalls]
  const preview = usePreview(calls.preview as Endpoint<Record<string, unknown>, unknown>)
  const more: Column<AnyRow>[] = [
    { id: 'inForce', header: t('pages.inForce.name'), card: 'state', cell: (row) => <InForce row={row} /> },
  ]
  return (
    <>
      {preview.sheet}
      <ResourcePage of={of} columns={columnsOf(of)} form={{ before: preview.before }} parts={{ above, more }} />
    </>
  )
}
