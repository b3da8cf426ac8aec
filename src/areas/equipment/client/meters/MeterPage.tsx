import type { Row } from '@/contract/resource'
import '../equipment.css'
import { lazy, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { MISSING_TEXT } from '@/client/format/number'
import { formatMoment } from '@/client/format/time'
import type { ListRow, Cells } from '@/client/resource/build-columns'
import { ResourcePage, type PageParts } from '@/client/resource/ResourcePage'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { PageViews, SubPages } from '@/client/shell/PageViews'
import { useUnsentCommandToCorrect } from '@/client/shell/row-address'
import { usePageTitle } from '@/client/shell/use-menu'
import { Button } from '@/client/ui/Button'
import { PlusIcon, PrintIcon, ScanIcon } from '@/client/ui/icons'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { buildClearedParams, useQueryParams } from '@/client/use-query-params'
import { meter, meterReading } from '../../contract/meter'
import { useToday } from '@/plant/client/use-today'
import { getCalibrationState, calibrationTones } from './calibration'
import { MeterPanel } from './MeterPanel'
import { LatestReadingView } from './LatestReadingView'
import { ReadingsView } from './ReadingsView'
import { ReadMeterPage } from './ReadMeterPage'

const LabelsPage = lazy(() => import('@/plant/client/labels/LabelsPage'))
const columns = [
  'code',
  'name',
  'calibrationDueOn',
  'lastReading',
  'lastReadAt',
  'place',
  'kind',
  'rangeLow',
  'rangeHigh',
  'lineId',
  'equipmentId',
  'maker',
  'certificates',
] as const

/** Meters and instruments: list with last reading and calibration, readings by scan (also offline), labels. */
export default function MeterPage() {
  return (
    <SubPages
      pages={{
        '': <MeterPageViews />,
        labels: <LabelsPage resource={meter} kind="meter" />,
      }}
    />
  )
}

/** Tabs of the page: meters, readings, and views that other areas add for automatic readings. */
function MeterPageViews() {
  const { t } = useTranslation('equipment')
  const [params, setParams] = useQueryParams()
  const canRead = useCanCall(meterReading.endpoints.create)
  const onStartReading = canRead ? () => setParams({ ...buildClearedParams(params), read: '' }) : null
  return (
    <PageViews
      page="meterInquiry"
      title={usePageTitle() ?? t('meter.name')}
      label={t('pages.meters.views')}
      views={[
        { key: 'meters', label: t('pages.meters.tabs.meters'), render: (tabs) => <MeterListView tabs={tabs} /> },
        {
          key: 'readings',
          label: t('pages.meters.tabs.readings'),
          render: (tabs) => <ReadingsView tabs={tabs} onStartReading={onStartReading} />,
        },
      ]}
    />
  )
}

function MeterListView({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('equipment')
  const [params, setParams] = useQueryParams()
  const canRead = useCanCall(meterReading.endpoints.create)
  const canAdd = useCanCall(meter.endpoints.create)
  const cells = useMeterCells()
  const navigate = useNavigate()
  const correctedCommand = useUnsentCommandToCorrect()
  const correctedReading = correctedCommand?.resource === 'meterReading' ? correctedCommand : undefined
  // `read` holds the id of the meter to read; if it is empty, the page asks for a scan first.
  if (canRead && (correctedReading || params.has('read'))) {
    return (
      <ReadMeterPage
        key={correctedReading?.id ?? params.get('read')}
        meterId={correctedReading ? String(correctedReading.body['meterId']) : params.get('read')}
        {...(correctedReading ? { unsent: correctedReading } : {})}
        onChooseMeter={(id) => setParams({ read: id })}
        onBack={() => setParams({ read: null, unsent: null })}
      />
    )
  }
  const parts: PageParts = {
    above: tabs,
    detail: (openRow) => (
      <MeterPanel key={openRow.row.id} openRow={openRow} onStartReading={() => setParams({ read: openRow.row.id })} />
    ),
    tools: (
      <>
        {canRead && canAdd && (
          <Button
            look="quiet"
            icon={<PlusIcon size={20} />}
            aria-label={t('pages.meters.add')}
            title={t('pages.meters.add')}
            onClick={() => setParams({ new: '1' })}
          />
        )}
        <Button
          look="quiet"
          icon={<PrintIcon size={20} />}
          aria-label={t('pages.labels.print')}
          title={t('pages.labels.print')}
          onClick={() => void navigate(`labels?${buildListQuery(params)}`)}
        />
      </>
    ),
  }
  return (
    <ResourcePage
      resource={meter}
      columns={columns}
      cells={cells}
      parts={parts}
      {...(canRead
        ? {
            primary: (
              <Button look="primary" icon={<ScanIcon size={20} />} onClick={() => setParams({ read: '' })}>
                {t('pages.meters.readByScan')}
              </Button>
            ),
          }
        : {})}
    />
  )
}

/** Builds the query of the list filters without the open row. */
function buildListQuery(params: URLSearchParams): string {
  const listParams = new URLSearchParams(params)
  listParams.delete('id')
  return listParams.toString()
}

/** Returns the cells for values in the meter's own unit and for the calibration badge. */
function useMeterCells(): Cells {
  const { t } = useTranslation('equipment')
  const today = useToday()
  const zone = usePlantZone()
  return useMemo(() => {
    const createUnitCell = (name: string) => (row: ListRow) => (
      <Quantity
        value={row[name] as number | null}
        unit={String(row['unit'])}
        decimals={3}
        showsAllDigits
        {...(name === 'lastReading'
          ? { lowLimit: row['rangeLow'] as number | null, highLimit: row['rangeHigh'] as number | null }
          : {})}
      />
    )
    return {
      lastReading: (row) => (
        <LatestReadingView row={row} part="value" storedValue={createUnitCell('lastReading')(row)} />
      ),
      lastReadAt: (row) => (
        <LatestReadingView
          row={row}
          part="at"
          storedValue={row['lastReadAt'] ? formatMoment(String(row['lastReadAt']), zone) : MISSING_TEXT}
        />
      ),
      rangeLow: createUnitCell('rangeLow'),
      rangeHigh: createUnitCell('rangeHigh'),
      calibrationDueOn: (row: ListRow) => {
        const calibration = getCalibrationState(row as ListRow & Row<typeof meter>, today)
        return calibration ? (
          <StateBadge tone={calibrationTones[calibration.state]}>
            {calibration.validUntil ?? t(`pages.meters.calibration.${calibration.state}`)}
          </StateBadge>
        ) : (
          MISSING_TEXT
        )
      },
    }
  }, [t, today, zone])
}
