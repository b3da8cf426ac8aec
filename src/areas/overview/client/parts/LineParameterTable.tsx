import './parameters.css'
import { useTranslation } from 'react-i18next'
import { formatClock } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { Quantity } from '@/client/ui/Quantity'
import type { ParametersOfLine } from '../../contract/line-endpoints'
import { LimitsText, LiveValueText } from './LiveValueText'

/** Parameters of a line: live value, last inspected value and standard. */
export function LineParameterTable({ line, maxRows }: { line: ParametersOfLine; maxRows?: number }) {
  const { t } = useTranslation('overview')
  const zone = usePlantZone()
  if (line.parameters.length === 0) return <p className="quiet">{t('parameters.none')}</p>
  // Scrollable regions must be focusable by keyboard.
  const scrollProps = { role: 'group', 'aria-label': line.label, tabIndex: 0 }
  return (
    <div className="overview-table is-parameters" {...scrollProps}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('parameters.parameter')}</th>
            <th scope="col">{t('parameters.live')}</th>
            <th scope="col">{t('parameters.measured')}</th>
            <th scope="col">{t('parameters.standard')}</th>
          </tr>
        </thead>
        <tbody>
          {line.parameters.slice(0, maxRows).map((parameter) => {
            const unit = parameter.unit ?? ''
            const limits = line.state === 'running' ? { lowLimit: parameter.low, highLimit: parameter.high } : {}
            return (
              <tr key={parameter.key}>
                <th scope="row">{parameter.label}</th>
                <td data-name={t('parameters.live')}>
                  {parameter.lineKey ? (
                    <LiveValueText
                      live={{
                        ...parameter,
                        unit,
                        value: parameter.live,
                        at: parameter.liveAt,
                        outside: parameter.outside && !parameter.stale,
                      }}
                    />
                  ) : (
                    t('parameters.noTag')
                  )}
                </td>
                <td data-name={t('parameters.measured')}>
                  <Quantity value={parameter.measured} unit={unit} decimals={1} showsAllDigits {...limits} />
                  {parameter.measuredAt && <span className="quiet"> {formatClock(parameter.measuredAt, zone)}</span>}
                </td>
                <td data-name={t('parameters.standard')}>
                  <LimitsText live={{ ...parameter, unit }} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
