import '../inspection/inspection.css'
import { useTranslation } from 'react-i18next'
import type { TracedRow } from '@/client/area'
import { useEndpoint } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { Quantity } from '@/client/ui/Quantity'
import { tracedParameters } from '../../contract/traced-parameters'
import { formatInspectionLimits } from '@/areas/quality/client/inspection/ParameterInputList'

/** Process parameters of a traced roll: the standard next to the values measured before the roll was doffed. */
export default function RollParametersSection({ kind, id, label }: TracedRow) {
  const { t } = useTranslation('quality')
  const zone = usePlantZone()
  const { data } = useEndpoint(tracedParameters, kind === 'jumboRoll' ? { id } : { number: label }, {
    resources: ['processInspection1'],
  })
  if (!data || data.parameters.length === 0) return null
  return (
    <section>
      <h2>{t('answers.parameters')}</h2>
      <p className="quiet">
        {[data.standard, data.measuredAt ? formatMoment(data.measuredAt, zone) : t('pages.trace.notMeasured')]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <ul className="parameters">
        {data.parameters.map(({ key, label: name, unit, actual, ...limits }) => (
          <li key={key}>
            <b>{name}</b>
            <Quantity
              value={actual}
              unit={unit ?? ''}
              decimals={3}
              lowLimit={limits.low}
              highLimit={limits.high}
              showsAllDigits
            />
            <small>{formatInspectionLimits({ unit, ...limits }, t) ?? t('pages.inspection.noLimits')}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
