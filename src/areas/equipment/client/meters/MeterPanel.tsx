import '@/plant/client/machine/machine.css'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { formatMoment } from '@/client/format/time'
import { useRowText } from '@/client/i18n/labels'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import type { OpenRow } from '@/client/resource/ResourcePage'
import { RemoveRowButton } from '@/client/resource/RowPanel'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { EditIcon, PlusIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { meter, meterReading } from '../../contract/meter'
import { useToday } from '@/plant/client/use-today'
import { getCalibrationState, calibrationTones } from './calibration'
import { LatestReadingView } from './LatestReadingView'
import { ReadingChart } from './ReadingChart'
import { ReadingHistorySection } from './ReadingHistorySection'
import { useReadings } from './use-readings'

const detailFields = [
  'kind',
  'place',
  'lineId',
  'equipmentId',
  'rangeLow',
  'rangeHigh',
  'maker',
  'model',
  'serialNumber',
  'counter',
  'rollsOverAt',
  'calibratedOn',
  'calibrationMonths',
  'certificates',
  'image',
  'note',
] as const
const meterUnitFields = ['rangeLow', 'rangeHigh', 'rollsOverAt'] as const

/** Panel of a meter: latest reading, use chart, calibration, master data and readings. */
export function MeterPanel({ openRow, onStartReading }: { openRow: OpenRow; onStartReading: () => void }) {
  const { t } = useTranslation(['equipment', 'client'])
  const row = openRow.row as Row<typeof meter>
  const meterName = useRowText(meter, 'name')(row)
  const canRead = useCanCall(meterReading.endpoints.create)
  const canEdit = useCanCall(meter.endpoints.update)
  const readings = useReadings(row.id)
  const cells = Object.fromEntries(
    meterUnitFields.map((fieldName) => [
      fieldName,
      () => <Quantity value={row[fieldName]} unit={row.unit} decimals={3} showsAllDigits />,
    ]),
  )
  return (
    <PageFrame
      title={row.code}
      subtitle={[meterName, row.place].filter(Boolean).join(' · ')}
      {...(openRow.onBack ? { onBack: openRow.onBack } : {})}
      tools={
        <>
          {canEdit && (
            <Button
              look="quiet"
              icon={<EditIcon size={20} />}
              aria-label={t('client:resource.edit')}
              title={t('client:resource.edit')}
              onClick={openRow.onEdit}
            />
          )}
          <RemoveRowButton
            endpoint={meter.endpoints.remove as Endpoint<{ id: string; version?: number | null }, unknown>}
            row={openRow.row}
            title={`${row.code} ${meterName}`}
            onRemoved={openRow.onRemoved}
          />
        </>
      }
      primary={
        canRead && (
          <Button look="primary" icon={<PlusIcon size={20} />} onClick={onStartReading}>
            {t('pages.meters.read')}
          </Button>
        )
      }
    >
      <div className="eq-sections stack gap-4">
        <CurrentReadingCards row={row} latestReading={readings.validRows[0] ?? null} />
        <ReadingChart meterRow={row} readings={readings.validRows} />
        <ResourceDetailView
          resource={meter}
          row={openRow.row}
          refs={openRow.refs}
          fieldNames={detailFields}
          cells={cells}
        />
        <ReadingHistorySection meterRow={row} readings={readings.rows} total={readings.total} />
      </div>
    </PageFrame>
  )
}

function CurrentReadingCards({
  row,
  latestReading,
}: {
  row: Row<typeof meter>
  latestReading: { value: number; readAt: string } | null
}) {
  const { t } = useTranslation('equipment')
  const zone = usePlantZone()
  const calibration = getCalibrationState(row, useToday())
  const value = latestReading?.value ?? row.lastReading
  const readAt = latestReading?.readAt ?? row.lastReadAt
  return (
    <div className="eq-figures">
      <div className="ui-card">
        <h2>{t('pages.meters.last')}</h2>
        <LatestReadingView
          row={{ ...row, lastReadAt: readAt }}
          part="value"
          storedValue={
            <Quantity
              value={value}
              unit={row.unit}
              lowLimit={row.rangeLow}
              highLimit={row.rangeHigh}
              size="large"
              decimals={3}
              showsAllDigits
            />
          }
        />
        <p className="quiet">
          <LatestReadingView
            row={{ ...row, lastReadAt: readAt }}
            part="at"
            storedValue={readAt ? formatMoment(readAt, zone) : t('pages.meters.never')}
          />
        </p>
      </div>
      {calibration && (
        <div className="ui-card">
          <h2>{t('pages.meters.calibrationTitle')}</h2>
          <p>
            <StateBadge tone={calibrationTones[calibration.state]}>
              {t(`pages.meters.calibration.${calibration.state}`)}
            </StateBadge>
          </p>
          <p className="quiet">
            {calibration.validUntil
              ? t('pages.meters.validUntil', { day: calibration.validUntil })
              : t('pages.meters.noCertificate')}
          </p>
        </div>
      )}
    </div>
  )
}
