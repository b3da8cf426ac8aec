import type { Row } from '@/contract/resource'
import '../equipment.css'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Route, Routes, useNavigate } from 'react-router-dom'
import { useUnsent } from '@/client/api/use-list'
import { MISSING } from '@/client/format/number'
import type { AnyRow, Cells } from '@/client/resource/columns'
import { ResourcePage, type PageParts } from '@/client/resource/ResourcePage'
import { useMayCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { PlusIcon, PrintIcon, ScanIcon } from '@/client/ui/icons'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonList } from '@/client/ui/Skeleton'
import { State } from '@/client/ui/State'
import { useParams } from '@/client/use-params'
import { meter, meterReading } from '../../contract/meter'
import { useToday } from '@/plant/client/use-today'
import { calibrationOf, calibrationTones } from './calibration'
import { MeterPanel } from './MeterPanel'
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

/** Meters and instruments: place, range, last reading, calibration; readings by scan, without a network too; their labels. */
export default function MeterPage() {
  return (
    <Suspense
      fallback={
        <div className="pad">
          <SkeletonList />
        </div>
      }
    >
      <Routes>
        <Route index element={<Meters />} />
        <Route path="labels" element={<LabelsPage of={meter} kind="meter" />} />
      </Routes>
    </Suspense>
  )
}

function Meters() {
  const { t } = useTranslation('equipment')
  const [params, go] = useParams()
  const mayRead = useMayCall(meterReading.endpoints.create)
  const mayAdd = useMayCall(meter.endpoints.create)
  const cells = useCells()
  const navigate = useNavigate()
  const unsent = useUnsent().find((item) => item.id === params.get('unsent') && item.resource === 'meterReading')
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

/** The filters of the list, without the row that is open. */
function withoutRow(params: URLSearchParams): string {
  const next = new URLSearchParams(params)
  next.delete('id')
  return next.toString()
}

/** Readings and ranges carry the meter's own unit; calibration has colour, icon and word. */
function useCells(): Cells {
  const { t } = useTranslation('equipment')
  const today = useToday()
  return useMemo(() => {
    const inUnit = (name: string) => (row: AnyRow) => (
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
      lastReading: inUnit('lastReading'),
      rangeLow: inUnit('rangeLow'),
      rangeHigh: inUnit('rangeHigh'),
      calibrationDueOn: (row: AnyRow) => {
        const calibration = calibrationOf(row as AnyRow & Row<typeof meter>, today)
        return calibration ? (
          <State tone={calibrationTones[calibration.state]}>
            {calibration.validUntil ?? t(`pages.meters.calibration.${calibration.state}`)}
          </State>
        ) : (
          MISSING
        )
      },
    }
  }, [t, today])
}
