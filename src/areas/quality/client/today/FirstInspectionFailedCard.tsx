import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { usePageLink } from '@/client/shell/use-page-link'
import { countWaitingRows, MAX_COUNTED } from '@/client/today/count-waiting-rows'
import { TodayCard, TodayItemList } from '@/client/today/TodayCard'
import { StateBadge } from '@/client/ui/StateBadge'
import { useShifts } from '@/plant/client/shift-record/use-shift'
import { addDays } from '@/plant/rules/plant-time'
import { firstInspection } from '../../contract/inspections'
import { findUnresolvedFailures } from '../../rules/first-inspection'
import { productionInspectionTones } from '../tones'

const MAX_DISPLAYED_INSPECTIONS = 3
/** Today card: orders of today and yesterday whose first inspection failed and has not been repeated since. */
export default function FirstInspectionFailedCard() {
  const { t } = useTranslation('quality')
  const getPageLink = usePageLink()
  const { currentShift } = useShifts()
  const list = useList(firstInspection, {
    businessDateFrom: addDays(currentShift.businessDate, -1),
    sort: '-businessDate',
    size: MAX_COUNTED,
  })
  const { refs } = list
  const failedInspections = findUnresolvedFailures(list.rows)
  const { textParams: titleParams, query } = countWaitingRows([list], failedInspections)
  if (failedInspections.length === 0) return null
  const cardItems = failedInspections.slice(0, MAX_DISPLAYED_INSPECTIONS).map((row) => ({
    key: row.id,
    to: getPageLink('productionInspection', { view: 'firstInspection', id: row.id }),
    title: refs[row.workOrderId] ?? '…',
    subtitle: refs[row.lineId] ?? '…',
    sideContent: (
      <StateBadge tone={productionInspectionTones.notOk}>{t('firstInspection.options.result.notOk')}</StateBadge>
    ),
  }))
  return (
    <TodayCard
      title={t('pages.today.firstFailed', titleParams)}
      page="productionInspection"
      query={{ view: 'firstInspection', ...query }}
    >
      <TodayItemList items={cardItems} />
    </TodayCard>
  )
}
