import './parameters.css'
import { useTranslation } from 'react-i18next'
import { formatClock } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { Quantity } from '@/client/ui/Quantity'
import type { ParametersOfLine } from '../../contract/line-calls'
import { Limits, LiveValue } from './LiveValue'

/** Parameters of a line: live value, last inspected value and standard. */
export function ParameterTable({ of, most }: { of: ParametersOfLine; most?: number }) {
  const { t } = useTranslation('overview')
  const zone = usePlantZone()
  if (of.parameters.length === 0) return <p className="quiet">{t('parameters.none')}</p>
  // Scrollable regions must be focusable by keyboard.
  const reached = { role: 'group', 'aria-label': of.label, tabIndex: 0 }
  return (
    <div className="overview-table is-parameters" {...reached}>
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
          {of.parameters.slice(0, most).map((one) => {
            const unit = one.unit ?? ''
            const limits = of.state === 'running' ? { low: one.low, high: one.high } : {}
            return (
              <tr key={one.key}>
                <th scope="row">{one.label}</th>
                <td data-name={t('parameters.live')}>
                  {one.lineKey ? (
                    <LiveValue
                      of={{
                        ...one,
                        unit,
                        value: one.live,
                        at: one.liveAt,
                        outside: one.outside && !one.stale,
                      }}
                    />
                  ) : (
                    t('parameters.noTag')
                  )}
                </td>
                <td data-name={t('parameters.measured')}>
                  <Quantity value={one.measured} unit={unit} decimals={1} whole {...limits} />
                  {one.measuredAt && <span className="quiet"> {formatClock(one.measuredAt, zone)}</span>}
                </td>
                <td data-name={t('parameters.standard')}>
                  <Limits of={{ ...one, unit }} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
