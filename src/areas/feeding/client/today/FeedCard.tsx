import { useTranslation } from 'react-i18next'
import { getFieldInLanguage } from '@/contract/language'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { useLanguage } from '@/client/format/use-language'
import { matchesMyLine, useMyLine } from '@/plant/client/line/my-line'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayItemList } from '@/client/today/TodayCard'
import { Quantity } from '@/client/ui/Quantity'
import { addDays } from '@/plant/rules/plant-time'
import { workOrder } from '@/areas/orders/contract/work-order'
import { producingStates } from '@/areas/orders/rules/work-order'
import { material, materialLot } from '../../contract/material'
import { needsLot, EXPIRES_SOON_DAYS, feedableStates } from '../../rules/feed'
import { useCurrentShift } from '../feed/use-current-shift'
import { ExpiryBadge } from '../lot/ExpiryBadge'
import type { Row } from '@/contract/resource'

const MAX_LINES = 3
const PRODUCING_ORDERS_QUERY = { state: producingStates.join(','), size: 50 }
const FEEDABLE_LOTS_QUERY = { state: feedableStates.join(','), leftKgFrom: 0.001, size: 500 }

/** Today card: running orders to feed, lots that expire soon and materials below their minimum. */
export default function FeedCard() {
  const { t } = useTranslation('feeding')
  const language = useLanguage()
  const buildPageLink = usePageLink()
  const { businessDate } = useCurrentShift()
  const orders = useList(workOrder, PRODUCING_ORDERS_QUERY)
  const lots = useList(materialLot, FEEDABLE_LOTS_QUERY)
  const materials = useList(material, { active: true, size: 500 })
  const expiringLots = lots.rows
    .filter(
      (lot) => lot.leftKg > 0 && lot.expiresOn !== null && lot.expiresOn <= addDays(businessDate, EXPIRES_SOON_DAYS),
    )
    .sort((a, b) => (a.expiresOn! < b.expiresOn! ? -1 : 1))
    .slice(0, MAX_LINES)
  // Sums by material are right only if all lots are loaded.
  const shortages =
    lots.hasMore || lots.fetchedAt === 0
      ? []
      : findShortMaterials(materials.rows, lots.rows, businessDate).slice(0, MAX_LINES)
  const materialNames = useNames(
    'material',
    expiringLots.map((lot) => lot.materialId),
    { ...materials.refs, ...lots.refs },
  )
  const myLineId = useMyLine()
  const runningCount = orders.rows.filter(
    (row) => row.state === 'running' && matchesMyLine(row.lineId, myLineId),
  ).length
  if (!buildPageLink('rawMaterial') || (runningCount === 0 && expiringLots.length === 0 && shortages.length === 0))
    return null
  const expiringItems = expiringLots.map((lot) => ({
    key: lot.id,
    title: materialNames[lot.materialId],
    subtitle: (
      <>
        {lot.number} · <Quantity value={lot.leftKg} unit="kg" decimals={0} />
      </>
    ),
    sideContent: <ExpiryBadge day={lot.expiresOn} today={businessDate} />,
  }))
  const shortageItems = shortages.map(({ material: row, leftKg, minimumKg }) => ({
    key: row.id,
    title: `${row.code} ${String(getFieldInLanguage(material, row, 'name', language))}`,
    subtitle: t('pages.rawMaterial.runsLow'),
    sideContent: <Quantity value={leftKg} unit="kg" decimals={0} lowLimit={minimumKg} />,
  }))
  return (
    <TodayCard title={t('pages.rawMaterial.feedNow')} page="rawMaterial">
      {runningCount > 0 && <p className="quiet">{t('pages.rawMaterial.ordersRunning', { count: runningCount })}</p>}
      <TodayItemList items={[...expiringItems, ...shortageItems]} />
    </TodayCard>
  )
}

interface MaterialShortage {
  readonly material: Row<typeof material>
  readonly leftKg: number
  readonly minimumKg: number
}
/** Returns materials tracked by lot whose unexpired stock is below the minimum, the lowest ratio first. */
export function findShortMaterials(
  materials: readonly Row<typeof material>[],
  lots: readonly Row<typeof materialLot>[],
  today: string,
): MaterialShortage[] {
  const leftKgByMaterial = new Map<string, number>()
  for (const lot of lots)
    if (lot.expiresOn === null || lot.expiresOn > today)
      leftKgByMaterial.set(lot.materialId, (leftKgByMaterial.get(lot.materialId) ?? 0) + Math.max(0, lot.leftKg))
  return materials
    .flatMap((row) =>
      needsLot(row.kind) &&
      row.minimumKg !== null &&
      row.minimumKg > 0 &&
      (leftKgByMaterial.get(row.id) ?? 0) < row.minimumKg
        ? [{ material: row, leftKg: leftKgByMaterial.get(row.id) ?? 0, minimumKg: row.minimumKg }]
        : [],
    )
    .sort((a, b) => a.leftKg / a.minimumKg - b.leftKg / b.minimumKg)
}
