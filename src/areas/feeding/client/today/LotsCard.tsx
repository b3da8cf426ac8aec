import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayLineList } from '@/client/today/TodayCard'
import { materialLot } from '../../contract/material'

const MOST = 3
/** Today card: lots that wait for a decision of quality. */
export default function LotsCard() {
  const { t } = useTranslation('feeding')
  const link = usePageLink()
  const { rows, total, refs } = useList(materialLot, { state: 'quarantine', sort: 'receivedOn', size: MOST })
  if (!link('rawMaterialInspection') || rows.length === 0) return null
  return (
    <TodayCard
      title={t('pages.rawMaterialInspection.waiting', { count: total })}
      page="rawMaterialInspection"
      query={{ view: 'lots', state: 'quarantine' }}
    >
      <TodayLineList
        lines={rows.slice(0, MOST).map((lot) => ({
          key: lot.id,
          to: link('rawMaterialInspection', { view: 'lots', id: lot.id }),
          title: refs[lot.materialId],
          sub: lot.number,
          side: lot.receivedOn,
        }))}
      />
    </TodayCard>
  )
}
