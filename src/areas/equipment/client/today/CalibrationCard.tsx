import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { useRowText } from '@/client/i18n/labels'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayItemList } from '@/client/today/TodayCard'
import { StateBadge } from '@/client/ui/StateBadge'
import { addDays } from '@/plant/rules/plant-time'
import { useMyLine } from '@/plant/client/line/my-line'
import { meter } from '../../contract/meter'
import { useToday } from '@/plant/client/use-today'
import { getCalibrationState, calibrationTones } from '../meters/calibration'

/** Days before the due day from which a calibration is shown. */
const DAYS_AHEAD = 30
const MAX_SHOWN = 4

/** Instruments whose calibration has expired or expires soon. */
export default function CalibrationCard() {
  const { t } = useTranslation('equipment')
  const today = useToday()
  const getMeterName = useRowText(meter, 'name')
  const buildPageLink = usePageLink()
  const myLineId = useMyLine()
  const query = {
    calibrationDueOnTo: addDays(today, DAYS_AHEAD),
    sort: 'calibrationDueOn',
    size: MAX_SHOWN,
    ...(myLineId ? { lineId: myLineId } : {}),
  }
  const { rows, total } = useList(meter, query)
  if (rows.length === 0 || !buildPageLink('meterInquiry')) return null
  const cardItems = rows.slice(0, MAX_SHOWN).map((row) => {
    const calibration = getCalibrationState(row, today)
    return {
      key: row.id,
      to: buildPageLink('meterInquiry', { id: row.id }),
      title: `${row.code} ${getMeterName(row)}`,
      subtitle: calibration?.validUntil,
      sideContent: calibration && (
        <StateBadge tone={calibrationTones[calibration.state]}>
          {t(`pages.meters.calibration.${calibration.state}`)}
        </StateBadge>
      ),
    }
  })
  return (
    <TodayCard
      title={t('pages.today.calibration', { count: total })}
      page="meterInquiry"
      query={{
        calibrationDueOnTo: query.calibrationDueOnTo,
        sort: query.sort,
        ...(myLineId ? { lineId: myLineId } : {}),
      }}
    >
      <TodayItemList items={cardItems} />
    </TodayCard>
  )
}
