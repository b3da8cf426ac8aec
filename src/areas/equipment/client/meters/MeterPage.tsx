import type { Row } from '@/contract/resource'
import '../equipment.css'
import { lazy, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { MISSING } from '@/client/format/number'
import { formatMoment } from '@/client/format/time'
import type { ListRow, Cells } from '@/client/resource/build-columns'
import { ResourcePage, type PageParts } from '@/client/resource/ResourcePage'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { PageViews } from '@/client/shell/PageViews'
import { SubPages } from '@/client/shell/SubPages'
import { useCorrectedCommand } from '@/client/shell/use-corrected-command'
import { usePageTitle } from '@/client/shell/use-menu'
import { Button } from '@/client/ui/Button'
import { PlusIcon, PrintIcon, ScanIcon } from '@/client/ui/icons'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { buildClearedParams, useParams } from '@/client/use-params'
import { meter, meterReading } from '../../contract/meter'
import { useToday } from '@/plant/client/use-today'
import { calibrationOf, calibrationTones } from './calibration'
import { MeterPanel } from './MeterPanel'
import { Newest } from './Newest'
import { ReadingsView } from './ReadingsView'
import { ReadMeter } from './ReadMeter'

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
        '': <Views />,
        labels: <LabelsPage of={meter} kind="meter" />,
      }}
    />
  )
}

/** Tabs of the page: meters, readings, and views that other areas add for automatic readings. */
function Views() {
  const { t } = useTranslation('equipment')
  const [params, change] = useParams()
  const mayRead = useCanCall(meterReading.endpoints.create)
  const onRead = mayRead ? () => change({ ...buildClearedParams(params), read: '' }) : null
  return (
    <PageViews
      page="meterInquiry"
      title={usePageTitle() ?? t('meter.name')}
      label={t('pages.meters.views')}
      views={[
        { key: 'meters', word: t('pages.meters.tabs.meters'), draw: (tabs) => <Meters tabs={tabs} /> },
        {
          key: 'readings',
          word: t('pages.meters.tabs.readings'),
          draw: (tabs) => <ReadingsView tabs={tabs} onRead={onRead} />,
        },
      ]}
    />
  )
}

function Meters({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('equipment')
  const [params, go] = useParams()
  const mayRead = useCanCall(meterReading.endpoints.create)
  const mayAdd = useCanCall(meter.endpoints.create)
  const cells = useCells()
  const navigate = useNavigate()
  const asked = useCorrectedCommand()
  const unsent = asked?.resource === 'meterReading' ? asked : undefined
  if (mayRead && (unsent || params.has('read'))) {
    return (
      <ReadMeter
        key={unsent?.id ?? params.get('read')}
        meterId={unsent ? String(unsent.body['meterId']) : params.get('read')}
        {...(unsent ? { unsent } : {})}
        onMeter={(id) => go({ read: id })}
        onBack={() => go({ read: null, unsent: null })}
      />
    )
  }
  const parts: PageParts = {
    above: tabs,
    detail: (open) => <MeterPanel key={open.row.id} open={open} onRead={() => go({ read: open.row.id })} />,
    tools: (
      <>
        {mayRead && mayAdd && (
          <Button
            look="quiet"
            icon={<PlusIcon size={20} />}
            aria-label={t('pages.meters.add')}
            title={t('pages.meters.add')}
            onClick={() => go({ new: '1' })}
          />
        )}
        <Button
          look="quiet"
          icon={<PrintIcon size={20} />}
          aria-label={t('pages.labels.print')}
          title={t('pages.labels.print')}
          onClick={() => void navigate(`labels?${withoutRow(params)}`)}
        />
      </>
    ),
  }
  return (
    <ResourcePage
      of={meter}
      columns={columns}
      cells={cells}
      parts={parts}
      {...(mayRead
        ? {
            primary: (
              <Button look="primary" icon={<ScanIcon size={20} />} onClick={() => go({ read: '' })}>
                {t('pages.meters.readByScan')}
              </Button>
            ),
          }
        : {})}
    />
  )
}

/** Builds the query of the list filters without the open row. */
function withoutRow(params: URLSearchParams): string {
  const next = new URLSearchParams(params)
  next.delete('id')
  return next.toString()
}

/** Returns the cells for values in the meter's own unit and for the calibration badge. */
function useCells(): Cells {
  const { t } = useTranslation('equipment')
  const today = useToday()
  const zone = usePlantZone()
  return useMemo(() => {
    const inUnit = (name: string) => (row: ListRow) => (
      <Quantity
        value={row[name] as number | null}
        unit={String(row['unit'])}
        decimals={3}
        whole
        {...(name === 'lastReading'
          ? { low: row['rangeLow'] as number | null, high: row['rangeHigh'] as number | null }
          : {})}
      />
    )
    return {
      lastReading: (row) => <Newest of={row} part="value" own={inUnit('lastReading')(row)} />,
      lastReadAt: (row) => (
        <Newest of={row} part="at" own={row['lastReadAt'] ? formatMoment(String(row['lastReadAt']), zone) : MISSING} />
      ),
      rangeLow: inUnit('rangeLow'),
      rangeHigh: inUnit('rangeHigh'),
      calibrationDueOn: (row: ListRow) => {
        const calibration = calibrationOf(row as ListRow & Row<typeof meter>, today)
        return calibration ? (
          <StateBadge tone={calibrationTones[calibration.state]}>
            {calibration.validUntil ?? t(`pages.meters.calibration.${calibration.state}`)}
          </StateBadge>
        ) : (
          MISSING
        )
      },
    }
  }, [t, today, zone])
}
