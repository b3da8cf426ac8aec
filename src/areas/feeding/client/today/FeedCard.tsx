import { useTranslation } from 'react-i18next'
import { getFieldInLanguage } from '@/contract/language'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { useLanguage } from '@/client/format/use-language'
import { isAboutMyLine, useMyLine } from '@/plant/client/line/my-line'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayLineList } from '@/client/today/TodayCard'
import { Quantity } from '@/client/ui/Quantity'
import { addDays } from '@/plant/rules/plant-time'
import { workOrder } from '@/areas/orders/contract/work-order'
import { producingStates } from '@/areas/orders/rules/work-order'
import { material, materialLot } from '../../contract/material'
import { EXPIRES_SOON_DAYS, feedableStates } from '../../rules/lot'
import { useCurrentShift } from '../feed/use-current-shift'
import { ExpiryBadge } from '../lot/ExpiryBadge'
import { findShortMaterials } from './find-short-materials'

const MAX_LINES = 3
const RUNNING_ORDERS_QUERY = { state: producingStates.join(','), size: 50 }
const FEEDABLE_LOTS_QUERY = { state: feedableStates.join(','), leftKgFrom: 0.001, size: 500 }

/** Today card: running orders to feed, lots that expire soon and materials below their minimum. */
export default function FeedCard() {
  const { t } = useTranslation('feeding')
  const language = useLanguage()
  const buildPageLink = usePageLink()
  const { businessDate } = useCurrentShift()
  const orders = useList(workOrder, RUNNING_ORDERS_QUERY)
  const lots = useList(materialLot, FEEDABLE_LOTS_QUERY)
  const materials = useList(material, { active: true, size: 500 })
  const expiringLots = lots.rows
    .filter(
      (lot) => lot.leftKg > 0 && lot.expiresOn !== null && lot.expiresOn <= addDays(businessDate, EXPIRES_SOON_DAYS),
    )
    .sort((a, b) => (a.expiresOn! < b.expiresOn! ? -1 : 1))
    .slice(0, MAX_LINES)
  // Stock is summed by material only if all lots are loaded.
  const shortages =
    lots.hasMore || lots.at === 0 ? [] : findShortMaterials(materials.rows, lots.rows, businessDate).slice(0, MAX_LINES)
  const materialNames = useNames(
    'material',
    expiringLots.map((lot) => lot.materialId),
    { ...materials.refs, ...lots.refs },
  )
  const myLineId = useMyLine()
  const runningCount = orders.rows.filter(
    (row) => row.state === 'running' && isAboutMyLine(row.lineId, myLineId),
  ).length
  if (!buildPageLink('rawMaterial') || (runningCount === 0 && expiringLots.length === 0 && shortages.length === 0))
    return null
  const expiringLines = expiringLots.map((lot) => ({
    key: lot.id,
    title: materialNames[lot.materialId],
    sub: (
      <>
        {lot.number} · <Quantity value={lot.leftKg} unit="kg" decimals={0} />
      </>
    ),
    side: <ExpiryBadge day={lot.expiresOn} today={businessDate} />,
  }))
  const shortageLines = shortages.map(({ material: row, leftKg, minimumKg }) => ({
    key: row.id,
    title: `${row.code} ${String(getFieldInLanguage(material, row, 'name', language))}`,
    sub: t('pages.rawMaterial.runsLow'),
    side: <Quantity value={leftKg} unit="kg" decimals={0} low={minimumKg} />,
  }))
  return (
    <TodayCard title={t('pages.rawMaterial.feedNow')} page="rawMaterial">
      {runningCount > 0 && <p className="quiet">{t('pages.rawMaterial.ordersRunning', { count: runningCount })}</p>}
      <TodayLineList lines={[...expiringLines, ...shortageLines]} />
    </TodayCard>
  )
}
