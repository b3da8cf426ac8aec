import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonList } from '@/client/ui/Skeleton'
import { slitRoll } from '@/areas/rolls/contract/slitting'
import { isTakenBack } from '@/areas/rolls/rules/slit-roll'
import LabelsView from '../labels/LabelsView'

/** Labels of all rolls of a set, from lane to lane. */
export default function SetLabels({ setId, onBack }: { setId: string; onBack: () => void }) {
  const { t } = useTranslation('rolls')
  const { rows, isLoading } = useList(slitRoll, { slitSetId: setId, size: 200 })
  const ids = useMemo(
    () =>
      rows
        .filter((row) => row.slitSetId === setId && !isTakenBack(row.state))
        .sort((a, b) => a.lane - b.lane)
        .map((row) => row.id),
    [rows, setId],
  )
  return isLoading ? (
    <PageFrame title={t('pages.labels.title')} onBack={onBack}>
      <SkeletonList />
    </PageFrame>
  ) : (
    <LabelsView kind="slitRoll" ids={ids} onBack={onBack} />
  )
}
