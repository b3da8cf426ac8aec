import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonList } from '@/client/ui/Skeleton'
import { slitRoll } from '../../contract/slitting'
import { isTakenBack } from '../../rules/slit-roll'
import LabelsView from './LabelsView'

/** Labels of all rolls of a set, or of all that rework made of one, from lane to lane. */
export default function SlitLabels({
  of,
  id,
  onBack,
}: {
  of: 'slitSetId' | 'reworkedFromId'
  id: string
  onBack: () => void
}) {
  const { t } = useTranslation('rolls')
  const { rows, isLoading } = useList(slitRoll, { [of]: id, size: 200 })
  const ids = useMemo(
    () =>
      rows
        .filter((row) => row[of] === id && !isTakenBack(row.state))
        .sort((a, b) => a.lane - b.lane || a.number.localeCompare(b.number))
        .map((row) => row.id),
    [rows, of, id],
  )
  return isLoading ? (
    <PageFrame title={t('pages.labels.title')} onBack={onBack}>
      <SkeletonList />
    </PageFrame>
  ) : (
    <LabelsView kind="slitRoll" ids={ids} onBack={onBack} />
  )
}
