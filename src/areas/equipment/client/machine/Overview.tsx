import { useTranslation } from 'react-i18next'
import { isUnreachable } from '@/client/api/api-error'
import { useCall } from '@/client/api/use-list'
import { FieldShow } from '@/client/fields/registry'
import { ResourceDetail } from '@/client/resource/ResourceDetail'
import { ErrorState } from '@/client/ui/ErrorState'
import { OfflineState } from '@/client/ui/OfflineState'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { equipment } from '../../contract/equipment'
import { equipmentSummary } from '../../contract/equipment-calls'
import { FailureChart } from './FailureChart'
import { Figures } from './Figures'
import { MachineCards } from './MachineCards'
import type { Machine } from './MachinePage'
import { OpenWork } from './OpenWork'
import { UseHistory } from './UseHistory'

const facts = [
  'lineId',
  'areaId',
  'category',
  'criticality',
  'model',
  'maker',
  'serialNumber',
  'sparePartNumber',
  'installedOn',
  'repairedOn',
  'runningHours',
  'ratedPower',
  'principalId',
  'nameEn',
  'note',
  'custom',
] as const
const place = { area: 'equipment', owner: 'equipment' } as const
/** What the figures are made of: a change of any of these asks for them again. */
export const summarySources = ['equipment', 'repair', 'pollingRound', 'upkeepPlan', 'lineStop', 'useRecord'] as const

/** What is open on top, then what the machine is, then how well it runs. */
export function Overview({ row, refs }: { row: Machine; refs: Readonly<Record<string, string>> }) {
  const { t } = useTranslation(['equipment', 'client'])
  const summary = useCall(equipmentSummary, { id: row.id }, { resources: summarySources })
  return (
    <div className="eq-sections">
      <MachineCards equipmentId={row.id} />
      {summary.data && <OpenWork summary={summary.data} />}
      {row.images.length > 0 && (
        <FieldShow field={equipment.fields.images} name="images" place={place} value={row.images} refs={refs} full />
      )}
      <ResourceDetail of={equipment} row={row as never} refs={refs} only={facts} />
      {summary.data && <Figures summary={summary.data} />}
      {summary.isPending && <SkeletonDetail fields={4} />}
      {summary.error &&
        !summary.data &&
        (isUnreachable(summary.error) ? (
          <OfflineState onRetry={() => void summary.refetch()} />
        ) : (
          <ErrorState
            what={t('client:resource.notLoaded')}
            kept={summary.error.message}
            onRetry={() => void summary.refetch()}
          />
        ))}
      <FailureChart equipmentId={row.id} />
      <UseHistory row={row} />
    </div>
  )
}
