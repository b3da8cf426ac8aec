import { PageSkeleton } from '@/client/ui/Skeleton'
import { RepairReportForm, useSharedReport } from './RepairReportForm'

/** New repair report: blank, for a machine, or with photos shared from another app. */
export default function NewRepairReportForm({
  sharedDraftKey,
  equipmentId,
  onBack,
  onDone,
}: {
  sharedDraftKey: string | null
  equipmentId: string | null
  onBack: () => void
  onDone: (id: string) => void
}) {
  const sharedReport = useSharedReport(sharedDraftKey)
  if (sharedReport === undefined) return <PageSkeleton />
  return (
    <RepairReportForm
      draftKey={sharedDraftKey ?? `report ${equipmentId ?? 'new'}`}
      {...(equipmentId ? { initialEquipmentId: equipmentId } : {})}
      photos={sharedReport?.photos ?? []}
      description={sharedReport?.text ?? ''}
      onBack={onBack}
      onDone={({ id }) => onDone(id)}
    />
  )
}
