import '@/plant/client/machine/machine.css'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { formatMoment } from '@/client/format/time'
import { useLabels } from '@/client/i18n/labels'
import { UnsentBadge } from '@/client/resource/UnsentBadge'
import { ListToolBar } from '@/client/resource/ListToolBar'
import { RemoveRowButton } from '@/client/resource/RowPanel'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { usePlantZone } from '@/client/session/plant-zone'
import { Quantity } from '@/client/ui/Quantity'
import { meterReading, type meter } from '../../contract/meter'
import { readingVerdictTones } from '../../contract/tones'
import type { MeterReadingRow } from './use-readings'

const MAX_SHOWN = 20
const removeEndpoint = meterReading.endpoints.remove as Endpoint<{ id: string; version?: number | null }, unknown>

/** Table of the newest readings with an export of all; only the newest one can be removed. */
export function ReadingHistorySection({
  meterRow,
  readings,
  total,
}: {
  meterRow: Row<typeof meter>
  readings: readonly MeterReadingRow[]
  total: number
}) {
  const { t } = useTranslation(['equipment', 'client'])
  const labels = useLabels('equipment')
  const zone = usePlantZone()
  return (
    <section>
      <div className="eq-head cluster middle between">
        <h2>{t('pages.meters.readings', { count: total })}</h2>
        <span className="ui-page-tools">
          <ListToolBar resource={meterReading} query={{ meterId: meterRow.id }} />
        </span>
      </div>
      {readings.length === 0 && <p className="quiet">{t('pages.meters.noReadings')}</p>}
      {readings.length > 0 && (
        <div className="lines-show eq-readings">
          <table>
            <thead>
              <tr>
                {(['readAt', 'value', 'used', 'verdict'] as const).map((name) => (
                  <th key={name} scope="col" className={name === 'value' || name === 'used' ? 'eq-number' : undefined}>
                    {labels.field(meterReading, name)}
                  </th>
                ))}
                <th>
                  <span className="ui-hidden">{t('client:resource.delete')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {readings.slice(0, MAX_SHOWN).map((row, index) => (
                <tr key={row.id}>
                  <td>{formatMoment(row.readAt, zone)}</td>
                  <td className="eq-number">
                    <Quantity
                      value={row.value}
                      unit={meterRow.unit}
                      lowLimit={meterRow.rangeLow}
                      highLimit={meterRow.rangeHigh}
                      decimals={3}
                      showsAllDigits
                    />
                  </td>
                  <td className="eq-number">
                    {meterRow.counter && <Quantity value={row.used} unit={meterRow.unit} decimals={3} showsAllDigits />}
                  </td>
                  <td>
                    {row.pending === undefined ? (
                      row.verdict !== 'ok' && (
                        <ResourceStateBadge
                          resource={meterReading}
                          field="verdict"
                          state={row.verdict}
                          tones={readingVerdictTones}
                        />
                      )
                    ) : (
                      <UnsentBadge pending={row.pending} />
                    )}
                  </td>
                  <td>
                    {index === 0 && row.pending === undefined && (
                      <RemoveRowButton
                        endpoint={removeEndpoint}
                        row={row}
                        title={`${meterRow.code} ${formatMoment(row.readAt, zone)}`}
                        onRemoved={() => undefined}
                      />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
