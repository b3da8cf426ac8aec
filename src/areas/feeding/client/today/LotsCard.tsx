import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayItemList } from '@/client/today/TodayCard'
import { materialLot } from '../../contract/material'

const MAX_LINES = 3
/** Today card: lots that wait for a decision of quality. */
export default function LotsCard() {
  const { t } = useTranslation('feeding')
  const buildPageLink = usePageLink()
  const { rows, total, refs } = useList(materialLot, { state: 'quarantine', sort: 'receivedOn', size: MAX_LINES })
  if (!buildPageLink('rawMaterialInspection') || rows.length === 0) return null
  return (
    <TodayCard
      title={t('pages.rawMaterialInspection.waiting', { count: total })}
      page="rawMaterialInspection"
      query={{ view: 'lots', state: 'quarantine' }}
    >
      <TodayItemList
        items={rows.slice(0, MAX_LINES).map((lot) => ({
          key: lot.id,
          to: buildPageLink('rawMaterialInspection', { view: 'lots', id: lot.id }),
          title: refs[lot.materialId],
          subtitle: lot.number,
          sideContent: lot.receivedOn,
        }))}
      />
    </TodayCard>
  )
}
