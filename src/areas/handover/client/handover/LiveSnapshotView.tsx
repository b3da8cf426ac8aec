import { useTranslation } from 'react-i18next'
import { isUnreachable } from '@/client/api/api-error'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { ShiftSnapshotView } from './ShiftSnapshotView'
import { useShiftSnapshot } from './use-shift-snapshot'
import type { HandoverRow } from './use-handover-commands'

/** Newest available snapshot of a shift, with its time. */
export function LiveSnapshotView({
  lineId,
  row,
  refs,
}: {
  lineId: string
  row: HandoverRow | undefined
  refs: Readonly<Record<string, string>>
}) {
  const { t } = useTranslation(['handover', 'client'])
  const { facts: snapshot, names, live } = useShiftSnapshot(lineId, row, refs)
  if (snapshot) return <ShiftSnapshotView facts={snapshot} names={names} />
  if (live.isPending && live.fetchStatus !== 'paused' && !live.error) return <SkeletonDetail />
  if (live.error && !isUnreachable(live.error)) return <NotLoadedView of={live} />
  return <p className="ui-card quiet">{t('pages.handover.factsLater')}</p>
}
