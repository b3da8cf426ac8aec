import { useTranslation } from 'react-i18next'
import type { Row } from '@/contract/resource'
import { Quantity } from '@/client/ui/Quantity'
import type { energyAbnormal } from '../contract/energy-abnormal'
import { mediumUnits } from '../rules/meter-tree'
import { createClockFormatters } from './clock-formatters'

type CaseMeterRows = Row<typeof energyAbnormal>['meters']
/** The meters of a case: period of abnormal use, actual and usual consumption in the unit of the medium. */
export function CaseMeterList({ meters, refs }: { meters: CaseMeterRows; refs: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('energy')
  const { formatClock, formatDayAndClock } = createClockFormatters()
  return (
    <ul className="energy-case">
      {meters.map(({ energyMeterId, medium, startsAt, endsAt, hours, used, usual, excess }) => (
        <li key={energyMeterId}>
          <strong>{refs[energyMeterId] ?? energyMeterId}</strong>
          <span className="quiet">
            {formatDayAndClock(startsAt)} – {formatClock(endsAt)} · <Quantity value={hours} unit="h" />
          </span>
          <span>
            {t('energyAbnormal.sub.meters.used')} <Quantity value={used} unit={mediumUnits[medium]} decimals={1} /> ·{' '}
            {t('energyAbnormal.sub.meters.usual')} <Quantity value={usual} unit={mediumUnits[medium]} decimals={1} /> ·{' '}
            {t('energyAbnormal.sub.meters.excess')} <Quantity value={excess} unit={mediumUnits[medium]} decimals={1} />
          </span>
        </li>
      ))}
    </ul>
  )
}
