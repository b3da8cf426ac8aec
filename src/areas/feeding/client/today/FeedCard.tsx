import { useTranslation } from 'react-i18next'
import { getFieldInLanguage } from '@/contract/language'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { useLanguage } from '@/client/format/use-language'
import { concernsMyLine, useMyLine } from '@/plant/client/line/my-line'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayLineList } from '@/client/today/TodayCard'
import { Quantity } from '@/client/ui/Quantity'
import { addDays } from '@/plant/rules/plant-time'
import { workOrder } from '@/areas/orders/contract/work-order'
import { producingStates } from '@/areas/orders/rules/work-order'
import { material, materialLot } from '../../contract/material'
import { EXPIRES_SOON_DAYS, feedableStates } from '../../rules/lot'
import { useShiftNow } from '../feed/shift-now'
import { ExpiresOn } from '../lot/ExpiresOn'
import { shortMaterials } from './short-materials'

const MOST = 3
const running = { state: producingStates.join(','), size: 50 }
const feedable = { state: feedableStates.join(','), leftKgFrom: 0.001, size: 500 }

/** Today card: running orders to feed, lots that expire soon and materials below their minimum. */
export default function FeedCard() {
  const { t } = useTranslation('feeding')
  const language = useLanguage()
  const link = usePageLink()
  const { businessDate } = useShiftNow()
  const orders = useList(workOrder, running)
  const lots = useList(materialLot, feedable)
  const materials = useList(material, { active: true, size: 500 })
  const soon = lots.rows
    .filter(
      (lot) => lot.leftKg > 0 && lot.expiresOn !== null && lot.expiresOn <= addDays(businessDate, EXPIRES_SOON_DAYS),
    )
    .sort((a, b) => (a.expiresOn! < b.expiresOn! ? -1 : 1))
    .slice(0, MOST)
  // Stock is summed by material only if all lots are loaded.
  const short =
    lots.hasMore || lots.at === 0 ? [] : shortMaterials(materials.rows, lots.rows, businessDate).slice(0, MOST)
  const names = useNames(
    'material',
    soon.map((lot) => lot.materialId),
    { ...materials.refs, ...lots.refs },
  )
  const mine = useMyLine()
  const at = orders.rows.filter((row) => row.state === 'running' && concernsMyLine(row.lineId, mine)).length
  if (!link('rawMaterial') || (at === 0 && soon.length === 0 && short.length === 0)) return null
  const ending = soon.map((lot) => ({
    key: lot.id,
    title: names[lot.materialId],
    sub: (
      <>
        {lot.number} · <Quantity value={lot.leftKg} unit="kg" decimals={0} />
      </>
    ),
    side: <ExpiresOn day={lot.expiresOn} today={businessDate} />,
  }))
  const low = short.map(({ material: row, leftKg, minimumKg }) => ({
    key: row.id,
    title: `${row.code} ${String(getFieldInLanguage(material, row, 'name', language))}`,
    sub: t('pages.rawMaterial.runsLow'),
    side: <Quantity value={leftKg} unit="kg" decimals={0} low={minimumKg} />,
  }))
  return (
    <TodayCard title={t('pages.rawMaterial.feedNow')} page="rawMaterial">
      {at > 0 && <p className="quiet">{t('pages.rawMaterial.ordersRunning', { count: at })}</p>}
      <TodayLineList lines={[...ending, ...low]} />
    </TodayCard>
  )
}
