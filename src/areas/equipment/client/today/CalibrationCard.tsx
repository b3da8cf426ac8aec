import '../equipment.css'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useList } from '@/client/api/use-list'
import { useRowWord } from '@/client/i18n/row-word'
import { State } from '@/client/ui/State'
import { addDays } from '@/areas/handover/rules/plant-time'
import { meter } from '../../contract/meter'
import { usePageLink } from '@/client/shell/use-page-link'
import { useToday } from '../use-today'
import { calibrationOf, calibrationTones } from '../meters/calibration'

/** Days ahead in which a due calibration is shown. */
const AHEAD = 30
const SHOWN = 4

/** Instruments whose calibration has run out or is about to. */
export default function CalibrationCard() {
  const { t } = useTranslation('equipment')
  const today = useToday()
  const nameOf = useRowWord(meter, 'name')
  const link = usePageLink()
  const query = { calibrationDueOnTo: addDays(today, AHEAD), sort: 'calibrationDueOn', size: SHOWN }
  const { rows, total } = useList(meter, query)
  const all = link('meterInquiry', { calibrationDueOnTo: query.calibrationDueOnTo, sort: 'calibrationDueOn' })
  if (rows.length === 0 || !all) return null
  return (
    <section className="ui-card">
      <h2 className="eq-card-title"><Link to={all}>{t('pages.today.calibration', { count: total })}</Link></h2>
      <ul className="eq-lines">
        {rows.slice(0, SHOWN).map((row) => {
          const calibration = calibrationOf(row, today)
          const address = link('meterInquiry', { id: row.id })
          return <li key={row.id}>{address && <Link to={address}>{row.code} {nameOf(row)}</Link>}{calibration && <><span>{calibration.validUntil}</span><State tone={calibrationTones[calibration.state]}>{t(`pages.meters.calibration.${calibration.state}`)}</State></>}</li>
        })}
      </ul>
    </section>
  )
}
