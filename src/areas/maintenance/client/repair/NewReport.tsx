import { SkeletonDetail } from '@/client/ui/Skeleton'
import { ReportForm, useShared } from './ReportForm'

/** New repair report: blank, for a machine, or with photos shared from another app. */
export default function NewReport({
  shared,
  equipmentId,
  onBack,
  onDone,
}: {
  shared: string | null
  equipmentId: string | null
  onBack: () => void
  onDone: (id: string) => void
}) {
  const found = useShared(shared)
  if (found === undefined)
    return (
      <div className="pad">
        <SkeletonDetail />
      </div>
    )
  return (
    <ReportForm
      draftKey={shared ?? `report ${equipmentId ?? 'new'}`}
      {...(equipmentId ? { chosen: equipmentId } : {})}
      photos={found?.photos ?? []}
      description={found?.text ?? ''}
      onBack={onBack}
      onDone={({ id }) => onDone(id)}
    />
  )
}
