import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { useRowText } from '@/client/i18n/use-row-text'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayLineList } from '@/client/today/TodayCard'
import { StateBadge } from '@/client/ui/StateBadge'
import { addDays } from '@/plant/rules/plant-time'
import { useMyLine } from '@/plant/client/line/my-line'
import { meter } from '../../contract/meter'
import { useToday } from '@/plant/client/use-today'
import { calibrationOf, calibrationTones } from '../meters/calibration'

/** Days before the due day from which a calibration is shown. */
const AHEAD = 30
const SHOWN = 4

/** Instruments whose calibration has expired or expires soon. */
export default function CalibrationCard() {
  const { t } = useTranslation('equipment')
  const today = useToday()
  const nameOf = useRowText(meter, 'name')
  const link = usePageLink()
  const mine = useMyLine()
  const query = {
    calibrationDueOnTo: addDays(today, AHEAD),
    sort: 'calibrationDueOn',
    size: SHOWN,
    ...(mine ? { lineId: mine } : {}),
  }
  const { rows, total } = useList(meter, query)
  if (rows.length === 0 || !link('meterInquiry')) return null
  const shown = rows.slice(0, SHOWN).map((row) => {
    const calibration = calibrationOf(row, today)
    return {
      key: row.id,
      to: link('meterInquiry', { id: row.id }),
      title: `${row.code} ${nameOf(row)}`,
      sub: calibration?.validUntil,
      side: calibration && (
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
        ...(mine ? { lineId: mine } : {}),
      }}
    >
      <TodayLineList lines={shown} />
    </TodayCard>
  )
}
