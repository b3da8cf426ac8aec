import '@/plant/client/machine/machine.css'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { formatMoment } from '@/client/format/time'
import { useRowText } from '@/client/i18n/use-row-text'
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
import { calibrationOf, calibrationTones } from './calibration'
import { Newest } from './Newest'
import { ReadingChart } from './ReadingChart'
import { ReadingLines } from './ReadingLines'
import { useReadings } from './readings'

const facts = [
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
const units = ['rangeLow', 'rangeHigh', 'rollsOverAt'] as const

/** Panel of a meter: latest reading, use chart, calibration, master data and readings. */
export function MeterPanel({ open, onRead }: { open: OpenRow; onRead: () => void }) {
  const { t } = useTranslation(['equipment', 'client'])
  const row = open.row as Row<typeof meter>
  const name = useRowText(meter, 'name')(row)
  const mayRead = useCanCall(meterReading.endpoints.create)
  const mayEdit = useCanCall(meter.endpoints.update)
  const readings = useReadings(row.id)
  const cells = Object.fromEntries(
    units.map((name) => [name, () => <Quantity value={row[name]} unit={row.unit} decimals={3} whole />]),
  )
  return (
    <PageFrame
      title={row.code}
      sub={[name, row.place].filter(Boolean).join(' · ')}
      {...(open.onBack ? { onBack: open.onBack } : {})}
      tools={
        <>
          {mayEdit && (
            <Button
              look="quiet"
              icon={<EditIcon size={20} />}
              aria-label={t('client:resource.edit')}
              title={t('client:resource.edit')}
              onClick={open.onEdit}
            />
          )}
          <RemoveRowButton
            endpoint={meter.endpoints.remove as Endpoint<{ id: string; version?: number | null }, unknown>}
            row={open.row}
            title={`${row.code} ${name}`}
            onGone={open.onGone}
          />
        </>
      }
      primary={
        mayRead && (
          <Button look="primary" icon={<PlusIcon size={20} />} onClick={onRead}>
            {t('pages.meters.read')}
          </Button>
        )
      }
    >
      <div className="eq-sections">
        <Now row={row} last={readings.standing[0] ?? null} />
        <ReadingChart of={row} readings={readings.standing} />
        <ResourceDetailView of={meter} row={open.row} refs={open.refs} only={facts} cells={cells} />
        <ReadingLines of={row} readings={readings.rows} total={readings.total} />
      </div>
    </PageFrame>
  )
}

function Now({ row, last }: { row: Row<typeof meter>; last: { value: number; readAt: string } | null }) {
  const { t } = useTranslation('equipment')
  const zone = usePlantZone()
  const calibration = calibrationOf(row, useToday())
  const value = last?.value ?? row.lastReading
  const at = last?.readAt ?? row.lastReadAt
  return (
    <div className="eq-figures">
      <div className="ui-card">
        <h2>{t('pages.meters.last')}</h2>
        <Newest
          of={{ ...row, lastReadAt: at }}
          part="value"
          own={
            <Quantity
              value={value}
              unit={row.unit}
              low={row.rangeLow}
              high={row.rangeHigh}
              size="large"
              decimals={3}
              whole
            />
          }
        />
        <p className="quiet">
          <Newest
            of={{ ...row, lastReadAt: at }}
            part="at"
            own={at ? formatMoment(at, zone) : t('pages.meters.never')}
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
