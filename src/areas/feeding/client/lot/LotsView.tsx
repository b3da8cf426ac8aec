import { useTranslation } from 'react-i18next'
import type { PageViewProps } from '@/client/area'
import { useActor } from '@/client/session/use-session'
import { usePageTitle } from '@/client/shell/use-menu'
import { buildClearedParams, useQueryParams } from '@/client/use-query-params'
import { LotList } from './LotList'

/** 物料批次: tab of the incoming inspection page, where quality opens inspections of lots and decides on lots. */
export default function LotsView({ tabs }: PageViewProps) {
  const { t } = useTranslation('feeding')
  const [params, changeParams] = useQueryParams()
  const { isSup: isSuperUser, keys } = useActor()
  const openInspection = (lotId: string) => changeParams({ ...buildClearedParams(params), new: '1', lotId })
  return (
    <LotList
      title={usePageTitle() ?? t('materialLot.name')}
      viewTabs={tabs}
      onInspect={isSuperUser || keys.has('rawMaterialInspectionAdd') ? openInspection : undefined}
    />
  )
}
