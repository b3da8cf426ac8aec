import { useMemo } from 'react'
import { useList } from '@/client/api/use-list'
import { SkeletonList } from '@/client/ui/Skeleton'
import { slitRoll } from '@/areas/rolls/contract/slitting'
import LabelsView from '../labels/LabelsView'

/** Labels of all rolls of a set, from lane to lane. */
export default function SetLabels({ setId, onBack }: { setId: string; onBack: () => void }) {
  const { rows, isLoading } = useList(slitRoll, { slitSetId: setId, size: 200 })
  const ids = useMemo(() => rows.filter((row) => row.slitSetId === setId && row.state !== 'undone').sort((a, b) => a.lane - b.lane).map((row) => row.id), [rows, setId])
  return isLoading ? <SkeletonList /> : <LabelsView kind="slitRoll" ids={ids} onBack={onBack} />
}
